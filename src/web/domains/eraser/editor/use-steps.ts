import { useEffect, useEffectEvent, useState } from 'react';
import type { ImageRecord, PageVersion } from '#shared/eraser/eraser.ts';
import type { useBrush } from './brush/use-brush.ts';
import { type StageStore, useStage } from './stage/stage-store.ts';
import { olderThan } from './use-versions.ts';

type Steps = {
  store: StageStore;
  page: ImageRecord;
  versions: readonly PageVersion[] | undefined;
  brush: Pick<ReturnType<typeof useBrush>, 'undo' | 'redo' | 'isSaving' | 'aside'>;
  goTo: (number: number) => Promise<boolean | undefined>;
};

/** Undo and redo: by stroke while strokes are unsaved, then by version. Also with Ctrl+Z. */
export function useSteps({ store, page, versions = [], brush, goTo }: Steps) {
  const canUndoStroke = useStage(store, ({ strokes }) => strokes.done.length > 0);
  const canRedoStroke = useStage(store, ({ strokes }) => strokes.undone.length > 0);
  // Versions that can be redone; a new version clears them.
  const [ahead, setAhead] = useState<readonly number[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever a version is added
  useEffect(() => setAhead([]), [page.versions]);

  const older = olderThan(versions, page.version);
  const newer = ahead.at(-1);
  const idle = !brush.isSaving;
  const undo = canUndoStroke
    ? brush.undo
    : older === undefined
      ? undefined
      : async () => {
          const { version } = page;
          if (await goTo(older)) setAhead((before) => [...before, version]);
        };
  const redo = canRedoStroke
    ? brush.redo
    : newer === undefined || canUndoStroke
      ? undefined
      : async () => {
          if (await goTo(newer)) setAhead((before) => before.slice(0, -1));
        };
  const steps = { undo: idle ? undo : undefined, redo: idle ? redo : undefined };

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== 'z' && key !== 'y')) return;
    if (document.querySelector('dialog[open]') || isTyping(event.target)) return;
    event.preventDefault();
    if (key === 'y' || event.shiftKey) steps.redo?.();
    else steps.undo?.();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  return steps;
}

const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.matches('textarea, input:not([type="range"]), [contenteditable]');
