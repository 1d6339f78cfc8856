import type { Config } from '#server/ground/config/config.ts';
import type { Keys } from '#server/ground/config/keys.ts';
import type { Sender } from './deliver.ts';
import { vapidKeysOf } from './vapid.ts';

/** With whom and how far push messages go, for the calls and for the worker alike. */
export const pushSender = ({ push }: Config, { secret }: Keys): Sender => ({
  vapid: vapidKeysOf(secret),
  contact: push.contact,
  reach: push.anywhere ? 'anywhere' : 'internet',
});
