import type { Locale } from '#shared/locale.ts';

export const speakable = (text: string, _locale: Locale) => text;
