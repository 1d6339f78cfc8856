import type { ClockBody } from '#shared/classes.ts';
import {
  conflict,
  csrfFailed,
  internal,
  notReady,
  notSignedIn,
  secondFactorNeeded,
  sessionInvalid,
  tokenExpired,
  tooMany,
  tooSlow,
  wrongOrigin,
} from '#shared/codes/numbers.ts';
import { ApiError } from '#web/ground/api/api.ts';
import type { NewClockIn } from './queued-clock-in.ts';
import type { ClockInStore } from './store.ts';

/** Why sending stopped early; undefined when the queue is empty or holds only refused clock-ins. */
export type SendStop = 'offline' | 'trouble' | 'other-account' | undefined;

type SendOptions = {
  owner: number;
  store: ClockInStore;
  /** Renews the session if necessary, and returns the logged-in user's id. */
  whoIsHere: () => Promise<number>;
  send: (body: ClockBody) => Promise<unknown>;
  now?: () => number;
};

/** A clock-in made within this time is sent with the current token; an older one may have outlived it. */
const freshMs = 10_000;

/** Temporary errors that do not concern the clock-in itself: it is sent again later. */
const temporaryCodes: readonly number[] = [
  tooMany,
  tooSlow,
  notReady,
  conflict,
  internal,
  sessionInvalid,
  notSignedIn,
  tokenExpired,
  csrfFailed,
  wrongOrigin,
  secondFactorNeeded,
];
const isTemporary = (error: unknown) => error instanceof ApiError && temporaryCodes.includes(error.code);

/** Sends the queued clock-ins in order. A refused one stays with its reason; an unsent one stays queued. */
export async function sendWaiting({
  owner,
  store,
  whoIsHere,
  send,
  now = Date.now,
}: SendOptions): Promise<SendStop> {
  let isRenewed = false;
  // Each is read from the store again: another tab may have dismissed it meanwhile.
  for (const { order } of await store.of(owner)) {
    const tap = (await store.of(owner)).find((one) => one.order === order);
    if (!tap || tap.refused) continue;
    try {
      if (!isRenewed && now() - Date.parse(tap.at) > freshMs) {
        if ((await whoIsHere()) !== owner) return 'other-account';
        isRenewed = true;
      }
      await send(bodyOf(tap, new Date(now())));
      await store.remove(tap);
    } catch (error) {
      if (!(error instanceof ApiError)) return 'offline';
      if (isTemporary(error)) return 'trouble';
      await store.refuse(tap, { code: error.code, message: error.message });
    }
  }
  return undefined;
}

/** The device's time at the clock-in and its time now, with which the server compares the clocks. */
export const bodyOf = (
  { classId, key, at, status, startKey, plannedAt }: NewClockIn,
  sentAt: Date,
): ClockBody => ({
  class_id: classId,
  key,
  at,
  sent_at: sentAt.toISOString(),
  ...(status === 1
    ? { status, ...(plannedAt !== undefined && { planned_at: plannedAt }) }
    : { status, ...(startKey && { start_key: startKey }) }),
});

/**
 * Runs one at a time across all tabs, or within this tab without Web Locks; the idempotency key makes a
 * duplicate harmless.
 */
export function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  if (navigator.locks) return navigator.locks.request('mingshi clock-in', work) as Promise<T>;
  const turn = last.then(work, work);
  last = turn.catch(() => {});
  return turn;
}
let last: Promise<unknown> = Promise.resolve();
