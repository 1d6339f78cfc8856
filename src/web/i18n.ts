import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { defaultLocale, type Locale } from '#shared/locale.ts';
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

const loaders: Record<Locale, () => Promise<{ default: Messages }>> = {
  'zh-Hant': () => import('./locales/zh-Hant.json'),
  en: () => import('./locales/en.json'),
};

/** The words of a locale, else of the default one; a failure is logged and the page still comes up. */
export async function loadInstance(locale: Locale): Promise<i18n> {
  for (const candidate of new Set([locale, defaultLocale])) {
    try {
      return instanceFor(candidate, (await loaders[candidate]()).default);
    } catch (error) {
      console.error(`應用層錯誤: locale ${candidate} did not load`, error);
    }
  }
  return instanceFor(locale, {} as Messages);
}
