import { useCallback, useEffect, useRef, useState } from 'react';
import type { ImageRecord } from '#shared/eraser/eraser.ts';
import type { Locale } from '#shared/locale.ts';
import { postForm } from '#web/ground/api/post-form.ts';
import type { Bases } from '#web/ground/api/renewal.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useWords } from '#web/ground/i18n/words.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { useToast } from '#web/ground/toast.ts';
import type { StageStore } from '../stage/stage-store.ts';
import { dropStrokes, keepStrokes, readStrokes, type StrokeDraft } from './stroke-draft.ts';
import { noStrokes, redoStroke, type StrokeHistory, undoStroke, withStroke } from './stroke-history.ts';
import type { Stroke } from './strokes.ts';
import { order } from './work.ts';

/**
 * The strokes of a page that are not saved. Each is kept on this device at once, with the version it was painted on, and
 * goes only when the server has it or its owner throws it away.
 */
export function useBrush(
  store: StageStore,
  page: ImageRecord,
  { shownVersion, onSaved }: { shownVersion: number | undefined; onSaved: (page: ImageRecord) => void },
) {
  const t = useWords();
  const toast = useToast();
  const { run } = useAction({
    toast: (why) => t('editor.notDone.why', { what: t('editor.brush.notSaved'), why }),
  });
  const { root, locale } = useShell();
  const owner = root?.aiUser.id ?? 0;
  const [aside, setAside] = useState<StrokeDraft>();
  const [isSaving, setSaving] = useState(false);
  /** The version that the strokes on the stage have become, until its picture is there. */
  const [savedAs, setSavedAs] = useState(0);
  const warned = useRef(false);
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);

  useEffect(() => {
    // What is on its way stays on the stage, also when its version is heard of before the answer comes.
    if (isSaving) return;
    const draft = readStrokes(page.id, owner);
    const fits = draft?.from === page.version;
    store.set({ strokes: fits ? { done: draft.strokes, undone: [] } : noStrokes });
    setAside(draft && !fits ? draft : undefined);
  }, [store, page.id, page.version, owner, isSaving]);

  useEffect(() => {
    if (savedAs === 0 || shownVersion === undefined) return;
    // Or another version by now, from elsewhere.
    if (shownVersion !== savedAs && page.version === savedAs) return;
    store.set({ strokes: noStrokes });
    setSavedAs(0);
    setSaving(false);
  }, [store, shownVersion, savedAs, page.version]);

  const keep = useCallback(
    (strokes: StrokeHistory) => {
      store.set({ strokes });
      const kept = keepStrokes(page.id, owner, { from: page.version, strokes: [...strokes.done] });
      if (!kept && !warned.current) toast.error(t('editor.brush.notKept'), { duration: 0 });
      warned.current ||= !kept;
    },
    [store, page.id, page.version, owner, toast, t],
  );

  return {
    /** Strokes painted on another version than the one the page stands at. */
    aside,
    isSaving,
    add: (stroke: Stroke) => keep(withStroke(store.get().strokes, stroke)),
    undo: () => keep(undoStroke(store.get().strokes)),
    redo: () => keep(redoStroke(store.get().strokes)),
    discard: () => keep(noStrokes),
    discardAside() {
      dropStrokes(page.id);
      setAside(undefined);
    },
    async save() {
      const bases = { base: root?.settings.apiBase ?? '', aiBase: root?.settings.apiAiBase ?? '' };
      setSaving(true);
      stop.current = new AbortController();
      const { signal } = stop.current;
      const strokes = store.get().strokes.done;
      let isSaved = false;
      await run(
        () =>
          sendBrush({ page, strokes, bases, locale, signal }).catch((error) => {
            // Whoever has left is told nothing; the strokes are still kept.
            if (signal.aborted) return undefined;
            throw error;
          }),
        (saved) => {
          if (!saved) return;
          isSaved = true;
          dropStrokes(page.id);
          onSaved(saved);
          setSavedAs(saved.version);
        },
      );
      if (!isSaved) setSaving(false);
      return isSaved;
    },
  };
}

type Brush = {
  page: Pick<ImageRecord, 'id' | 'version' | 'width' | 'height'>;
  strokes: readonly Stroke[];
  bases: Bases;
  locale: Locale;
  signal: AbortSignal;
};

/** Strokes go out as what becomes of every pixel; the server has the pixels and makes the new version of them. */
async function sendBrush({ page, strokes, bases, locale, signal }: Brush) {
  const mask = await order('mask', { strokes, size: { width: page.width, height: page.height } });
  const form = new FormData();
  form.set('from', String(page.version));
  form.set('mask', mask, 'mask.png');
  const path = `/api_ai/eraser/image_record/${page.id}/brush`;
  const made = await postForm({ bases, path, face: 'ai', locale, form, onProgress: () => {}, signal });
  return made as ImageRecord;
}
