import { type ComponentType, lazy } from 'react';
import { reloadTo } from './build-watch.ts';

type Part<Props> = { default: ComponentType<Props> };

/**
 * A part of a page that is fetched when needed. Its chunk missing reloads the page, guarded; else the part stays out.
 * Without a network nothing is reloaded: there would be no page to come back to.
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
