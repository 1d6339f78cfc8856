import type { SpokenLanguage } from '#shared/voice/voice.ts';

/** Languages by their own names, whatever the page's. */
export const languageNames: Record<SpokenLanguage, string> = { en: 'English', cmn: '普通話', yue: '廣東話' };
