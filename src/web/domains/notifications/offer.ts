import type { NotificationSettings } from '#shared/notices/notification-settings.ts';
import type { PushState } from './push.ts';

type Known = Pick<NotificationSettings, 'may_ask' | 'channels'>;

/**
 * What to offer to somebody who waits for news: push in this browser, or e-mail where that is not possible. Nothing
 * to who is told already, or has said no.
 */
export function offerOf({ may_ask, channels }: Known, push: PushState): 'push' | 'email' | undefined {
  // Everybody has a number, but SMS is only for what cannot wait.
  const isTold = channels.some(({ channel, is_usable }) => is_usable && channel !== 'sms');
  if (!may_ask || isTold || push === 'on') return undefined;
  if (push === 'off') return 'push';
  return channels.some(({ channel }) => channel === 'email') ? 'email' : undefined;
}
