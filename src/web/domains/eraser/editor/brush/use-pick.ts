import { useEffect, useRef, useState } from 'react';
import type { ImageRecord } from '#shared/eraser/eraser.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { versionSource } from '../picture-address.ts';
import type { StageStore } from '../stage/stage-store.ts';
import type { Point } from '../stage/view-transform.ts';
import { fetchPicture } from '../use-picture.ts';
import { newPick, type Stroke } from './strokes.ts';
import { runInWorker } from './work.ts';

export type PickState =
  | { step: 'ready' | 'looking' | 'none' | 'frame' | 'failed' }
  | { step: 'picked'; likeCount: number };

/** How far from a stroke a tap may be, in CSS pixels. */
const reach = 12;

/** Picks ink by a tap: the stroke and others like it are shown, and erased when the user says so. */
export function usePick(
  store: StageStore,
  page: ImageRecord,
  { isActive, onErase }: { isActive: boolean; onErase: (stroke: Stroke) => void },
) {
  const { root } = useShell();
  const base = root?.settings.apiAiBase ?? '';
  const [state, setState] = useState<PickState>({ step: 'ready' });
  const stop = useRef<AbortController>(undefined);

  const clear = () => {
    stop.current?.abort();
    store.set({ picked: undefined });
    setState({ step: 'ready' });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tool or version drops what was picked
  useEffect(() => {
    clear();
    store.set({ taps: isActive, cursor: undefined });
    return () => stop.current?.abort();
  }, [store, isActive, page.version]);

  async function tap(at: Point) {
    clear();
    setState({ step: 'looking' });
    stop.current = new AbortController();
    const { signal } = stop.current;
    const { id, version, width, height } = page;
    const source = (view: 'erased' | 'straight') => versionSource(base, page, view).url('screen');
    try {
      const [before, now] = await Promise.all([
        fetchPicture(source('straight'), signal),
        fetchPicture(source('erased'), signal),
      ]);
      const size = { width, height };
      const given = { key: `${id}-${version}`, before, now, at, size };
      const ink = await runInWorker('pick', { ...given, reach: reach / store.get().view.scale });
      if (signal.aborted) return;
      if (ink.found !== 'ink') return setState({ step: ink.found });
      store.set({ picked: { own: ink.own, like: ink.like } });
      setState({ step: 'picked', likeCount: ink.likeCount });
    } catch (error) {
      if (signal.aborted) return;
      console.error('應用層錯誤: the ink was not found', error);
      setState({ step: 'failed' });
    }
  }

  return {
    state,
    tap,
    clear,
    /** Erases what is picked, with what looks like it or alone; one step to undo. */
    erase(withLike: boolean) {
      const { picked } = store.get();
      if (picked) onErase(newPick([...picked.own, ...(withLike ? picked.like : [])]));
      clear();
    },
  };
}
