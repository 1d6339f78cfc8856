import { useCallback, useEffect, useRef, useState } from 'react';
import type { ImageRecord } from '#shared/eraser/eraser.ts';
import type { Locale } from '#shared/locale.ts';
import { postForm } from '#web/ground/api/post-form.ts';
import type { Bases } from '#web/ground/api/renewal.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { useToast } from '#web/ground/toast.ts';
import type { StageStore } from '../stage/stage-store.ts';
import { dropStrokes, readStrokes, type StrokeDraft, saveStrokes } from './stroke-draft.ts';
import { noStrokes, redoStroke, type StrokeHistory, undoStroke, withStroke } from './stroke-history.ts';
import type { Stroke } from './strokes.ts';
import { runInWorker } from './work.ts';

/**
 * Unsaved strokes of a page. Each is stored on this device at once, with the version it was painted on, until
 * the server has saved it or the user discards it.
 */
export function useBrush(
  store: StageStore,
  page: ImageRecord,
  { shownVersion, onSaved }: { shownVersion: number | undefined; onSaved: (page: ImageRecord) => void },
) {
  const t = useTranslate();
  const toast = useToast();
  const { run } = useAction({
    toast: (why) => t('editor.notDone.why', { what: t('editor.brush.notSaved'), why }),
  });
  const { root, locale } = useShell();
  const owner = root?.aiUser.id ?? 0;
  const [aside, setAside] = useState<StrokeDraft>();
  const [isSaving, setSaving] = useState(false);
  /** The version saved from the strokes on the stage, until its picture is loaded. */
  const [savedAs, setSavedAs] = useState(0);
  const warned = useRef(false);
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);

  useEffect(() => {
    // Strokes being saved stay on the stage, also when an event announces their version before the answer
    // arrives.
    if (isSaving) return;
    const draft = readStrokes(page.id, owner);
    const isSameVersion = draft?.from === page.version;
    store.set({ strokes: isSameVersion ? { done: draft.strokes, undone: [] } : noStrokes });
    setAside(draft && !isSameVersion ? draft : undefined);
  }, [store, page.id, page.version, owner, isSaving]);

  useEffect(() => {
    if (savedAs === 0 || shownVersion === undefined) return;
    // Or another version was made elsewhere meanwhile.
    if (shownVersion !== savedAs && page.version === savedAs) return;
    store.set({ strokes: noStrokes });
    setSavedAs(0);
    setSaving(false);
  }, [store, shownVersion, savedAs, page.version]);

  const update = useCallback(
    (strokes: StrokeHistory) => {
      store.set({ strokes });
      const isStored = saveStrokes(page.id, owner, { from: page.version, strokes: [...strokes.done] });
      if (!isStored && !warned.current) toast.error(t('editor.brush.notKept'), { duration: 0 });
      warned.current ||= !isStored;
    },
    [store, page.id, page.version, owner, toast, t],
  );

  return {
    /** Strokes painted on another version than the current one. */
    aside,
    isSaving,
    add: (stroke: Stroke) => update(withStroke(store.get().strokes, stroke)),
    undo: () => update(undoStroke(store.get().strokes)),
    redo: () => update(redoStroke(store.get().strokes)),
    discard: () => update(noStrokes),
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
            // The user left the page: no message; the strokes are still stored.
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

/** Sends the strokes as a mask; the server has the pixels and makes the new version. */
async function sendBrush({ page, strokes, bases, locale, signal }: Brush) {
  const mask = await runInWorker('mask', { strokes, size: { width: page.width, height: page.height } });
  const form = new FormData();
  form.set('from', String(page.version));
  form.set('mask', mask, 'mask.png');
  const path = `/api_ai/eraser/image_record/${page.id}/brush`;
  const made = await postForm({ bases, path, face: 'ai', locale, form, onProgress: () => {}, signal });
  return made as ImageRecord;
}
