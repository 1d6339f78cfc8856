import type { TalkFile } from '#shared/conversations.ts';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';
import { useObjectUrl } from '#web/ui/use-object-url.ts';

type FileViewerProps = { file: TalkFile; open: boolean; onClose: () => void };

/** A photo as large as the screen; a PDF by its first page, to be opened or saved. */
export default function FileViewer({
  file: { id, media_type, width, height, pages },
  open,
  onClose,
}: FileViewerProps) {
  const t = useTranslate();
  const isPdf = media_type === 'application/pdf';
  const { value: whole, problem, reload } = useWhole(id);
  const { value: first } = useRemote({
    key: id,
    when: isPdf,
    read: (api) =>
      api('GET /api/users/conversation_files/{id}', { params: { id }, query: { size: 'small' } }),
  });
  const url = useObjectUrl(whole);
  const shown = useObjectUrl(isPdf ? first : whole);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={isPdf ? t('talk.pdfPages', { count: pages }) : t('talk.picture')}
      className="max-h-[96dvh]! lg:w-[min(64rem,calc(100vw-3rem))]!"
      footer={
        url && (
          <div className="flex flex-wrap justify-end gap-2">
            <a
              href={url}
              download={`message-${id}.${isPdf ? 'pdf' : 'webp'}`}
              className={buttonClass('secondary')}
            >
              {t('talk.saveFile')}
            </a>
            {isPdf && (
              <a href={url} target="_blank" rel="noreferrer" className={buttonClass('primary')}>
                {t('talk.readPdf')}
              </a>
            )}
          </div>
        )
      }
    >
      {problem !== undefined ? (
        <div role="alert" className="grid justify-items-center gap-3 py-10 text-ink-2">
          {t('talk.fileFailed')}
          <Button onClick={() => void reload()}>{t('ui.retry')}</Button>
        </div>
      ) : (
        <div
          className="mx-auto max-h-[74dvh] max-w-full"
          style={{ aspectRatio: `${width} / ${height}` }}
          aria-busy={!shown}
        >
          {shown && (
            <img
              src={shown}
              alt={isPdf ? t('talk.pdfPages', { count: pages }) : t('talk.picture')}
              className="mx-auto size-full rounded-card object-contain"
            />
          )}
        </div>
      )}
    </Sheet>
  );
}

const useWhole = (id: number) =>
  useRemote({
    key: id,
    read: (api) =>
      api('GET /api/users/conversation_files/{id}', { params: { id }, query: { size: 'whole' } }),
  });
