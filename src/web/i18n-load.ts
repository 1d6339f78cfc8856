import type { i18n } from 'i18next';
import { defaultLocale, type Locale } from '#shared/locale.ts';
import { instanceFor, type Messages } from './i18n.ts';

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
