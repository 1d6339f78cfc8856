import type { SpokenLanguage } from '#shared/voice/voice.ts';

const tags: Record<SpokenLanguage, string> = { en: 'en', cmn: 'zh-Hant-HK', yue: 'zh-Hant-HK' };

/** For who hears the page read: in what language a task is written. */
export const langOf = (language: SpokenLanguage) => tags[language];
