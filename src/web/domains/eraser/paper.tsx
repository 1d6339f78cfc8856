import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { Api } from '#web/ground/api/api.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { apiOf, ifSignedIn, orNone, refuseParams, requireId } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { LogInFirst } from '#web/shell/empty-pages.tsx';
import { pageError } from '#web/shell/error-view.tsx';
import { loadLists, withSchools } from './lists.ts';
import { OwnPaper } from './paper/own-paper.tsx';
import { SharedPaper } from './paper/shared-paper.tsx';

type Loaded = Awaited<ReturnType<typeof loader>>;

export const meta = pageMeta<Loaded>('paper', ({ own, shared }) => {
  const title = own?.title ?? shared?.title;
  return title ? { title } : undefined;
});

export async function loader(args: LoaderFunctionArgs) {
  const id = requireId(args.params.id);
  const api = apiOf(args);
  const [own, shared] = await loadPaper(api, id);
  // A visitor may be the owner and has to log in; a user who is logged in is not the owner.
  if (!own && !shared && (await ifSignedIn(api('GET /api_ai/user/profile')))) throw refuseParams();
  return { lists: await loadLists(api), own, shared };
}

async function loadPaper(api: Api, id: number) {
  const params = { id };
  const own = await orNone(api('GET /api_ai/eraser/erase_trace_record/{id}/', { params }));
  if (own) return [(await withSchools(api, [own]))[0], undefined] as const;
  const shared = await orNone(api('GET /api_ai/eraser/shared_record/{id}', { params }));
  return [undefined, shared && (await withSchools(api, [shared]))[0]] as const;
}

export default function Paper() {
  const { lists, own, shared } = useLoaderData<typeof loader>();
  if (own) return <OwnPaper key={own.id} paper={own} lists={lists} />;
  if (shared) return <SharedPaper key={shared.id} paper={shared} lists={lists} />;
  return <Unknown />;
}

function Unknown() {
  const t = useTranslate();
  return (
    <div className="py-6 lg:py-10">
      <h1 className="text-2xl lg:text-3xl">{t('rooms.paper.title')}</h1>
      <LogInFirst title={t('rooms.paper.emptyTitle')} text={t('eraser.paper.unknown')} />
    </div>
  );
}

export const ErrorBoundary = pageError('rooms.paper.title');
