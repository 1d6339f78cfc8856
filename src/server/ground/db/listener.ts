import pg from 'pg';
import type { Logger } from 'pino';
import { openSteadyConnection, type SteadyConnection } from './steady-connection.ts';

export type OnNotice = (payload: string) => void;
export type OnGap = () => void;
export type Unlisten = () => Promise<void>;
export type Listener = {
  listen(channel: string, onNotice: OnNotice, onGap: OnGap): Promise<Unlisten>;
  close(): Promise<void>;
};

type Subscription = { onNotice: OnNotice; onGap: OnGap };

/** LISTENs to all channels over one connection, which is opened for the first channel. */
export function createListener(url: string, applicationName: string, log: Logger): Listener {
  const channels = new Map<string, Set<Subscription>>();
  let opening: Promise<SteadyConnection> | undefined;

  function open() {
    opening ??= openSteadyConnection({ url, applicationName, log, onConnect }).catch((error) => {
      opening = undefined;
      throw error;
    });
    return opening;
  }

  async function onConnect(client: pg.Client, again: boolean) {
    client.on('notification', ({ channel, payload = '' }) => {
      for (const { onNotice } of channels.get(channel) ?? []) guarded(() => onNotice(payload));
    });
    for (const channel of channels.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    if (!again) return;
    for (const subscriptions of channels.values()) {
      for (const { onGap } of subscriptions) guarded(onGap);
    }
  }

  /** An exception in one subscriber must not prevent the others from being called. */
  function guarded(callback: () => void) {
    try {
      callback();
    } catch (error) {
      log.error({ err: error }, 'a listener failed');
    }
  }

  return {
    async listen(channel, onNotice, onGap) {
      const subscription = { onNotice, onGap };
      const connection = await open();
      const subscriptions = channels.get(channel) ?? new Set();
      channels.set(channel, subscriptions.add(subscription));
      const unlisten = async () => {
        subscriptions.delete(subscription);
        if (subscriptions.size > 0) return;
        channels.delete(channel);
        await connection.query(`unlisten ${pg.escapeIdentifier(channel)}`);
      };
      try {
        // Does nothing while the connection is lost; the next connection listens to every channel of the map.
        await connection.query(`listen ${pg.escapeIdentifier(channel)}`);
      } catch (error) {
        await unlisten();
        throw error;
      }
      return unlisten;
    },
    async close() {
      await (await opening)?.close();
    },
  };
}
