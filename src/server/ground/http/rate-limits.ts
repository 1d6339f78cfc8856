import { createHash, randomUUID } from 'node:crypto';
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { Logger } from 'pino';
import type { Database } from '../db/db.ts';
import { plainError } from '../log/log.ts';

type Counted = { count: number; unsent: number; since: number; windowMs: number; max: number };
/** The client's hash, its additional calls, the start of its window and the window's length. */
type Update = [client: string, more: number, since: number, windowMs: number];

const channel = 'rate_limits';
const broadcastEveryMs = 250;
/** Only clients that have used at least 1/20 of their limit are broadcast; most never do. */
const broadcastFromFraction = 20;
/** An update has about 45 bytes; a PostgreSQL notification holds 7,999. */
const maxUpdatesPerNotice = 120;
const maxClients = 50_000;

/**
 * A rate limit store shared by all processes. Each process counts its own calls at once and broadcasts, four
 * times a second, the counts of clients with many calls: a limit holds to within a quarter of a second, and a
 * call needs no database query. While the database is down each process counts for itself.
 */
export async function openSharedLimits(database: Database, log: Pick<Logger, 'warn'>) {
  const here = randomUUID();
  const counted = new Map<string, Counted>();

  function windowOf(client: string, windowMs: number, now: number) {
    const known = counted.get(client);
    if (known && known.since + known.windowMs > now) return known;
    const fresh: Counted = { count: 0, unsent: 0, since: now, windowMs, max: Number.POSITIVE_INFINITY };
    // Inserted again at the end of the map, so that the oldest windows are evicted first.
    counted.delete(client);
    counted.set(client, fresh);
    if (counted.size > maxClients) counted.delete(counted.keys().next().value ?? '');
    return fresh;
  }

  const storeFor = (scope: string): FastifyRateLimitStore => ({
    incr(key, callback, windowMs, max) {
      const now = Date.now();
      const one = windowOf(hashOf(`${scope} ${key}`), windowMs, now);
      one.count += 1;
      one.unsent += 1;
      one.max = max;
      callback(null, { current: one.count, ttl: one.since + one.windowMs - now });
    },
    child: (options) => storeFor(scopeOf(options)),
  });

  function receive(payload: string) {
    const { from, news }: { from: string; news: Update[] } = JSON.parse(payload);
    if (from === here) return;
    const now = Date.now();
    for (const [client, more, since, windowMs] of news) {
      if (since + windowMs <= now) continue;
      const one = windowOf(client, windowMs, now);
      one.count += more;
      // The earliest start of the window applies; the machines' clocks may differ a little.
      one.since = Math.min(one.since, since);
    }
  }

  async function broadcast() {
    const now = Date.now();
    const news: Update[] = [];
    for (const [client, one] of counted) {
      if (one.since + one.windowMs <= now) counted.delete(client);
      else if (one.unsent > 0 && one.count * broadcastFromFraction >= one.max) {
        news.push([client, one.unsent, one.since, one.windowMs]);
        one.unsent = 0;
      }
    }
    for (let at = 0; at < news.length; at += maxUpdatesPerNotice) {
      const some = JSON.stringify({ from: here, news: news.slice(at, at + maxUpdatesPerNotice) });
      await database.pool.query('select pg_notify($1, $2)', [channel, some]);
    }
  }

  // Notifications missed while disconnected are not counted: more calls may pass until the window ends.
  const unlisten = await database.listen(channel, receive, () => {});
  let broadcasting: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    broadcasting = broadcasting
      .then(broadcast)
      .catch((error) => log.warn({ err: plainError(error) }, 'could not tell what was counted'));
  }, broadcastEveryMs);
  timer.unref();
  return {
    /** A constructor: @fastify/rate-limit calls it with `new`. */
    store: function SharedStore() {
      return storeFor('');
    } as unknown as FastifyRateLimitStoreCtor,
    async close() {
      clearInterval(timer);
      await broadcasting;
      await unlisten();
    },
  };
}

/** Clients are hashed, so that notifications contain no personal data. */
const hashOf = (client: string) => createHash('sha256').update(client).digest('base64url').slice(0, 16);

/** By its types the plugin passes the route, but it passes its settings with the route in `routeInfo`. */
function scopeOf(options: object) {
  const { routeInfo } = options as { routeInfo: { method?: unknown; url?: unknown } };
  return `${routeInfo.method} ${routeInfo.url}`;
}
