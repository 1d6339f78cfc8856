import i18next, { type TFunction } from 'i18next';
import type { Locale } from '#shared/locale.ts';
import type zhHant from './locales/zh-Hant.json';

export type Messages = typeof zhHant;

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Messages };
  }
}

const translators = new Map<Locale, TFunction>();

/** Words outside React, such as a page's title. Undefined while the locale's words are not here. */
export const translator = (locale: Locale) => translators.get(locale);

/** Makes the translator of a locale from its words, so that nothing is loaded behind the page's back. */
export function addLocale(locale: Locale, words: Messages): TFunction {
  const instance = i18next.createInstance();
  instance.init({
    lng: locale,
    fallbackLng: locale,
    initAsync: false,
    resources: { [locale]: { translation: words } },
    interpolation: { escapeValue: false },
  });
  const t = rememberPlainWords(instance.t);
  translators.set(locale, t);
  return t;
}

/** A word without options is always the same; looking it up anew took a tenth of a page's rendering. */
function rememberPlainWords(t: TFunction): TFunction {
  const known = new Map<unknown, unknown>();
  return new Proxy(t, {
    apply(target, self, [key, ...options]) {
      if (options.length > 0 || !known.has(key)) {
        const word: unknown = Reflect.apply(target, self, [key, ...options]);
        if (options.length === 0) known.set(key, word);
        return word;
      }
      return known.get(key);
    },
  });
}
