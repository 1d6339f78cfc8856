import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/** False on the server and during hydration; true from then on, also at once for components mounted later. */
export const useHydrated = () =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );

/** Resolves when the browser is idle, so that background work does not delay the page's start. */
export function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: 2000 });
    else setTimeout(resolve, 200);
  });
}

/** Yields to the browser, so that it can handle input or paint a frame before the work continues. */
export const yieldToBrowser = () => new Promise<void>((resolve) => setTimeout(resolve));
