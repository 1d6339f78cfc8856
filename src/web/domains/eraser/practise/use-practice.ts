import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { dropDraft, readDraft, writeDraft } from '#web/ground/drafts.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { type Clock, paused, running, secondsOf } from './clock.ts';

type SavedPractice = { practice: number; seconds: number };

/** The clock is reported to the server every this many seconds, and saved on this device every second. */
const reportEverySeconds = 30;

/**
 * The clock of one practice. After a reload or crash it is paused at the last saved time. The server knows
 * the practice from its first start, so that the time is also found on another device.
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
  const lastReported = useRef(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: restores the draft once
  useEffect(() => {
    const saved = readDraft<SavedPractice>(name, owner)?.values;
    if (!saved) return;
    setPractice(saved.practice);
    setClock({ seconds: saved.seconds, since: null });
    setSeconds(saved.seconds);
  }, []);

  const saveDraft = (id: number, now: number) =>
    writeDraft(name, { owner, key: '', version: null, values: { practice: id, seconds: now } });
  const report = (id: number, now: number, is_finished = false) => {
    lastReported.current = now;
    return api('PUT /api_ai/eraser/practice/{id}', { params: { id }, body: { seconds: now, is_finished } });
  };

  const tick = useEffectEvent(() => {
    const now = secondsOf(clock, Date.now());
    setSeconds(now);
    if (practice === undefined) return;
    saveDraft(practice, now);
    // Logged by the API layer; reported again later, and saved here meanwhile.
    if (now - lastReported.current >= reportEverySeconds) report(practice, now).catch(() => {});
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
        lastReported.current = 0;
      }
      setClock((before) => running(before, Date.now()));
    },
    async pause() {
      const stopped = paused(clock, Date.now());
      setClock(stopped);
      setSeconds(stopped.seconds);
      if (practice !== undefined) await report(practice, stopped.seconds);
    },
    async finish() {
      const stopped = paused(clock, Date.now());
      setClock(stopped);
      setSeconds(stopped.seconds);
      if (practice === undefined) return;
      await report(practice, stopped.seconds, true);
      dropDraft(name);
      setIsFinished(true);
    },
  };
}
