import { useEffect, useMemo } from 'react';
import type { ImageRecord, PageVersion } from '#shared/eraser/eraser.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { versionSource } from './picture-address.ts';
import { resize, type StageState, type StageStore, useStage } from './stage/stage-store.ts';
import { usePicture } from './use-picture.ts';

/** The longest side of a picture of the screen's size. */
const screenSide = 1600;

/** Whether somebody looks closer than a picture of the screen's size can show. */
const looksClosely = ({ view, density, page }: StageState) =>
  view.scale * density > (screenSide / Math.max(page.width, page.height)) * 1.02;

/** Puts the page on the stage: as it stands, and what it is compared with. */
export function usePagePictures(store: StageStore, page: ImageRecord, compared: PageVersion | undefined) {
  const { root } = useShell();
  const base = root?.settings.apiAiBase ?? '';
  const close = useStage(store, looksClosely);
  const { id, version, width, height } = page;
  const shown = useMemo(
    () => (version > 0 ? { id, version, width, height } : undefined),
    [id, version, width, height],
  );
  const after = usePicture(shown && versionSource(base, shown, 'erased'), close);
  const before = usePicture(
    compared
      ? versionSource(base, { id, version: compared.number, ...sizeOf(compared) }, 'erased')
      : shown && versionSource(base, shown, 'straight'),
    close,
  );

  useEffect(() => {
    if (!after.picture) return;
    resize(store, { page: after.picture.size });
    store.set({ after: after.picture, paper: after.picture.paper });
  }, [store, after.picture]);
  useEffect(() => store.set({ before: before.picture }), [store, before.picture]);

  return {
    /** Which version is on the stage now. */
    shownVersion: after.isHere ? version : undefined,
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
