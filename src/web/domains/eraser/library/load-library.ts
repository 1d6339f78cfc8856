import type { Api } from '#web/ground/api/api.ts';
import { ifSignedIn } from '#web/ground/routing/page-loader.ts';
import { loadLists, withSchools } from '../lists.ts';
import type { View } from './view.ts';

const cardsPerPage = 12;

/** Loads one tab of the library; `mine` is undefined when a log-in is needed. */
export async function loadLibrary(api: Api, view: View) {
  const query = {
    page: view.page,
    page_size: cardsPerPage,
    grade: view.grade,
    major_subject: view.major,
    other_subject: view.other,
    search: view.search,
  };
  const lists = loadLists(api);
  if (view.tab === 'shared') {
    const shared = await api('GET /api_ai/eraser/shared_record', { query });
    const list = await withSchools(api, shared.list);
    return { lists: await lists, view, shared: { ...shared, list }, mine: undefined };
  }
  const mine = await ifSignedIn(
    api('GET /api_ai/eraser/erase_trace_record/', {
      query: { ...query, sort: view.sort, deleted: view.tab === 'trash' ? 'true' : 'false' },
    }),
  );
  const list = await withSchools(api, mine?.list ?? []);
  return { lists: await lists, view, shared: undefined, mine: mine && { ...mine, list } };
}
export type LibraryData = Awaited<ReturnType<typeof loadLibrary>>;
