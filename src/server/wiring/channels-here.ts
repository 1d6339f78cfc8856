import { hasNumber } from '#server/domains/accounts/users.ts';
import type { ChannelsHere } from '#server/domains/delivery/settings.ts';
import { hasEmail } from '#server/domains/mail/addresses.ts';
import type { Mailing } from '#server/domains/mail/mail.ts';
import { hasBrowser } from '#server/domains/push/subscriptions.ts';
import type { Config } from '#server/ground/config/config.ts';

type Parts = { config: Pick<Config, 'sms'>; mail: Pick<Mailing, 'sender'> };

/** By which channels people can be told here, as it is configured, and how each knows whether it reaches somebody. */
export const channelsHere = ({ config: { sms }, mail }: Parts): ChannelsHere => ({
  push: hasBrowser,
  ...(mail.sender && { email: hasEmail }),
  ...(sms.sender && { sms: hasNumber }),
});
