import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { dropDraft, readDraft, writeDraft } from '#web/ground/drafts.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { type Clock, paused, running, secondsOf } from './clock.ts';

type Kept = { practice: number; seconds: number };

/** The clock is told to the server this often, and to this device every second. */
const tellEvery = 30;

/**
 * The clock of one practice. A reload or an accident leaves it standing where it was last seen; the server knows of it
 * from the first start, so that a time is found again on another device.
 */
export function usePractice(record: number) {
  const api = useApi();
  const { root } = useShell();
  const owner = root?.aiUser.id ?? 0;
  const name = `practise-${record}`;
  const [practice, setPractice] = useState<number>();
  const [clock, setClock] = useState<Clock>({ seconds: 0, since: null });
  const [seconds, setSeconds] = useState(0);
  const [isFinished, setIsFinished] = useState(false);
  const told = useRef(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it was left
  useEffect(() => {
    const kept = readDraft<Kept>(name, owner)?.values;
    if (!kept) return;
    setPractice(kept.practice);
    setClock({ seconds: kept.seconds, since: null });
    setSeconds(kept.seconds);
  }, []);

  const keep = (id: number, now: number) =>
    writeDraft(name, { owner, key: '', version: null, values: { practice: id, seconds: now } });
  const tell = (id: number, now: number, is_finished = false) => {
    told.current = now;
    return api('PUT /api_ai/eraser/practice/{id}', { params: { id }, body: { seconds: now, is_finished } });
  };

  const tick = useEffectEvent(() => {
    const now = secondsOf(clock, Date.now());
    setSeconds(now);
    if (practice === undefined) return;
    keep(practice, now);
    // Logged by the call layer; it is told again, and kept here meanwhile.
    if (now - told.current >= tellEvery) tell(practice, now).catch(() => {});
  });
  const isRunning = clock.since !== null;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => tick(), 500);
    return () => clearInterval(timer);
  }, [isRunning]);

  return {
    seconds,
    isRunning,
    isFinished,
    isBegun: practice !== undefined,
    async start() {
      if (practice === undefined) {
        const begun = await api('POST /api_ai/eraser/erase_trace_record/{id}/practise', {
          params: { id: record },
        });
        setPractice(begun.id);
        told.current = 0;
      }
      setClock((before) => running(before, Date.now()));
    },
    async pause() {
      const stopped = paused(clock, Date.now());
      setClock(stopped);
      setSeconds(stopped.seconds);
      if (practice !== undefined) await tell(practice, stopped.seconds);
    },
    async finish() {
      const stopped = paused(clock, Date.now());
      setClock(stopped);
      setSeconds(stopped.seconds);
      if (practice === undefined) return;
      await tell(practice, stopped.seconds, true);
      dropDraft(name);
      setIsFinished(true);
    },
  };
}
