import { type ComponentType, lazy } from 'react';
import { reloadTo } from '../build-watch.ts';

/** A part of a page that is fetched when needed. Its chunk missing reloads the page, guarded; else the part stays out. */
export function lazyPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(() =>
    load().catch((error): Promise<{ default: ComponentType<Props> }> | { default: ComponentType<Props> } => {
      console.error('應用層錯誤: a part of the page did not load', error);
      return reloadTo(location.pathname + location.search) ? new Promise(() => {}) : { default: () => null };
    }),
  );
}
