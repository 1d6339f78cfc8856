import { useEffect } from 'react';
import { useLocation } from 'react-router';

const storageKey = 'mingshi:places';
const mostPlaces = 30;

type Places = Record<string, number>;

/** How far down each entry of the tab's history was, for pages that keep their place. */
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
      JSON.stringify(Object.fromEntries(Object.entries(places).slice(-mostPlaces))),
    );
  } catch {
    // Without storage the page begins at its top, like every other.
  }
}

/** The router's name of the entry; the first one of a document has none. */
const firstEntry = 'default';
const placeName = (entry: string) => `${entry} ${location.pathname}`;

let fresh = true;

/** Where a page that keeps its place was left, if this is a return to it. */
export function keptPlace(entry: string): number {
  const places = readPlaces();
  const place = places[placeName(entry)] ?? 0;
  const begun = fresh;
  fresh = false;
  if (entry !== firstEntry || !begun) return place;
  // A new document is a return only when it was loaded again or come back to.
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'navigate' ? 0 : place;
}

/** Keeps this page's place for whoever comes back to it or loads it again. */
export function useKeptPlace() {
  const { key } = useLocation();
  useEffect(() => {
    let top = document.scrollingElement?.scrollTop ?? 0;
    const name = placeName(key);
    const note = () => {
      // Going back, the browser scrolls for the other entry while this page is still there.
      if ((history.state?.key ?? firstEntry) === key) top = document.scrollingElement?.scrollTop ?? 0;
    };
    const keep = () => {
      const { [name]: _old, ...others } = readPlaces();
      writePlaces({ ...others, [name]: Math.round(top) });
    };
    window.addEventListener('scroll', note, { passive: true });
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('scroll', note);
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [key]);
}
