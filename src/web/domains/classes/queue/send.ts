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
import type { TapStore } from './store.ts';
import type { NewTap } from './tap.ts';

/** Why sending stopped before the end; undefined when nothing waits any more. */
export type Held = 'offline' | 'trouble' | 'other-account' | undefined;

type Post = {
  owner: number;
  store: TapStore;
  /** Renews what sending needs, and says who is logged in here. */
  whoIsHere: () => Promise<number>;
  send: (body: ClockBody) => Promise<unknown>;
  now?: () => number;
};

/** A tap that was made just now is sent with what the page has; an older one may have outlived its token. */
const freshMs = 10_000;

/** What says nothing of the tap itself: it is sent again later. */
const passing: readonly number[] = [
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
const isPassing = (error: unknown) => error instanceof ApiError && passing.includes(error.code);

/** Sends what waits, in order. What the server refuses stays with its reason; what it did not hear waits on. */
export async function sendWaiting({ owner, store, whoIsHere, send, now = Date.now }: Post): Promise<Held> {
  let isRenewed = false;
  // One at a time from the store: another tab may have dismissed one meanwhile.
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
      if (isPassing(error)) return 'trouble';
      await store.refuse(tap, { code: error.code, message: error.message });
    }
  }
  return undefined;
}

/** The device's time at the tap, and its time now, by which the server compares the clocks. */
export const bodyOf = ({ classId, key, at, status, startKey }: NewTap, sentAt: Date): ClockBody => ({
  class_id: classId,
  key,
  at,
  sent_at: sentAt.toISOString(),
  ...(status === 1 ? { status } : { status, ...(startKey && { start_key: startKey }) }),
});

/** One at a time in all tabs; in a browser without locks, in this one, and the key makes two one. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (navigator.locks) return navigator.locks.request('mingshi clock-in', work) as Promise<T>;
  const turn = last.then(work, work);
  last = turn.catch(() => {});
  return turn;
}
let last: Promise<unknown> = Promise.resolve();
