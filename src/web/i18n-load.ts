import type { Locale } from '#shared/locale.ts';
import { addLocale, type Messages } from './i18n.ts';

const loaders: Record<Locale, () => Promise<{ default: Messages }>> = {
  'zh-Hant': () => import('./locales/zh-Hant.json'),
  en: () => import('./locales/en.json'),
};

/** The words of a locale. A failure is logged; the page then stays as the server drew it, and its links and forms work. */
export async function loadWords(locale: Locale) {
  try {
    return addLocale(locale, (await loaders[locale]()).default);
  } catch (error) {
    console.error(`應用層錯誤: locale ${locale} did not load`, error);
  }
}
