import { hasNumber } from '#server/domains/accounts/users.ts';
import type { ChannelsHere } from '#server/domains/delivery/settings.ts';
import { hasEmail } from '#server/domains/mail/addresses.ts';
import { hasBrowser } from '#server/domains/push/subscriptions.ts';
import type { Config } from '#server/ground/config/config.ts';

/** By which channels people can be told here, as it is configured, and how each knows whether it reaches somebody. */
export const channelsHere = ({ demo, mail, sms }: Pick<Config, 'demo' | 'mail' | 'sms'>): ChannelsHere => ({
  push: hasBrowser,
  // Demo mode writes mails to the log.
  ...((mail.server || demo) && { email: hasEmail }),
  ...(sms.sender && { sms: hasNumber }),
});
