import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useRevalidator } from 'react-router';
import type { LiveEvent, LiveKind } from '#shared/live-events.ts';
import { createListeners } from '../listeners.ts';
import type { Api } from './api.ts';
import { useApi } from './api-provider.tsx';
import { useLiveEvents } from './use-live-events.ts';

/** Events come in bursts: one read serves all that come within this time. */
const burstMs = 120;

type Key = string | number;
type State<Value> = {
  key: Key;
  /** The loader data that was last taken over. */
  loaded: Value | undefined;
  /** The last answer, with the key it belongs to. */
  last: { key: Key; value: Value } | undefined;
  problem: unknown;
  reading: boolean;
};
type Source<Value> = { key: Key; loaded: Value | undefined };
type Read<Value> = (now: Value | undefined) => Promise<Value>;

/**
 * Reads one value and never runs two reads at once: a request during a read is served by a second read, since
 * the first may miss the change that caused the request. A failed read leaves the last value in place.
 */
export function createRemote<Value>({ key, loaded }: Source<Value>, read: Read<Value>) {
  let state: State<Value> = {
    ...{ key, loaded, problem: undefined, reading: false },
    last: loaded === undefined ? undefined : { key, value: loaded },
  };
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Incremented when the reads under way become obsolete; their answers are then ignored. */
  let round = 0;
  const { notify: notifyListeners, subscribe } = createListeners();

  const set = (change: Partial<State<Value>>) => {
    state = { ...state, ...change };
    notifyListeners();
  };
  const stopWaiting = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const begin = () => {
    stopWaiting();
    const thisRound = round;
    const end = (change: Partial<State<Value>>) => {
      if (thisRound !== round) return;
      running = undefined;
      set({ ...change, reading: false });
    };
    set({ reading: true });
    running = read(state.last?.value).then(
      (value) => end({ last: { key: state.key, value }, problem: undefined }),
      // The API client has logged the error.
      (problem: unknown) => end({ problem }),
    );
    return running;
  };
  /** Resolves when a read that began after this call has ended, successfully or not. */
  const reload = (): Promise<void> => {
    if (!running) return begin();
    const thisRound = round;
    next ??= running.then(() => {
      if (thisRound !== round) return;
      next = undefined;
      return running ?? begin();
    });
    return next;
  };
  const soon = (ms = burstMs) => {
    timer ??= setTimeout(reload, ms);
  };
  /** Abandons the reads under way. */
  const drop = () => {
    stopWaiting();
    round += 1;
    running = undefined;
    next = undefined;
    if (state.reading) set({ reading: false });
  };
  return {
    state: () => state,
    subscribe,
    reload,
    soon,
    drop,
    /** Changes the key, or takes over new loader data. Returns whether the loader data answers this key. */
    turnTo(source: Source<Value>): boolean {
      if (hasNewLoaderData(state, source)) {
        drop();
        set({ ...source, last: { key: source.key, value: source.loaded as Value }, problem: undefined });
      } else if (source.key !== state.key) {
        drop();
        set({ key: source.key, problem: undefined });
      }
      return source.loaded !== undefined && state.last?.key === source.key;
    },
    /**
     * Stores the result of an action without a read. A read that began earlier may lack it, so that read is
     * repeated.
     */
    put(change: (now: Value | undefined) => Value) {
      set({ last: { key: state.key, value: change(state.last?.value) }, problem: undefined });
      if (!running) return;
      drop();
      begin();
    },
  };
}
type Remote<Value> = ReturnType<typeof createRemote<Value>>;

const hasNewLoaderData = <Value>(state: State<Value>, { loaded }: Source<Value>) =>
  loaded !== undefined && loaded !== state.loaded;

/**
 * Reads again when the tab becomes visible or the network returns. A failed value is retried on return of the
 * network even without live events.
 */
export function refreshOnReturn(remote: Pick<Remote<unknown>, 'soon' | 'state'>, isLive: boolean) {
  const seen = () => {
    if (isLive && document.visibilityState === 'visible') remote.soon();
  };
  const online = () => {
    if (isLive || remote.state().problem !== undefined) remote.soon();
  };
  document.addEventListener('visibilitychange', seen);
  addEventListener('online', online);
  return () => {
    document.removeEventListener('visibilitychange', seen);
    removeEventListener('online', online);
  };
}

/** Polls while the page is visible. */
export function poll(remote: Pick<Remote<unknown>, 'reload' | 'state'>, ms: number) {
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible' && !remote.state().reading) remote.reload();
  }, ms);
  return () => clearInterval(timer);
}

