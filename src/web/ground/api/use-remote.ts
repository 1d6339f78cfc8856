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
  /** What the page was drawn with and has been taken over. */
  loaded: Value | undefined;
  /** The last answer, with the question that it answers. */
  last: { key: Key; value: Value } | undefined;
  problem: unknown;
  reading: boolean;
};
type Asked<Value> = { key: Key; loaded: Value | undefined };
type Read<Value> = (now: Value | undefined) => Promise<Value>;

/**
 * Reads one thing, never twice at once: whoever asks while it is being read is served by a second read, since the first
 * may not know yet what they ask for. What is shown stays when a read fails.
 */
export function createRemote<Value>({ key, loaded }: Asked<Value>, read: Read<Value>) {
  let state: State<Value> = {
    ...{ key, loaded, problem: undefined, reading: false },
    last: loaded === undefined ? undefined : { key, value: loaded },
  };
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** An answer to what was asked in an earlier round comes too late. */
  let round = 0;
  const { tell, subscribe } = createListeners();

  const set = (change: Partial<State<Value>>) => {
    state = { ...state, ...change };
    tell();
  };
  const stopWaiting = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const begin = () => {
    stopWaiting();
    const mine = round;
    const end = (change: Partial<State<Value>>) => {
      if (mine !== round) return;
      running = undefined;
      set({ ...change, reading: false });
    };
    set({ reading: true });
    running = read(state.last?.value).then(
      (value) => end({ last: { key: state.key, value }, problem: undefined }),
      // The call layer has logged it.
      (problem: unknown) => end({ problem }),
    );
    return running;
  };
  /** Done when a read that began after the asking has ended, however it went. */
  const reload = (): Promise<void> => {
    if (!running) return begin();
    const mine = round;
    next ??= running.then(() => {
      if (mine !== round) return;
      next = undefined;
      return running ?? begin();
    });
    return next;
  };
  const soon = (ms = burstMs) => {
    timer ??= setTimeout(reload, ms);
  };
  /** What is under way is of no use any more. */
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
    /** Asks something else, or takes over what the page was drawn with anew. Returns whether that answers it. */
    turnTo(asked: Asked<Value>): boolean {
      if (isDrawnAnew(state, asked)) {
        drop();
        set({ ...asked, last: { key: asked.key, value: asked.loaded as Value }, problem: undefined });
      } else if (asked.key !== state.key) {
        drop();
        set({ key: asked.key, problem: undefined });
      }
      return asked.loaded !== undefined && state.last?.key === asked.key;
    },
    /** What an action has answered is known without reading; a read that began before may not know it. */
    put(change: (now: Value | undefined) => Value) {
      set({ last: { key: state.key, value: change(state.last?.value) }, problem: undefined });
      if (!running) return;
      drop();
      begin();
    },
  };
}
type Remote<Value> = ReturnType<typeof createRemote<Value>>;

const isDrawnAnew = <Value>(state: State<Value>, { loaded }: Asked<Value>) =>
  loaded !== undefined && loaded !== state.loaded;

/** Looks again when somebody comes back to the tab or the network does. What failed is also tried again where nobody follows it. */
export function lookOnReturn(remote: Pick<Remote<unknown>, 'soon' | 'state'>, isFollowed: boolean) {
  const seen = () => {
    if (isFollowed && document.visibilityState === 'visible') remote.soon();
  };
  const online = () => {
    if (isFollowed || remote.state().problem !== undefined) remote.soon();
  };
  document.addEventListener('visibilitychange', seen);
  addEventListener('online', online);
  return () => {
    document.removeEventListener('visibilitychange', seen);
    removeEventListener('online', online);
  };
}

/** Looks again and again while somebody looks at the page. */
export function lookEvery(remote: Pick<Remote<unknown>, 'reload' | 'state'>, ms: number) {
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible' && !remote.state().reading) remote.reload();
  }, ms);
  return () => clearInterval(timer);
}

