import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import FileText from 'lucide-react/icons/file-text';
import X from 'lucide-react/icons/x';
import { useEffect, useState } from 'react';
import { eraserLimits, fileThumbUrl } from '#shared/eraser/limits.ts';
import { problemMessage } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { Progress } from '#web/ui/feedback/waiting.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { fileSize } from '#web/ui/text.ts';
import { pageWords } from '../lists.ts';
import { pagesOf, type Upload, type Uploads } from './uploads.ts';

/** The chosen files, in the order of the paper. */
export function FileList({ items, uploads }: { items: readonly Upload[]; uploads: Uploads }) {
  const t = useTranslate();
  return (
    <ol aria-label={t('eraser.files.list')} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {items.map((item, index) => (
        <li key={item.key} className="rounded-card border border-line bg-sheet px-3 py-2">
          <div className="flex items-center gap-3">
            <FileThumb item={item} uploads={uploads} />
            <div className="min-w-0 grow">
              <p className="line-clamp-2 break-all leading-snug">{item.name}</p>
              <p className="flex items-center gap-1 text-ink-2 text-xs">
                <StateIcon item={item} />
                {fileSize(item.size)}
                {item.cached && ` · ${pageWords(t, pagesOf(item))}`}
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
          <SpreadQuestion item={item} onSplit={(isSplit) => uploads.split(item.key, isSplit)} />
          <UploadStatus item={item} onRetry={() => uploads.retry(item.key)} />
        </li>
      ))}
    </ol>
  );
}

function StateIcon({ item: { state } }: { item: Upload }) {
  if (state === 'ready') return <CircleCheck size="1rem" className="shrink-0 text-jade" />;
  if (state === 'failed' || state === 'refused' || state === 'lost')
    return <CircleAlert size="1rem" className="shrink-0 text-seal" />;
  return null;
}

/** Kinds of pictures that every browser shows; others are shown once the server has them. */
const shownTypes = ['image/jpeg', 'image/png', 'image/webp'];

/** The first page of a file: from the device while it is there, else from the server. */
function FileThumb({ item, uploads }: { item: Upload; uploads: Uploads }) {
  const t = useTranslate();
  const { root } = useShell();
  const [local, setLocal] = useState('');
  const [missing, setMissing] = useState('');
  const { key } = item;
  useEffect(() => {
    const file = uploads.fileOf(key);
    if (!file || !shownTypes.includes(file.type)) return;
    const url = URL.createObjectURL(file);
    setLocal(url);
    return () => URL.revokeObjectURL(url);
  }, [key, uploads]);
  const stored = item.cached && (root?.settings.apiAiBase ?? '') + fileThumbUrl(item.cached.id);
  const url = [local, stored].find((one) => one && one !== missing);
  const frame = 'h-20 shrink-0 overflow-hidden rounded border border-line bg-[#ffffff]';
  if (!url)
    return (
      <span className={`${frame} grid w-15 place-items-center text-[#5b636d]`}>
        <FileText size="1.5rem" />
      </span>
    );
  const fold = item.isSplit ? item.cached?.spread : undefined;
  if (!fold)
    return (
      <img
        src={url}
        alt={t('eraser.files.thumb', { name: item.name })}
        decoding="async"
        onError={() => setMissing(url)}
        className={`${frame} w-15 object-contain`}
      />
    );
  return (
    <span
      role="img"
      aria-label={t('eraser.files.thumb', { name: item.name })}
      className="flex shrink-0 gap-1"
    >
      {[0, 1].map((side) => (
        <span key={side} className={`${frame} relative w-9`}>
          <img
            src={url}
            alt=""
            className="absolute inset-0 h-full max-w-none object-fill"
            style={
              side === 0
                ? { width: `${100 / fold}%` }
                : { width: `${100 / (1 - fold)}%`, left: `${(-100 * fold) / (1 - fold)}%` }
            }
          />
        </span>
      ))}
    </span>
  );
}

/** Asks whether a photo that looks like two pages is to be split. */
function SpreadQuestion({ item, onSplit }: { item: Upload; onSplit: (isSplit: boolean) => void }) {
  const t = useTranslate();
  const { cached, isSplit, name } = item;
  if (item.state !== 'ready' || !cached?.spread || isSplit === false) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-1">
      <p role="status" className="grow text-sm">
        {t(isSplit ? 'eraser.files.isSplit' : 'eraser.files.spread')}
      </p>
      {isSplit ? (
        <Button
          variant="quiet"
          size="compact"
          aria-label={t('eraser.files.named', { action: t('eraser.files.join'), name })}
          onClick={() => onSplit(false)}
        >
          {t('eraser.files.join')}
        </Button>
      ) : (
        <>
          <Button
            size="compact"
            aria-label={t('eraser.files.named', { action: t('eraser.files.split'), name })}
            onClick={() => onSplit(true)}
          >
            {t('eraser.files.split')}
          </Button>
          <Button
            variant="quiet"
            size="compact"
            aria-label={t('eraser.files.named', { action: t('eraser.files.whole'), name })}
            onClick={() => onSplit(false)}
          >
            {t('eraser.files.whole')}
          </Button>
        </>
      )}
    </div>
  );
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