type RefreshOptions = {
  /**
   * The live events after which the value is read again. It is then also read when the tab becomes visible,
   * and once at the beginning, in case an event came before the connection was open.
   */
  on?: readonly LiveKind[];
  /** Which of these events matter; by default all of them. */
  about?: (event: LiveEvent) => boolean;
  /** Reads again when the tab becomes visible, also without live events. */
  refreshOnFocus?: boolean;
  /** Nothing is read while this is false. */
  when?: boolean;
};
type Options<Value> = RefreshOptions & {
  /** A different key is a different value. */
  key?: Key;
  /** Receives the last known value. */
  read: (api: Api, now: Value | undefined) => Promise<Value>;
  /** Loader data, shown until the value is read again. New loader data replaces what was read. */
  loaded?: Value | undefined;
  /** Delay before a new key is read, for a user who is still choosing. */
  pauseMs?: number;
  /** The polling interval in milliseconds; undefined for none. */
  every?: (value: Value | undefined) => number | undefined;
};
export type RemoteValue<Value> = Pick<Remote<Value>, 'reload' | 'put'> & {
  value: Value | undefined;
  /** The value read last, even if it belongs to another key. */
  lastValue: Value | undefined;
  /** Why the last read failed; problemMessage gives the message. */
  problem: unknown;
  reading: boolean;
};

/** A value from the server, kept current: read once, then again whenever it may have changed. */
export function useRemote<Value>(
  options: Options<Value> & { key?: never; loaded: Value },
): Omit<RemoteValue<Value>, 'put'> & { value: Value; put: (change: (now: Value) => Value) => void };
export function useRemote<Value>(options: Options<Value>): RemoteValue<Value>;
export function useRemote<Value>({
  key = '',
  read,
  loaded,
  pauseMs,
  every,
  ...again
}: Options<Value>): RemoteValue<Value> {
  const { when = true } = again;
  const api = useApi();
  const [remote, state] = useReads({ key, loaded }, (now) => read(api, now));
  const isLive = again.on !== undefined;
  useEffect(() => {
    if (!when) return;
    if (!remote.turnTo({ key, loaded })) pauseMs === undefined ? remote.reload() : remote.soon(pauseMs);
    else if (isLive) remote.soon();
    return remote.drop;
  }, [remote, key, loaded, when, pauseMs, isLive]);
  useRefreshTriggers(remote, { ...again, refreshOnFocus: again.refreshOnFocus ?? every !== undefined });

  const isNew = hasNewLoaderData(state, { key, loaded });
  const answer = state.last?.key === key ? state.last : undefined;
  const value = isNew ? loaded : answer?.value;
  const problem = isNew || state.key !== key ? undefined : state.problem;
  const everyMs = when ? every?.(value) : undefined;
  useEffect(() => (everyMs === undefined ? undefined : poll(remote, everyMs)), [remote, everyMs]);
  return {
    value,
    lastValue: isNew ? loaded : state.last?.value,
    problem,
    reading: when && (state.reading || (!isNew && !answer && problem === undefined)),
    reload: remote.reload,
    put: remote.put,
  };
}

/**
 * Runs the page's loaders again when their data may have changed. If the server is not reached, the page
 * stays as it is.
 */
export function usePageRefresh(
  again: RefreshOptions = {},
): Pick<RemoteValue<null>, 'problem' | 'reading' | 'reload'> {
  const { revalidate } = useRevalidator();
  const [remote, { problem, reading }] = useReads<null>({ key: '', loaded: null }, async () => {
    // A page whose loaders fail is replaced by an error page, so we first check that the server answers.
    const answer = await fetch('/builds/latest.json', { cache: 'no-store' });
    if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
    await revalidate();
    return null;
  });
  useEffect(() => remote.drop, [remote]);
  useRefreshTriggers(remote, again);
  return { problem, reading, reload: remote.reload };
}

function useReads<Value>(source: Source<Value>, read: Read<Value>) {
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
  });
  const [remote] = useState(() => createRemote<Value>(source, (now) => latest.current(now)));
  return [remote, useSyncExternalStore(remote.subscribe, remote.state, remote.state)] as const;
}

function useRefreshTriggers(
  remote: Pick<Remote<unknown>, 'soon' | 'state'>,
  { on, about, refreshOnFocus = false, when = true }: RefreshOptions,
) {
  const isLive = on !== undefined || refreshOnFocus;
  useEffect(() => (when ? refreshOnReturn(remote, isLive) : undefined), [remote, when, isLive]);
  useLiveEvents(when && on ? on : [], (event) => {
    if (event.kind === 'gap' || !about || about(event)) remote.soon();
  });
}
