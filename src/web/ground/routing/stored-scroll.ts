import { useEffect } from 'react';
import { useLocation } from 'react-router';

const storageKey = 'mingshi:places';
const maxPlaces = 30;

type Places = Record<string, number>;

/** The scroll position of each history entry of this tab, for pages that restore it. */
function readPlaces(): Places {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}');
  } catch {
    return {};
  }
}

function writePlaces(places: Places) {
  try {
    sessionStorage.setItem(
      storageKey,
      JSON.stringify(Object.fromEntries(Object.entries(places).slice(-maxPlaces))),
    );
  } catch {
    // Without storage the page starts at the top.
  }
}

/** The router's key for the first history entry of a document. */
const firstEntry = 'default';
const placeKey = (entry: string) => `${entry} ${location.pathname}`;

let isFirstPage = true;

/** The scroll position to restore, or 0 if this is not a return to the page. */
export function storedScroll(entry: string): number {
  const places = readPlaces();
  const place = places[placeKey(entry)] ?? 0;
  const wasFirstPage = isFirstPage;
  isFirstPage = false;
  if (entry !== firstEntry || !wasFirstPage) return place;
  // The first entry of a document counts as a return only after a reload or a back/forward navigation.
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'navigate' ? 0 : place;
}

/** Stores the scroll position of this page, to be restored on return or reload. */
export function useStoredScroll() {
  const { key } = useLocation();
  useEffect(() => {
    let top = document.scrollingElement?.scrollTop ?? 0;
    const name = placeKey(key);
    const remember = () => {
      // On back navigation the browser scrolls for the other entry while this page is still mounted.
      if ((history.state?.key ?? firstEntry) === key) top = document.scrollingElement?.scrollTop ?? 0;
    };
    const store = () => {
      const { [name]: _old, ...others } = readPlaces();
      writePlaces({ ...others, [name]: Math.round(top) });
    };
    window.addEventListener('scroll', remember, { passive: true });
    window.addEventListener('pagehide', store);
    return () => {
      window.removeEventListener('scroll', remember);
      window.removeEventListener('pagehide', store);
      store();
    };
  }, [key]);
}
