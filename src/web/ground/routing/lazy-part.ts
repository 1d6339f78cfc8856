import { type ComponentType, lazy } from 'react';
import type { TranslationArea } from '../i18n/i18n.ts';
import { loadTranslations } from '../i18n/load.ts';
import { reloadTo } from './build-watch.ts';
import { splitLocale } from './rules.ts';

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

/** Loads a part together with translations that the page does without until then. */
export function withWords<Part>(
  areas: TranslationArea | readonly TranslationArea[],
  load: () => Promise<Part>,
) {
  return async () => {
    const { locale } = splitLocale(location.pathname);
    const [part, t] = await Promise.all([load(), loadTranslations(locale, areas)]);
    if (!t) throw new Error(`the translations of ${areas} did not load`);
    return part;
  };
}
