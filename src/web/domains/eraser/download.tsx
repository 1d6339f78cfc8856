import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { Api } from '#web/ground/api/api.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { AppLink } from '#web/ground/routing/page-link.tsx';
import { apiOf, ifSignedIn, orNone } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { LogInFirst } from '#web/shell/empty-pages.tsx';
import { pageError } from '#web/shell/error-view.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { EraserDrawing } from '#web/ui/drawings.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { BackLink } from '#web/ui/page-parts.tsx';
import { ExportPanel } from './export/export-panel.tsx';
import { pageWords } from './lists.ts';

export const meta = pageMeta('eraseDownload');

const idOf = (value: string | null) => (/^[1-9]\d{0,14}$/.test(value ?? '') ? Number(value) : undefined);

export async function loader(args: LoaderFunctionArgs) {
  const api = apiOf(args);
  const query = args.url.searchParams;
  return { mine: await ifSignedIn(loadMine(api, idOf(query.get('record')), idOf(query.get('export')))) };
}

async function loadMine(api: Api, record: number | undefined, exportId: number | undefined) {
  const { list } = await api('GET /api_ai/eraser/erase_trace_record/', {
    query: { page_size: 24, sort: 'updated' },
  });
  return {
    papers: list.filter(({ pages_done }) => pages_done > 0),
    paper:
      record &&
      (await orNone(api('GET /api_ai/eraser/erase_trace_record/{id}/', { params: { id: record } }))),
    made: exportId && (await orNone(api('GET /api_ai/eraser/export/{id}', { params: { id: exportId } }))),
  };
}

export default function EraserDownload() {
  const t = useTranslate();
  const { mine } = useLoaderData<typeof loader>();
  return (
    <div className="py-6 lg:py-10">
      {mine?.paper && <BackLink to={`/test-paper/${mine.paper.id}`}>{mine.paper.title}</BackLink>}
      <h1 className="text-2xl lg:text-3xl">{t('rooms.eraseDownload.title')}</h1>
      <p className="mt-1 mb-5 max-w-[40rem] text-ink-2">{t('rooms.eraseDownload.lead')}</p>
      {mine?.paper ? (
        <ExportPanel key={mine.paper.id} paper={mine.paper} loaded={mine.made || undefined} />
      ) : (
        <ChoosePaper papers={mine?.papers} />
      )}
    </div>
  );
}

/** Lets the user choose a paper; otherwise asks to log in or says that there is none yet. */
function ChoosePaper({
  papers,
}: {
  papers: readonly { id: number; title: string; pages_done: number }[] | undefined;
}) {
  const t = useTranslate();
  const { href } = useShell();
  if (!papers)
    return <LogInFirst title={t('eraser.library.signedOutTitle')} text={t('eraser.library.signedOutText')} />;
  if (papers.length === 0)
    return (
      <EmptyState
        drawing={<EraserDrawing />}
        title={t('rooms.eraseDownload.emptyTitle')}
        text={t('rooms.eraseDownload.emptyText')}
        action={
          <ButtonLink to={href('/erase')} variant="primary">
            {t('rooms.toErase')}
          </ButtonLink>
        }
      />
    );
  return (
    <section aria-labelledby="which">
      <h2 id="which" className="mb-2 text-lg">
        {t('eraser.export.which')}
      </h2>
      <ul className="grid max-w-[40rem] grid-cols-[minmax(0,1fr)] gap-2">
        {papers.map(({ id, title, pages_done }) => (
          <li key={id}>
            <AppLink
              to={href(`/erase/download?record=${id}`)}
              className="flex min-h-11 items-center justify-between gap-3 rounded-card border border-line bg-sheet px-4 py-2 hover:border-ink/40"
            >
              <span className="min-w-0 truncate">{title}</span>
              <span className="shrink-0 text-ink-2 text-sm">{pageWords(t, pages_done)}</span>
            </AppLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

export const ErrorBoundary = pageError('rooms.eraseDownload.title');
