export const locales = ['zh-Hant', 'en'] as const;
export type Locale = (typeof locales)[number];

export const defaultLocale: Locale = 'zh-Hant';
export const localeCookie = { name: 'i18n_redirected', days: 365 } as const;

/** The best of `enabled` for an Accept-Language header; undefined if none matches. */
export function matchLanguages(header: string | undefined, enabled: readonly Locale[]) {
  const preferred = (header ?? '')
    .split(',')
    .map((part, order) => {
      const [tag = '', ...params] = part.trim().split(';');
      const quality = params.map((param) => /^\s*q=([\d.]+)$/.exec(param)?.[1]).find(Boolean);
      return { tag: tag.toLowerCase(), quality: quality === undefined ? 1 : Number(quality), order };
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .sort((a, b) => b.quality - a.quality || a.order - b.order);
  for (const { tag } of preferred) {
    const found = enabled.find((locale) => tag.split('-')[0] === locale.split('-')[0]?.toLowerCase());
    if (found) return found;
  }
  return undefined;
}
