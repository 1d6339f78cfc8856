import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database } from '#server/ground/db/db.ts';
import { plainMessage } from '#server/ground/log/log.ts';
import type { DeliveryChannelName } from '#shared/notices/delivery-rules.ts';
import type { DeliveryChannel, DeliveryOutcome } from './channel.ts';
import { type Claimed, claimDue } from './claim.ts';
import type { ChoicesOf, ReadEvents } from './events.ts';
import { type Change, settle } from './settle.ts';
import { mostAttempts, pauseMs, type QuietHours } from './timing.ts';

export type Engine = {
  readEvents: ReadEvents;
  choicesOf: ChoicesOf;
  /** Undefined: there are none. */
  quietHours: QuietHours | undefined;
  /** The clock; tests set their own. */
  now?: () => Date;
  /** How long one may take to send. */
  sendMs?: number;
  /** How long what is being sent is held for the worker that sends it; longer than it may take. */
  leaseMs?: number;
  /** After that the job ends and is queued again, so that it shows and stops like any other. */
  runMs?: number;
};

type Way = { name: DeliveryChannelName; channel: DeliveryChannel | undefined };
type Work = { database: Database; log: Logger; signal: AbortSignal };

/** How many are sent at the same time. A mail server and a gateway take fewer than the push services. */
const atOnce: Record<DeliveryChannelName, number> = { push: 64, email: 16, sms: 8 };
/** Claimed beyond those that are being sent, so that no one waits for the next claim. */
const claimedAhead = 4;
/** While something slow is being sent, what else has come meanwhile is looked for this often. */
const lookMs = 500;

/**
 * Sends by one channel what is due, until nothing is. Meanwhile it claims the next and writes what has ended, each over
 * a connection of its own. False: it ended for its time, and more may be due.
 */
export async function deliverDue(engine: Engine, { name, channel }: Way, { database, log, signal }: Work) {
  const { now = () => new Date(), sendMs = 20_000, leaseMs = 60_000, runMs = 30_000, ...readers } = engine;
  const parts = { channel: name, isConfigured: channel !== undefined, leaseMs, ...readers };
  const endAt = performance.now() + runMs;
  const waiting: (Claimed & { claimedAt: number })[] = [];
  /** When each of those that are being sent was begun, the longest ago first. */
  const begun = new Map<Claimed, number>();
  let ended: Change[] = [];
  let looksAt = 0;
  let isLooking = false;
  let isWriting = false;
  let failed: { error: unknown } | undefined;
  let wake = Promise.withResolvers<void>();

  /** Runs a part of the work beside the others; its failure ends the whole. */
  function beside(work: Promise<void>) {
    work
      .catch((error) => {
        failed ??= { error };
      })
      .finally(() => wake.resolve());
  }

  /** Not while something takes long to be sent: until that ended, nothing else would be looked for. */
  const isOver = () => {
    const [longest = Number.POSITIVE_INFINITY] = begun.values();
    return performance.now() >= endAt && performance.now() - longest < sendMs / 20;
  };
  const mayLook = () => !signal.aborted && !isOver();

  async function look() {
    isLooking = true;
    const { claimed, isFull } = await claimDue(
      database,
      { ...parts, most: claimedAhead * atOnce[name] },
      now(),
    );
    const claimedAt = performance.now();
    waiting.push(...claimed.map((one) => ({ ...one, claimedAt })));
    looksAt = isFull ? 0 : performance.now() + lookMs;
    isLooking = false;
  }

  async function write() {
    isWriting = true;
    const changes = ended;
    ended = [];
    await database.transaction((tx) => settle(tx, changes, now()));
    isWriting = false;
  }

  async function send(one: Claimed, via: DeliveryChannel) {
    begun.set(one, performance.now());
    const changes = await outcomeOf(one, via);
    // Only now: what had ended before may have been taken away to be written meanwhile.
    ended.push(...changes);
    begun.delete(one);
    wake.resolve();
  }

  async function outcomeOf({ delivery, rows }: Claimed, via: DeliveryChannel): Promise<Change[]> {
    const attempts = (rows[0]?.attempts ?? 0) + 1;
    try {
      const outcome = await inTime(
        via.send(delivery, AbortSignal.any([signal, AbortSignal.timeout(sendMs)])),
        sendMs,
      );
      return rows.map(({ id }) => ({ id, ...changeOf(outcome) }));
    } catch (error) {
      const reason = plainReason(error);
      log.warn({ channel: name, attempts, reason }, 'a delivery failed');
      if (attempts >= mostAttempts)
        return rows.map(({ id }) => ({ id, attempts, state: 'given_up', reason }));
      const dueAt = new Date(now().getTime() + pauseMs(attempts));
      return rows.map(({ id }) => ({ id, attempts, reason, dueAt }));
    }
  }

  /** Not begun in time to end before the claim does: somebody else may take it. */
  const release = ({ rows }: Claimed) => {
    for (const { id } of rows) ended.push({ id, dueAt: now() });
  };

  while (true) {
    if (failed) throw failed.error;
    if (!isLooking && waiting.length < atOnce[name] && performance.now() >= looksAt && mayLook())
      beside(look());
    while (channel && begun.size < atOnce[name] && waiting.length > 0) {
      const one = waiting.shift() as (typeof waiting)[number];
      const isLate = performance.now() - one.claimedAt > leaseMs - sendMs - 1_000;
      if (signal.aborted || isLate) release(one);
      else void send(one, channel);
    }
    if (!isWriting && ended.length > 0) beside(write());
    const isIdle = begun.size + waiting.length === 0 && !isLooking && !isWriting;
    if (isIdle && (looksAt > 0 || !mayLook())) return looksAt > 0;
    await Promise.race([wake.promise, sleep(lookMs, undefined, { ref: false })]);
    wake = Promise.withResolvers();
  }
}

function changeOf(outcome: DeliveryOutcome): Omit<Change, 'id'> {
  if (outcome.kind === 'sent') return { state: 'sent', reason: null };
  if (outcome.kind === 'nowhere') return { state: 'skipped', reason: 'nowhere' };
  return { state: 'given_up', reason: withoutPersons(outcome.reason) };
}

/** A channel that does not heed its signal delays nobody else. */
async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  const timer = new AbortController();
  const late = sleep(ms + 500, undefined, { signal: timer.signal }).then(() => {
    throw new Error('no_answer_in_time');
  });
  late.catch(() => {});
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
  }
}

/** What operators read: addresses, numbers and links are taken out. */
function plainReason(error: unknown) {
  return withoutPersons(error instanceof Error ? plainMessage(error) : 'an error without words');
}

const withoutPersons = (text: string) =>
  (text.split('\n')[0] ?? '').replace(/\S+@\S+|https?:\/\/\S+|\+?\d[\d\s-]{5,}\d/g, '…').slice(0, 200);

const keptDays = 30;

/** Deletes what ended long ago, the oldest first, some at a time. */
export async function tidyDeliveries(database: Database) {
  await database.db.execute(sql`
    delete from deliveries where state <> 'pending' and ended_at < now() - ${keptDays} * interval '1 day'
      and id in (select id from deliveries order by id limit 5000)`);
}
