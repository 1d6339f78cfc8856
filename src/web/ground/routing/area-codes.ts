import type { Locale } from '#shared/locale.ts';

/** A country or region whose phone numbers may log in. */
export type AreaCode = { code: string; name: string };

const names: Record<string, Record<Locale, string>> = {
  852: { 'zh-Hant': '香港', en: 'Hong Kong' },
  853: { 'zh-Hant': '澳門', en: 'Macau' },
  86: { 'zh-Hant': '內地', en: 'Mainland China' },
  886: { 'zh-Hant': '台灣', en: 'Taiwan' },
  81: { 'zh-Hant': '日本', en: 'Japan' },
  82: { 'zh-Hant': '南韓', en: 'South Korea' },
  65: { 'zh-Hant': '新加坡', en: 'Singapore' },
  60: { 'zh-Hant': '馬來西亞', en: 'Malaysia' },
  44: { 'zh-Hant': '英國', en: 'United Kingdom' },
  61: { 'zh-Hant': '澳洲', en: 'Australia' },
  64: { 'zh-Hant': '新西蘭', en: 'New Zealand' },
  1: { 'zh-Hant': '美國／加拿大', en: 'United States / Canada' },
};

/**
 * The configured codes with the names of their places; a code without a name here shows only its number. Only
 * the root loader calls this, so that no page's script contains the names.
 */
export const areaCodesOf = (codes: readonly string[], locale: Locale): AreaCode[] =>
  codes.map((code) => ({ code, name: names[code]?.[locale] ?? '' }));
