import Download from 'lucide-react/icons/download';
import Eraser from 'lucide-react/icons/eraser';
import Globe from 'lucide-react/icons/globe';
import MessageSquare from 'lucide-react/icons/message-square';
import Pencil from 'lucide-react/icons/pencil';
import Printer from 'lucide-react/icons/printer';
import Timer from 'lucide-react/icons/timer';
import Trash2 from 'lucide-react/icons/trash-2';
import { Suspense, useState } from 'react';
import { useNavigate, useRevalidator, useSearchParams } from 'react-router';
import type { EraseRecordDetail, ImageRecord, Practice } from '#shared/eraser/eraser.ts';
import { dayOf, formatDay } from '#shared/hong-kong.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { usePageRefresh } from '#web/ground/api/use-remote.ts';
import { durationWords } from '#web/ground/i18n/numbers.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { lazyPart } from '#web/ground/routing/lazy-part.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { BackLink } from '#web/ui/page-parts.tsx';
import { type Lists, pageWords, tagWords } from '../lists.ts';
import { usePictures } from '../pictures.ts';

import { useUndo } from '../use-undo.tsx';
import { OwnPages } from './own-pages.tsx';
import { usePrint } from './use-print.ts';

const EditSheet = lazyPart(() => import('../edit-sheet.tsx'));
const PublishSheet = lazyPart(() => import('../publish-sheet.tsx'));
const PractiseView = lazyPart(() => import('../practise/practise-view.tsx'));

/** Page of an own paper: its pages and actions. */
export function OwnPaper({ paper, lists }: { paper: EraseRecordDetail; lists: Lists }) {
  const t = useTranslate();
  const { href } = useShell();
  const { revalidate } = useRevalidator();
  const pictures = usePictures();
  const [searchParams, setSearchParams] = useSearchParams();
  const [sheet, setSheet] = useState<{ what: 'edit' | 'publish'; open: boolean }>();
  const close = () => setSheet((before) => before && { ...before, open: false });
  const remove = useRemove(paper);
  // Pages appear as soon as they are erased.
  usePageRefresh({
    on: ['erase'],
    about: (event) => event.kind === 'erase' && paper.pages.some(({ id }) => id === event.page),
  });
  const clean = paper.pages.filter(({ version }) => version > 0);
  const { print, isPrinting } = usePrint();
  const isClean = clean.length > 0;
  return (
    <div className="py-6 lg:py-10">
      <BackLink to="/test-paper?tab=mine">{t('eraser.paper.back')}</BackLink>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="text-2xl lg:text-3xl">{paper.title}</h1>
        {paper.is_shared && <Chip tone="jade">{t('eraser.card.shared')}</Chip>}
        {paper.is_taken_down && <Chip tone="seal">{t('eraser.card.takenDown')}</Chip>}
      </div>
      <p className="mt-1 text-ink-2">
        {[
          t(`eraser.paperType.${paper.paper_type}`),
          pageWords(t, paper.page_count),
          ...tagWords(lists, paper),
        ].join(' · ')}
      </p>
      <div className="my-5 grid grid-cols-2 gap-2 lg:flex lg:flex-wrap">
        {isClean && (
          <>
            <Button
              variant="primary"
              onClick={() => setSearchParams({ practise: '1' }, { preventScrollReset: true })}
            >
              <Timer size="1.125rem" />
              {t('eraser.paper.practise')}
            </Button>
            <Button
              loading={isPrinting}
              onClick={() =>
                print(
                  clean.map(({ id, version }) => pictures.page(id, { view: 'white', size: 'full', version })),
                )
              }
            >
              <Printer size="1.125rem" />
              {t('eraser.paper.print')}
            </Button>
            <ButtonLink to={href(`/erase/download?record=${paper.id}`)}>
              <Download size="1.125rem" />
              {t('eraser.paper.export')}
            </ButtonLink>
          </>
        )}
        {paper.task_id !== null && (
          <ButtonLink to={href(`/erase/erase-1-${paper.task_id}`)}>
            <Eraser size="1.125rem" />
            {t('eraser.paper.result')}
          </ButtonLink>
        )}
        <AskTutor pages={clean} title={paper.title} />
        <Button onClick={() => setSheet({ what: 'edit', open: true })}>
          <Pencil size="1.125rem" />
          {t('eraser.paper.edit')}
        </Button>
        {isClean && !paper.is_taken_down && paper.copied_from === null && (
          <Button onClick={() => setSheet({ what: 'publish', open: true })}>
            <Globe size="1.125rem" />
            {t(paper.is_shared ? 'eraser.publish.end' : 'eraser.paper.share')}
          </Button>
        )}
        <Button variant="quiet" onClick={remove}>
          <Trash2 size="1.125rem" />
          {t('eraser.paper.remove')}
        </Button>
      </div>
      <OwnPages paper={paper} />
      <PracticeList practices={paper.practices} />
      <Suspense>
        {sheet?.what === 'edit' && (
          <EditSheet open={sheet.open} record={paper} lists={lists} onClose={close} onDone={revalidate} />
        )}
        {sheet?.what === 'publish' && (
          <PublishSheet open={sheet.open} record={paper} onClose={close} onDone={revalidate} />
        )}
        {searchParams.has('practise') && isClean && (
          <PractiseView
            record={paper.id}
            title={paper.title}
            pictures={clean.map(({ id, version, width, height }) => ({
              url: pictures.page(id, { view: 'erased', size: 'screen', version }),
              width,
              height,
            }))}
            onLeave={async () => {
              setSearchParams({}, { replace: true, preventScrollReset: true });
              await revalidate();
            }}
          />
        )}
      </Suspense>
    </div>
  );
}

