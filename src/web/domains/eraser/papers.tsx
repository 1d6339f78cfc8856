import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { apiOf } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { pageError } from '#web/shell/error-view.tsx';
import { LibraryPage } from './library/library-page.tsx';
import { loadLibrary } from './library/load-library.ts';
import { defaultTab } from './library/usual-tab.ts';
import { readView } from './library/view.ts';

export const meta = pageMeta('papers');

export async function loader(args: LoaderFunctionArgs) {
  const api = apiOf(args);
  return loadLibrary(api, readView(args.url.searchParams, { tab: await defaultTab(api) }));
}

export default function Papers() {
  const t = useTranslate();
  const data = useLoaderData<typeof loader>();
  return (
    <LibraryPage place="papers" title={t('rooms.papers.title')} lead={t('rooms.papers.lead')} data={data} />
  );
}

export const ErrorBoundary = pageError('rooms.papers.title');
