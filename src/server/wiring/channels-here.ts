import { hasNumber } from '#server/domains/accounts/users.ts';
import type { ChannelsHere } from '#server/domains/delivery/settings.ts';
import { hasBrowser } from '#server/domains/push/subscriptions.ts';
import type { Config } from '#server/ground/config/config.ts';

/** By which channels people can be told here, as it is configured, and how each knows whether it reaches somebody. */
export const channelsHere = ({ sms }: Pick<Config, 'sms'>): ChannelsHere => ({
  push: hasBrowser,
  ...(sms.sender && { sms: hasNumber }),
});
