import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { apiOf, refuseParams } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { pageError } from '#web/shell/error-view.tsx';
import { LibraryPage } from './library/library-page.tsx';
import { loadLibrary } from './library/load-library.ts';
import { defaultTab } from './library/usual-tab.ts';
import { readPath, readView } from './library/view.ts';

export const meta = pageMeta('eraseList');

/** `/erase/list/{grade_id}-{major_subject_id}-{other_subject_id}`: 0 means any. */
export async function loader(args: LoaderFunctionArgs) {
  const subjects = readPath(args.params.filter ?? '');
  if (!subjects) throw refuseParams();
  const api = apiOf(args);
  return loadLibrary(api, readView(args.url.searchParams, { tab: await defaultTab(api), subjects }));
}

export default function EraserList() {
  const t = useTranslate();
  const data = useLoaderData<typeof loader>();
  return (
    <LibraryPage
      place="list"
      title={t('rooms.eraseList.title')}
      lead={t('rooms.eraseList.lead')}
      data={data}
    />
  );
}

export const ErrorBoundary = pageError('rooms.eraseList.title');
