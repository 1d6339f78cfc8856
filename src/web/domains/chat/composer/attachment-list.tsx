import LoaderCircle from 'lucide-react/icons/loader-circle';
import X from 'lucide-react/icons/x';
import { chatLimits } from '#shared/chat/limits.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { controlClass } from '#web/ui/forms/input.tsx';
import { useObjectUrl } from '#web/ui/use-object-url.ts';
import { FilePicture } from '../message/message-files.tsx';
import { ToolButton } from '../message/tool-button.tsx';
import type { Attachment } from './use-attachments.ts';

type AttachmentListProps = {
  items: readonly Attachment[];
  onRemove: (key: string) => void;
  onRetry: (key: string) => void;
  onCorrect: (key: string, text: string) => void;
};

export default function AttachmentList({ items, onRemove, onRetry, onCorrect }: AttachmentListProps) {
  const t = useTranslate();
  return (
    <ul aria-label={t('chat.attachments')} className="grid gap-2">
      {items.map((item) => (
        <li key={item.key} className="flex items-start gap-3 rounded-card border border-line bg-paper p-2">
          {item.file ? (
            <FilePicture file={item.file} className="size-20 shrink-0" />
          ) : (
            <Preview content={item.content} />
          )}
          <div className="min-w-0 grow">
            <Reading
              item={item}
              onRetry={() => onRetry(item.key)}
              onCorrect={(text) => onCorrect(item.key, text)}
            />
          </div>
          <ToolButton label={t('chat.removeFile')} icon={X} onClick={() => onRemove(item.key)} />
        </li>
      ))}
    </ul>
  );
}

function Preview({ content }: { content: Blob | undefined }) {
  const url = useObjectUrl(content?.type.startsWith('image/') ? content : undefined);
  return (
    <span className="size-20 shrink-0 overflow-hidden rounded-card border border-line bg-sheet">
      {url && <img src={url} alt="" className="size-full object-cover opacity-60" />}
    </span>
  );
}

type ReadingProps = { item: Attachment; onRetry: () => void; onCorrect: (text: string) => void };

/** The recognised text of a file, to be corrected before it is sent. */
function Reading({ item: { file, problem, sent = 0 }, onRetry, onCorrect }: ReadingProps) {
  const t = useTranslate();
  if (problem)
    return (
      <div role="alert" className="grid justify-items-start gap-1 text-sm">
        {problem}
        <Button size="compact" onClick={onRetry}>
          {t('ui.retry')}
        </Button>
      </div>
    );
  if (!file || file.recognised_state === 'waiting')
    return (
      <p role="status" className="flex items-center gap-2 py-2 text-ink-2 text-sm">
        <LoaderCircle size="1rem" className="animate-spin stroke-2" />
        {file ? t('chat.reading') : t('chat.uploading', { percent: Math.round(sent * 100) })}
      </p>
    );
  return (
    <label className="grid gap-1 text-ink-2 text-xs">
      {t(file.recognised_text ? 'chat.readText' : 'chat.readNothing')}
      <textarea
        rows={2}
        maxLength={chatLimits.text}
        defaultValue={file.recognised_text ?? ''}
        placeholder={t('chat.readPlaceholder')}
        onBlur={(event) => onCorrect(event.target.value)}
        className={`${controlClass} text-sm`}
      />
    </label>
  );
}
