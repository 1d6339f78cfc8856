import FileText from 'lucide-react/icons/file-text';
import type { ChatFile } from '#shared/chat/chat.ts';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useObjectUrl } from '#web/ui/use-object-url.ts';

/** The files of a message. Each is fetched with the owner's token; its place is reserved before. */
export function MessageFiles({ files }: { files: readonly ChatFile[] }) {
  if (files.length === 0) return null;
  return (
    <ul className="flex flex-wrap justify-end gap-2">
      {files.map((file) => (
        <li key={file.id}>
          <FilePicture file={file} />
        </li>
      ))}
    </ul>
  );
}

export function FilePicture({ file, className = 'size-28' }: { file: ChatFile; className?: string }) {
  const t = useTranslate();
  const url = useFile(file.id);
  const isPicture = file.media_type === 'image/webp';
  const name = t(isPicture ? 'chat.picture' : 'chat.pdf');
  const place = `${className} grid place-items-center overflow-hidden rounded-card border border-line bg-sheet text-ink-2 text-xs`;
  if (url === undefined) return <span className={`${place} animate-pulse`} role="img" aria-label={name} />;
  if (url === '') return <span className={place}>{t('chat.fileGone')}</span>;
  return (
    <a href={url} target="_blank" rel="noreferrer" className={place}>
      {isPicture ? (
        <img src={url} alt={name} className="size-full object-cover" />
      ) : (
        <span className="grid justify-items-center gap-1">
          <FileText size="1.5rem" />
          {name}
        </span>
      )}
    </a>
  );
}

/** The object URL; undefined while it loads, empty if it cannot be loaded. */
function useFile(id: number) {
  const { value: content, problem } = useRemote({
    key: id,
    read: (api) => api('GET /api_ai/chat_ai/files/{id}', { params: { id } }),
  });
  const url = useObjectUrl(content);
  return problem === undefined ? url : '';
}