type Again = {
  /** The live events after which it is read again. It is then also read again on return, and once at the beginning, for what was told before anybody listened. */
  on?: readonly LiveKind[];
  /** Which of these events matter; all, unless told. */
  about?: (event: LiveEvent) => boolean;
  /** Read again on return to the tab, also without live events. */
  refreshOnFocus?: boolean;
  /** Nothing is read while this is false. */
  when?: boolean;
};
type Options<Value> = Again & {
  /** Another key is another value. */
  key?: Key;
  /** Told what is known by now. */
  read: (api: Api, now: Value | undefined) => Promise<Value>;
  /** What the page was drawn with: shown until it is read again. A new one takes the place of what was read. */
  loaded?: Value | undefined;
  /** Waits so long before another key is read, for who is still choosing. */
  pauseMs?: number;
  /** So often it is read without being told, in milliseconds; undefined for never. */
  every?: (value: Value | undefined) => number | undefined;
};
type Shown<Value> = Pick<Remote<Value>, 'reload' | 'put'> & {
  value: Value | undefined;
  /** What was read last, be it of another key. */
  lastValue: Value | undefined;
  /** Why the last read failed; useProblemWords says it. */
  problem: unknown;
  reading: boolean;
};

/** A value that the server has, as it is now: read once, then again whenever it may have changed. */
export function useRemote<Value>(
  options: Options<Value> & { key?: never; loaded: Value },
): Omit<Shown<Value>, 'put'> & { value: Value; put: (change: (now: Value) => Value) => void };
export function useRemote<Value>(options: Options<Value>): Shown<Value>;
export function useRemote<Value>({
  key = '',
  read,
  loaded,
  pauseMs,
  every,
  ...again
}: Options<Value>): Shown<Value> {
  const { when = true } = again;
  const api = useApi();
  const [remote, state] = useReads({ key, loaded }, (now) => read(api, now));
  const isFollowed = again.on !== undefined;
  useEffect(() => {
    if (!when) return;
    if (!remote.turnTo({ key, loaded })) pauseMs === undefined ? remote.reload() : remote.soon(pauseMs);
    else if (isFollowed) remote.soon();
    return remote.drop;
  }, [remote, key, loaded, when, pauseMs, isFollowed]);
  useLooks(remote, { ...again, refreshOnFocus: again.refreshOnFocus ?? every !== undefined });

  const isAnew = isDrawnAnew(state, { key, loaded });
  const answer = state.last?.key === key ? state.last : undefined;
  const value = isAnew ? loaded : answer?.value;
  const problem = isAnew || state.key !== key ? undefined : state.problem;
  const everyMs = when ? every?.(value) : undefined;
  useEffect(() => (everyMs === undefined ? undefined : lookEvery(remote, everyMs)), [remote, everyMs]);
  return {
    value,
    lastValue: isAnew ? loaded : state.last?.value,
    problem,
    reading: when && (state.reading || (!isAnew && !answer && problem === undefined)),
    reload: remote.reload,
    put: remote.put,
  };
}

/** What the page's loader gave, given anew when it may have changed. Without the server, the page stays as it is. */
export function usePageRefresh(again: Again = {}): Pick<Shown<null>, 'problem' | 'reading' | 'reload'> {
  const { revalidate } = useRevalidator();
  const [remote, { problem, reading }] = useReads<null>({ key: '', loaded: null }, async () => {
    // A page whose loaders cannot be reached gives way to one that says so: asked first, none is lost.
    const answer = await fetch('/builds/latest.json', { cache: 'no-store' });
    if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
    await revalidate();
    return null;
  });
  useEffect(() => remote.drop, [remote]);
  useLooks(remote, again);
  return { problem, reading, reload: remote.reload };
}

function useReads<Value>(asked: Asked<Value>, read: Read<Value>) {
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
  });
  const [remote] = useState(() => createRemote<Value>(asked, (now) => latest.current(now)));
  return [remote, useSyncExternalStore(remote.subscribe, remote.state, remote.state)] as const;
}

function useLooks(
  remote: Pick<Remote<unknown>, 'soon' | 'state'>,
  { on, about, refreshOnFocus = false, when = true }: Again,
) {
  const isFollowed = on !== undefined || refreshOnFocus;
  useEffect(() => (when ? lookOnReturn(remote, isFollowed) : undefined), [remote, when, isFollowed]);
  useLiveEvents(when && on ? on : [], (event) => {
    if (event.kind === 'gap' || !about || about(event)) remote.soon();
  });
}