function useRemove({ id, title }: EraseRecordDetail) {
  const t = useTranslate();
  const { run } = useAction({ toast: true });
  const navigate = useNavigate();
  const { href } = useShell();
  const { offer } = useUndo();
  return () =>
    run(
      (api) => api('DELETE /api_ai/eraser/erase_trace_record/{id}/', { params: { id } }),
      async () => {
        await navigate(href('/test-paper?tab=mine'));
        offer(t('eraser.undo.removedOne', { title }), { records: [id] });
      },
    );
}

/** Times of the last practices. */
function PracticeList({ practices }: { practices: readonly Practice[] }) {
  const t = useTranslate();
  const { locale } = useShell();
  const finished = practices.filter(({ finished_at }) => finished_at !== null);
  if (finished.length === 0) return null;
  return (
    <section aria-labelledby="practices" className="mt-8">
      <h2 id="practices" className="mb-2 text-lg">
        {t('eraser.practise.before')}
      </h2>
      <ul className="grid max-w-96 gap-1">
        {finished.map(({ id, started_at, seconds }) => (
          <li key={id} className="flex justify-between border-line border-b py-1.5">
            <span>{t('eraser.practise.on', { date: formatDay(dayOf(started_at), locale) })}</span>
            <span className="font-semibold tabular-nums">{durationWords(seconds)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const CropSheet = lazyPart(() => import('./crop-sheet.tsx'));

/** Sends a cropped question to the AI tutor. */
function AskTutor({ pages, title }: { pages: readonly ImageRecord[]; title: string }) {
  const t = useTranslate();
  const [sheet, setSheet] = useState<{ open: boolean }>();
  if (pages.length === 0) return null;
  return (
    <>
      <Button onClick={() => setSheet({ open: true })}>
        <MessageSquare size="1.125rem" />
        {t('eraser.ask.ask')}
      </Button>
      {sheet && (
        <Suspense>
          <CropSheet
            open={sheet.open}
            pages={pages}
            title={title}
            onClose={() => setSheet({ open: false })}
          />
        </Suspense>
      )}
    </>
  );
}
