import FileText from 'lucide-react/icons/file-text';
import ImageOff from 'lucide-react/icons/image-off';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { TalkFile } from '#shared/conversations.ts';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { lazyPart } from '#web/ground/routing/lazy-part.ts';
import { cx } from '#web/ui/cx.ts';
import { watchInView } from '#web/ui/motion/in-view.tsx';
import { useObjectUrl } from '#web/ui/use-object-url.ts';

const FileViewer = lazyPart(() => import('./file-viewer.tsx'));

/** The photos and PDFs of a message. Each has its place before it is loaded, and is loaded when it is seen. */
export function TalkFiles({ files, className }: { files: readonly TalkFile[]; className?: string }) {
  const [opened, setOpened] = useState<{ file: TalkFile; open: boolean }>();
  const isOne = files.length === 1;
  return (
    <>
      <ul
        className={cx(
          'grid min-w-0 gap-1',
          isOne ? 'w-60 max-w-full' : 'w-64 max-w-full grid-cols-2',
          className,
        )}
      >
        {files.map((file) => (
          <li key={file.id} className="min-w-0">
            <Preview file={file} isOne={isOne} onOpen={() => setOpened({ file, open: true })} />
          </li>
        ))}
      </ul>
      {opened && (
        <Suspense>
          <FileViewer {...opened} onClose={() => setOpened({ ...opened, open: false })} />
        </Suspense>
      )}
    </>
  );
}

/** A long strip is cut; the whole of it is seen when it is opened. */
const tallest = 1.4;

function Preview({ file, isOne, onOpen }: { file: TalkFile; isOne: boolean; onOpen: () => void }) {
  const t = useTranslate();
  const { id, width, height, pages, media_type } = file;
  const box = useRef<HTMLButtonElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (seen || !box.current) return;
    return watchInView(box.current, (visible) => visible && setSeen(true));
  }, [seen]);
  const {
    value: content,
    problem,
    reload,
  } = useRemote({
    key: id,
    when: seen,
    read: (api) =>
      api('GET /api/users/conversation_files/{id}', { params: { id }, query: { size: 'small' } }),
  });
  const url = useObjectUrl(content);
  const isPdf = media_type === 'application/pdf';
  return (
    <button
      ref={box}
      type="button"
      onClick={problem === undefined ? onOpen : () => void reload()}
      aria-label={
        problem !== undefined
          ? t('talk.fileFailed')
          : isPdf
            ? t('talk.openPdf', { count: pages })
            : t('talk.openPicture')
      }
      style={{ aspectRatio: isOne ? `${width} / ${Math.min(height, width * tallest)}` : '1' }}
      className="relative grid w-full cursor-pointer place-items-center overflow-hidden rounded-xl border border-line bg-paper-2 text-ink-2"
    >
      {url && (
        <img
          src={url}
          width={width}
          height={height}
          alt=""
          loading="lazy"
          decoding="async"
          className={cx('absolute inset-0 size-full object-cover', isPdf && 'object-top')}
        />
      )}
      {problem !== undefined && (
        <span className="grid justify-items-center gap-1 p-2 text-xs">
          <ImageOff className="size-6" />
          {t('talk.fileFailed')}
        </span>
      )}
      {isPdf && (
        <span className="absolute inset-x-0 bottom-0 flex items-center gap-1.5 border-line border-t bg-sheet px-2.5 py-1.5 text-ink text-xs">
          <FileText className="size-4 shrink-0" />
          <span className="truncate">{t('talk.pdfPages', { count: pages })}</span>
        </span>
      )}
    </button>
  );
}
