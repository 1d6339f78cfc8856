import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False on the server and while its page comes to life; then true, and true at once for what is drawn later. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/** Resolves when the browser has nothing better to do: the first moments of a page are left to the page. */
export function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: 2000 });
    else setTimeout(resolve, 200);
  });
}

/** Lets the browser answer a touch or draw a frame before the work goes on. */
export const breathe = () => new Promise<void>((resolve) => setTimeout(resolve));
