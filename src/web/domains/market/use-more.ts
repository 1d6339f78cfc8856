import { useState } from 'react';
import { useLocation } from 'react-router';
import { fetchOutsideContract, NotReached } from '#web/ground/api/api.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { listPath } from './filters.ts';
import type { CardView, Found, ListData } from './load-list.ts';

type First = Pick<ListData, 'marks' | 'list' | 'next' | 'tab' | 'gated' | 'filters' | 'pages' | 'mostPages'>;
type More = { list: CardView[]; marks: ListData['marks']; next: string | null; pages: number };

/**
 * The growing list. Its length is stored in the URL of the history entry, without a navigation: on return or
 * reload the server renders as much of it at once.
 */
export function useMore(first: First) {
  const { href, locale } = useShell();
  const { pathname } = useLocation();
  const [more, setMore] = useState<More>({ list: [], marks: null, next: first.next, pages: 0 });
  const { busy, problem, run } = useAction();

  const seen = new Set(first.list.map(({ id }) => id));
  const list = [...first.list, ...more.list.filter(({ id }) => !seen.has(id))];
  const pages = Math.min(first.pages + more.pages, first.mostPages);
  const after = more.next;
  const pathWith = (place: { pages?: number; after?: string }) =>
    listPath(first.tab, first.filters, { ...place, gated: first.gated });
  /** Without JavaScript: the page with the next cards. */
  const nextPath = (() => {
    if (after === null) return undefined;
    const grown = pages < first.mostPages;
    return href(pathWith(grown ? { pages: pages + 1 } : { after }));
  })();

  const load = async () => {
    if (after === null) return;
    await run(
      () => fetchMore(pathname, pathWith({ after }), locale),
      (found) => {
        setMore({
          list: [...more.list, ...found.list],
          marks: { ...more.marks, ...found.marks },
          next: found.next,
          pages: more.pages + 1,
        });
        const grown = Math.min(pages + 1, first.mostPages);
        history.replaceState(history.state, '', href(pathWith({ pages: grown })));
      },
    );
  };
  return { list, marks: { ...first.marks, ...more.marks }, next: nextPath, busy, problem, load };
}

/** The loader's data for the next cards; a failure leaves the page as it is. */
async function fetchMore(
  pathname: string,
  path: string,
  locale: string,
): Promise<Pick<Found, 'list' | 'next'> & Pick<ListData, 'marks'>> {
  const address = `${pathname.replace(/\/$/, '')}/_payload.json?${path.split('?')[1]}`;
  const response = await fetchOutsideContract(address, { headers: { 'accept-language': locale } });
  if (!response.ok) throw new NotReached(`${address} answered ${response.status}`);
  const payload: Record<string, Partial<Pick<ListData, 'list' | 'next' | 'marks'>> | null> =
    await response.json();
  const page = Object.values(payload).find((one) => one?.list);
  if (!page?.list) throw new Error(`${address} has no list`);
  return { list: page.list, marks: page.marks ?? null, next: page.next ?? null };
}
