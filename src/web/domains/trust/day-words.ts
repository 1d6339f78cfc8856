import type { Locale } from '#shared/locale.ts';

/** 2026年11月15日, as it is in Hong Kong. */
export const dayWords = (at: string, locale: Locale) =>
  new Intl.DateTimeFormat(locale === 'en' ? 'en-HK' : 'zh-HK', {
    dateStyle: 'medium',
    timeZone: 'Asia/Hong_Kong',
  }).format(new Date(at));
