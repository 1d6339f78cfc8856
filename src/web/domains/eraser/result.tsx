import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { notFound } from '#shared/codes/numbers.ts';
import { ApiError } from '#web/ground/api/api.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { keepWithinPage } from '#web/ground/routing/keep-within-page.ts';
import { apiOf, ifSignedIn, refuseParams, requireId } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { EmptyPage, SignedOut } from '#web/shell/empty-pages.tsx';
import { pageError } from '#web/shell/error-view.tsx';
import { EraserDrawing } from '#web/ui/drawings.tsx';
import { Editor } from './editor/editor.tsx';
import { loadPaper, type Paper } from './editor/use-paper.ts';

type Loaded = { erased: boolean; requestedPage: number | undefined; paper: Paper | 'none' | 'signedOut' };

export const meta = pageMeta<Loaded>('eraseResult', ({ paper }) =>
  typeof paper === 'object' ? { title: paper.record.title } : undefined,
);

/** `/erase/erase-{erased}-{task}`: 0 shows the original, 1 the erased page. `?page=` names the page to begin with. */
export async function loader(args: LoaderFunctionArgs) {
  const { params, url } = args;
  const [word, erased, task, ...more] = (params.view ?? '').split('-');
  if (word !== 'erase') throw data({ unmatched: url.pathname }, 404);
  if ((erased !== '0' && erased !== '1') || more.length > 0) throw refuseParams();
  const taskId = requireId(task);
  const asked = Number(url.searchParams.get('page')) || undefined;
  const paper = await ifSignedIn(loadPaper(apiOf(args), taskId).then(orNone).catch(noneIfNotFound));
  const loaded: Loaded = { erased: erased === '1', requestedPage: asked, paper: paper ?? 'signedOut' };
  // 404 alike for papers of other users and for ones that do not exist.
  return data(loaded, paper === 'none' ? 404 : 200);
}

const orNone = (paper: Paper | undefined) =>
  paper && paper.record.deleted_at === null ? paper : ('none' as const);

function noneIfNotFound(error: unknown) {
  if (error instanceof ApiError && error.code === notFound) return 'none' as const;
  throw error;
}

/** The editor keeps its data up to date itself. */
export const shouldRevalidate = keepWithinPage;

export default function EraserResult() {
  const t = useTranslate();
  const { erased, requestedPage: asked, paper } = useLoaderData<typeof loader>();
  if (paper === 'signedOut') return <SignedOut title={t('rooms.eraseResult.title')} />;
  if (paper === 'none')
    return <EmptyPage name="eraseResult" drawing={EraserDrawing} action="toErase" to="/erase" />;
  return <Editor key={paper.task.id} loaded={paper} erased={erased} asked={asked} />;
}

export const ErrorBoundary = pageError('rooms.eraseResult.title');
