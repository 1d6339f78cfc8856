import { useEffect, useMemo } from 'react';
import type { ImageRecord, PageVersion } from '#shared/eraser/eraser.ts';
import type { Strength } from '#shared/eraser/limits.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { strengthSource, versionSource } from './picture-address.ts';
import { resize, type StageState, type StageStore, useStage } from './stage/stage-store.ts';
import { usePicture } from './use-picture.ts';

/** Longest side of a picture of size `screen`. */
const screenSide = 1600;

/** Whether the zoom shows more detail than the `screen` size has. */
const needsFullSize = ({ view, density, page }: StageState) =>
  view.scale * density > (screenSide / Math.max(page.width, page.height)) * 1.02;

/**
 * Puts the current version of the page and the picture compared with it on the stage; while the page is switched
 * to another strength, the preview of it.
 */
export function usePagePictures(
  store: StageStore,
  page: ImageRecord,
  compared: PageVersion | undefined,
  strength: Strength | undefined,
) {
  const { root } = useShell();
  const base = root?.settings.apiAiBase ?? '';
  const isZoomedIn = useStage(store, needsFullSize);
  const { id, version, width, height } = page;
  const shown = useMemo(
    () => (version > 0 ? { id, version, width, height } : undefined),
    [id, version, width, height],
  );
  const after = usePicture(
    shown && (strength ? strengthSource(base, page, strength) : versionSource(base, shown, 'erased')),
    isZoomedIn && !strength,
  );
  const before = usePicture(
    compared
      ? versionSource(base, { id, version: compared.number, ...sizeOf(compared) }, 'erased')
      : shown && versionSource(base, shown, 'straight'),
    isZoomedIn,
  );

  useEffect(() => {
    if (!after.picture) return;
    resize(store, { page: after.picture.size });
    store.set({ after: after.picture, paper: after.picture.paper });
  }, [store, after.picture]);
  useEffect(() => store.set({ before: before.picture }), [store, before.picture]);

  return {
    /** The version on the stage now. */
    shownVersion: after.isHere && !strength ? version : undefined,
    isLoading: !after.isHere && !after.failed,
    failed: after.failed,
    beforeFailed: before.failed,
    isBlurred: after.isBlurred || before.isBlurred,
    retry() {
      after.retry();
      before.retry();
    },
  };
}

const sizeOf = ({ width, height }: PageVersion) => ({ width, height });
