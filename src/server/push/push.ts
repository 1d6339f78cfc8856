import type { Config } from '../config.ts';
import type { Keys } from '../keys.ts';
import type { Sender } from './deliver.ts';
import { vapidKeysOf } from './vapid.ts';

/** With whom and how far push messages go, for the calls and for the worker alike. */
export const pushSender = ({ push }: Config, { secret }: Keys): Sender => ({
  vapid: vapidKeysOf(secret),
  contact: push.contact,
  reach: push.anywhere ? 'anywhere' : 'internet',
});
