import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { Suspense, useState } from 'react';
import type { EraseRecordDetail, ImageRecord } from '#shared/eraser/eraser.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { lazyPart } from '#web/ground/routing/lazy-part.ts';
import { AppLink } from '#web/ground/routing/page-link.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { Chip, type ChipTone } from '#web/ui/chip.tsx';
import { ProblemNotice } from '#web/ui/feedback/notice.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { usePictures } from '../pictures.ts';
import { useUndo } from '../use-undo.tsx';

const PageSheet = lazyPart(() => import('./page-sheet.tsx'));

/** Pages in order, with reordering, and deleted pages. */
export function OwnPages({ paper }: { paper: EraseRecordDetail }) {
  const t = useTranslate();
  const { busy, problem, run } = useAction({ refresh: true });
  const { restore } = useUndo();
  const [sheet, setSheet] = useState<{ page: ImageRecord; open: boolean }>();
  const { pages } = paper;
  const move = (from: number, to: number) => {
    const [page, other] = [pages[from], pages[to]];
    if (!page || !other || busy) return;
    const order = pages.with(from, other).with(to, page);
    void run((api) =>
      api('PUT /api_ai/eraser/erase_trace_record/{id}/', {
        params: { id: paper.id },
        body: { page_order: order.map(({ id }) => id) },
      }),
    );
  };
  return (
    <section aria-labelledby="pages">
      <h2 id="pages" className="mb-3 text-lg">
        {t('eraser.paper.pages')}
      </h2>
      <ProblemNotice className="mb-3">{problem}</ProblemNotice>
      <ol className="grid grid-cols-2 gap-3 lg:grid-cols-5 lg:gap-4">
        {pages.map((page, index) => (
          <li
            key={page.id}
            data-page={page.id}
            className="grid min-w-0 content-start rounded-card border border-line bg-sheet"
          >
            <PagePicture page={page} />
            <p className="truncate px-3 pt-2 text-sm">
              <span className="text-ink-2 tabular-nums">{page.position}.</span> {page.name}
            </p>
            <div className="flex justify-between px-1">
              <IconButton
                label={t('eraser.paper.earlier', { number: page.position })}
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              >
                <ArrowLeft size="1.125rem" />
              </IconButton>
              <IconButton
                label={t('eraser.paper.more', { number: page.position })}
                onClick={() => setSheet({ page, open: true })}
              >
                <Ellipsis size="1.125rem" />
              </IconButton>
              <IconButton
                label={t('eraser.paper.later', { number: page.position })}
                disabled={index === pages.length - 1}
                onClick={() => move(index, index + 1)}
              >
                <ArrowRight size="1.125rem" />
              </IconButton>
            </div>
          </li>
        ))}
      </ol>
      {pages.length === 0 && <p className="text-ink-2">{t('eraser.paper.noPages')}</p>}
      {paper.deleted_pages.length > 0 && (
        <div className="mt-5">
          <h3 className="font-sans text-ink-2 text-sm">{t('eraser.paper.deleted')}</h3>
          <ul className="mt-1 flex flex-wrap gap-2">
            {paper.deleted_pages.map(({ id, name }) => (
              <li key={id}>
                <Button size="compact" onClick={() => restore({ images: [id] })}>
                  {t('eraser.paper.bringBack', { name })}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
      {sheet && (
        <Suspense>
          <PageSheet
            key={sheet.page.id}
            open={sheet.open}
            page={sheet.page}
            onClose={() => setSheet({ ...sheet, open: false })}
          />
        </Suspense>
      )}
    </section>
  );
}

const tones: Record<ImageRecord['status'], ChipTone> = {
  waiting: 'amber',
  running: 'amber',
  done: 'jade',
  failed: 'seal',
  cancelled: 'neutral',
};

function PagePicture({ page }: { page: ImageRecord }) {
  const t = useTranslate();
  const { href } = useShell();
  const pictures = usePictures();
  const { id, version, status, message, task_id, position } = page;
  const box = 'relative block aspect-[4/5] overflow-hidden rounded-t-card border-line border-b bg-paper-2';
  const inside = (
    <>
      {version > 0 && (
        <img
          src={pictures.page(id, { view: 'erased', size: 'thumb', version })}
          alt={t('eraser.paper.openPage', { number: position })}
          loading="lazy"
          decoding="async"
          className="size-full object-contain"
        />
      )}
      {status !== 'done' && (
        <span className="absolute inset-x-2 bottom-2 grid gap-1">
          <Chip tone={tones[status]} className="justify-self-start">
            {t(`eraser.pageStatus.${status}`)}
          </Chip>
          {message && <span className="rounded bg-sheet p-1.5 text-xs">{message}</span>}
        </span>
      )}
    </>
  );
  if (version === 0) return <div className={box}>{inside}</div>;
  return (
    <AppLink to={href(`/erase/erase-1-${task_id}?page=${id}`)} className={box}>
      {inside}
    </AppLink>
  );
}
