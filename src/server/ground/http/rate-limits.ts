import { createHash, randomUUID } from 'node:crypto';
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { Logger } from 'pino';
import type { Database } from '../db/db.ts';
import { plainError } from '../log/log.ts';

type Counted = { count: number; untold: number; since: number; windowMs: number; max: number };
/** Who (as a hash), how many more, since when the window runs, and how long it is. */
type News = [who: string, more: number, since: number, windowMs: number];

const channel = 'rate_limits';
const tellEveryMs = 250;
/** Others hear of those who have made a twentieth of what they may: most people never do. */
const worthTelling = 20;
/** Some 45 bytes each; a notice holds 7,999. */
const mostInNotice = 120;
const mostCounted = 50_000;

/**
 * Counts calls for all processes together. Each counts its own at once and tells the others, four times a second, what it
 * has counted of those who call much: a limit holds to within a quarter of a second, and a call costs no question to the
 * database. While that is away each process counts for itself.
 */
export async function openSharedLimits(database: Database, log: Pick<Logger, 'warn'>) {
  const here = randomUUID();
  const counted = new Map<string, Counted>();

  function windowOf(who: string, windowMs: number, now: number) {
    const known = counted.get(who);
    if (known && known.since + known.windowMs > now) return known;
    const fresh: Counted = { count: 0, untold: 0, since: now, windowMs, max: Number.POSITIVE_INFINITY };
    // Anew, so that the oldest are first in line to be forgotten.
    counted.delete(who);
    counted.set(who, fresh);
    if (counted.size > mostCounted) counted.delete(counted.keys().next().value ?? '');
    return fresh;
  }

  const storeFor = (scope: string): FastifyRateLimitStore => ({
    incr(key, callback, windowMs, max) {
      const now = Date.now();
      const one = windowOf(hashOf(`${scope} ${key}`), windowMs, now);
      one.count += 1;
      one.untold += 1;
      one.max = max;
      callback(null, { current: one.count, ttl: one.since + one.windowMs - now });
    },
    child: (options) => storeFor(scopeOf(options)),
  });

  function hear(payload: string) {
    const { from, news }: { from: string; news: News[] } = JSON.parse(payload);
    if (from === here) return;
    const now = Date.now();
    for (const [who, more, since, windowMs] of news) {
      if (since + windowMs <= now) continue;
      const one = windowOf(who, windowMs, now);
      one.count += more;
      // The window of whoever was asked first; clocks of machines may differ a little.
      one.since = Math.min(one.since, since);
    }
  }

  async function tell() {
    const now = Date.now();
    const news: News[] = [];
    for (const [who, one] of counted) {
      if (one.since + one.windowMs <= now) counted.delete(who);
      else if (one.untold > 0 && one.count * worthTelling >= one.max) {
        news.push([who, one.untold, one.since, one.windowMs]);
        one.untold = 0;
      }
    }
    for (let at = 0; at < news.length; at += mostInNotice) {
      const some = JSON.stringify({ from: here, news: news.slice(at, at + mostInNotice) });
      await database.pool.query('select pg_notify($1, $2)', [channel, some]);
    }
  }

  // What was told while nobody could hear is not counted there: more may pass, until the window ends.
  const unlisten = await database.listen(channel, hear, () => {});
  let telling: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    telling = telling
      .then(tell)
      .catch((error) => log.warn({ err: plainError(error) }, 'could not tell what was counted'));
  }, tellEveryMs);
  timer.unref();
  return {
    /** The plugin calls it with `new`. */
    store: function SharedStore() {
      return storeFor('');
    } as unknown as FastifyRateLimitStoreCtor,
    async close() {
      clearInterval(timer);
      await telling;
      await unlisten();
    },
  };
}

/** What passes through the database says nothing about anybody. */
const hashOf = (who: string) => createHash('sha256').update(who).digest('base64url').slice(0, 16);

/** The plugin's types promise the route itself; it hands over its settings, with the route in them. */
function scopeOf(options: object) {
  const { routeInfo } = options as { routeInfo: { method?: unknown; url?: unknown } };
  return `${routeInfo.method} ${routeInfo.url}`;
}
