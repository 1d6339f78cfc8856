import Camera from 'lucide-react/icons/camera';
import FileUp from 'lucide-react/icons/file-up';
import { eraserLimits } from '#shared/eraser/limits.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { cx } from '#web/ui/cx.ts';
import { FileButton, useDropAndPaste } from '#web/ui/forms/file-button.tsx';
import { acceptedTypes } from './upload/check-file.ts';

const megabytes = eraserLimits.fileBytes / 1024 / 1024;

/** Takes files from a file dialog, the camera, a drop anywhere on the page or the clipboard. */
export function DropZone({ onFiles, small }: { onFiles: (files: File[]) => void; small: boolean }) {
  const t = useTranslate();
  const isOver = useDropAndPaste(onFiles);
  return (
    <div
      className={cx(
        'grid justify-items-center gap-3 rounded-card border-2 border-dashed bg-sheet px-4 text-center transition-colors',
        small ? 'py-5' : 'py-10 lg:py-14',
        isOver ? 'border-seal bg-seal-soft' : 'border-ink-2/40',
      )}
    >
      {!small && (
        <p className="font-bold font-serif text-lg">{t(isOver ? 'eraser.drop.over' : 'eraser.drop.title')}</p>
      )}
      <div className="flex flex-wrap justify-center gap-3">
        <FileButton
          accept={acceptedTypes}
          variant={small ? 'secondary' : 'primary'}
          multiple
          onFiles={onFiles}
        >
          <FileUp size="1.125rem" />
          {t(small ? 'eraser.drop.more' : 'eraser.drop.choose')}
        </FileButton>
        <FileButton accept="image/*" capture onFiles={onFiles} className="lg:hidden">
          <Camera size="1.125rem" />
          {t('eraser.drop.camera')}
        </FileButton>
      </div>
      {!small && <p className="text-ink-2 text-sm max-lg:hidden">{t('eraser.drop.ways')}</p>}
      <p className="text-ink-2 text-xs">
        {t('eraser.drop.limits', { megabytes, pages: eraserLimits.pagesOfTask })}
      </p>
    </div>
  );
}
