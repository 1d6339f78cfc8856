import { useEffect, useState } from 'react';
import type { Corners, ImageRecord } from '#shared/eraser/eraser.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/waiting.tsx';
import { originalSource } from '../picture-address.ts';
import { Stage } from '../stage/stage.tsx';
import { createStage, resize } from '../stage/stage-store.ts';
import { ZoomButtons } from '../stage/zoom-buttons.tsx';
import { usePicture } from '../use-picture.ts';
import { canBePaper, wholePicture } from './crop-corners.ts';
import { CropHandles } from './crop-handles.tsx';

type CropDeskProps = {
  page: ImageRecord;
  isStarting: boolean;
  /** null: the paper is detected again. */
  onApply: (corners: Corners | null) => void;
  onClose: () => void;
};

/** The original page with handles for the corners of the paper. */
export function CropEditor({ page, isStarting, onApply, onClose }: CropDeskProps) {
  const t = useTranslate();
  const { root } = useShell();
  const [store] = useState(() => createStage());
  const [corners, setCorners] = useState<Corners>(page.corners ?? page.used_corners ?? wholePicture);
  const original = usePicture(originalSource(root?.settings.apiAiBase ?? '', page.id), false);

  useEffect(() => {
    if (!original.picture) return;
    resize(store, { page: original.picture.size });
    store.set({ after: original.picture });
  }, [store, original.picture]);

  const isPaper = canBePaper(corners);
  return (
    <>
      <div className="relative flex min-h-0 grow flex-col">
        <Stage
          store={store}
          label={t('editor.crop.stage')}
          help={t('editor.crop.help')}
          className="min-h-0 grow bg-paper-2"
        >
          {original.picture && (
            <>
              <CropHandles store={store} corners={corners} onChange={setCorners} />
              {/* Away from the corners, which must stay free for a thumb. */}
              <ZoomButtons store={store} className="top-1/2! -translate-y-1/2" />
            </>
          )}
        </Stage>
        {!original.picture && (
          <div className="absolute inset-0 grid place-items-center bg-paper-2">
            {original.failed ? (
              <ErrorState drawing={null} title={t('editor.picture.failed')} onRetry={original.retry} />
            ) : (
              <Loading className="w-1/2">
                <Skeleton className="h-64 w-full" />
              </Loading>
            )}
          </div>
        )}
      </div>
      <div className="grid gap-1 px-4 py-2 lg:px-3">
        <p role="status" className={isPaper ? 'text-ink-2 text-sm' : 'text-seal text-sm'}>
          {t(isPaper ? 'editor.crop.text' : 'editor.crop.notPaper')}
        </p>
        <div className="grid grid-cols-2 items-center gap-2 lg:flex lg:justify-end">
          <Button
            variant="quiet"
            size="compact"
            onClick={() => setCorners(wholePicture)}
            className="lg:mr-auto"
          >
            {t('editor.crop.whole')}
          </Button>
          <Button variant="quiet" size="compact" onClick={() => onApply(null)}>
            {t('editor.crop.find')}
          </Button>
          <Button size="compact" onClick={onClose}>
            {t('editor.crop.close')}
          </Button>
          <Button
            variant="primary"
            size="compact"
            disabled={!isPaper || !original.picture}
            loading={isStarting}
            onClick={() => onApply(corners)}
          >
            {t('editor.crop.apply')}
          </Button>
        </div>
      </div>
    </>
  );
}
