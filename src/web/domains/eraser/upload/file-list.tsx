import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import FileText from 'lucide-react/icons/file-text';
import X from 'lucide-react/icons/x';
import { eraserLimits } from '#shared/eraser/limits.ts';
import { problemMessage } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { Progress } from '#web/ui/feedback/waiting.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { fileSize } from '#web/ui/text.ts';
import { pageWords } from '../lists.ts';
import type { Upload, Uploads } from './uploads.ts';

/** The chosen files, in the order of the paper. */
export function FileList({ items, uploads }: { items: readonly Upload[]; uploads: Uploads }) {
  const t = useTranslate();
  return (
    <ol aria-label={t('eraser.files.list')} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {items.map((item, index) => (
        <li key={item.key} className="rounded-card border border-line bg-sheet px-3 py-2">
          <div className="flex items-center gap-3">
            <StateIcon item={item} />
            <div className="min-w-0 grow">
              <p className="line-clamp-2 break-all leading-snug">{item.name}</p>
              <p className="text-ink-2 text-xs">
                {fileSize(item.size)}
                {item.cached && ` · ${pageWords(t, item.cached.pages)}`}
              </p>
            </div>
            <div className="flex shrink-0">
              <IconButton
                label={t('eraser.files.up', { name: item.name })}
                disabled={index === 0}
                onClick={() => uploads.move(item.key, -1)}
              >
                <ArrowUp size="1.125rem" />
              </IconButton>
              <IconButton
                label={t('eraser.files.down', { name: item.name })}
                disabled={index === items.length - 1}
                onClick={() => uploads.move(item.key, 1)}
              >
                <ArrowDown size="1.125rem" />
              </IconButton>
              <IconButton
                label={t('eraser.files.remove', { name: item.name })}
                onClick={() => uploads.remove(item.key)}
              >
                <X size="1.125rem" />
              </IconButton>
            </div>
          </div>
          <UploadStatus item={item} onRetry={() => uploads.retry(item.key)} />
        </li>
      ))}
    </ol>
  );
}

function StateIcon({ item: { state } }: { item: Upload }) {
  if (state === 'ready') return <CircleCheck size="1.25rem" className="shrink-0 text-jade" />;
  if (state === 'failed' || state === 'refused' || state === 'lost')
    return <CircleAlert size="1.25rem" className="shrink-0 text-seal" />;
  return <FileText size="1.25rem" className="shrink-0 text-ink-2" />;
}

/** Progress of the upload, or the problem and a retry button. */
function UploadStatus({ item, onRetry }: { item: Upload; onRetry: () => void }) {
  const t = useTranslate();
  if (item.state === 'hashing' || item.state === 'sending')
    return (
      <div className="pb-1">
        <Progress label={t('eraser.files.sending', { name: item.name })} value={item.part} />
        {item.state === 'hashing' && <p className="text-ink-2 text-xs">{t('eraser.files.hashing')}</p>}
      </div>
    );
  if (item.state === 'refused' && item.refusal)
    return (
      <p role="alert" className="pb-1 text-sm">
        {t(`eraser.files.refused.${item.refusal}`, { megabytes: eraserLimits.fileBytes / 1024 / 1024 })}
      </p>
    );
  if (item.state === 'lost') return <p className="pb-1 text-sm">{t('eraser.files.lost')}</p>;
  if (item.state === 'waiting') return <p className="pb-1 text-ink-2 text-xs">{t('eraser.files.waiting')}</p>;
  if (item.state !== 'failed') return null;
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-2">
      <p className="text-sm">{problemMessage(t, item.error)}</p>
      <Button size="compact" onClick={onRetry}>
        {t('ui.retry')}
      </Button>
    </div>
  );
}
