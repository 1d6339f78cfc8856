import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Locale } from '#shared/locale.ts';
import type zhHant from './locales/zh-Hant.json';

export type Messages = typeof zhHant;

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Messages };
  }
}

const instances = new Map<Locale, i18n>();

/** Words outside React, such as a page's title. Undefined while the locale's words are not here. */
export const translator = (locale: Locale) => instances.get(locale)?.t;

/** One ready instance per locale. Its words are given, so nothing is loaded behind the page's back. */
export function instanceFor(locale: Locale, words: Messages): i18n {
  const instance = i18next.createInstance();
  instance.use(initReactI18next).init({
    lng: locale,
    fallbackLng: locale,
    initAsync: false,
    resources: { [locale]: { translation: words } },
    interpolation: { escapeValue: false },
  });
  instances.set(locale, instance);
  return instance;
}
