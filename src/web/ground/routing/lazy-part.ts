import { type ComponentType, lazy } from 'react';
import { reloadTo } from './build-watch.ts';

type Part<Props> = { default: ComponentType<Props> };

/**
 * A component loaded on demand. If its chunk is missing, the page is reloaded, at most once within ten
 * seconds; otherwise the component is left out. Without a network the page is not reloaded, as there would be
 * no page to show.
 */
export function lazyPart<Props extends object>(load: () => Promise<Part<Props>>) {
  return lazy(async (): Promise<Part<Props>> => {
    for (;;) {
      try {
        return await load();
      } catch (error) {
        console.error('應用層錯誤: a part of the page did not load', error);
        if (navigator.onLine)
          return reloadTo(location.pathname + location.search)
            ? new Promise(() => {})
            : { default: () => null };
        await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
      }
    }
  });
}
