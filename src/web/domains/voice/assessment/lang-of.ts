import type { SpokenLanguage } from '#shared/voice/voice.ts';

const tags: Record<SpokenLanguage, string> = { en: 'en', cmn: 'zh-Hant-HK', yue: 'zh-Hant-HK' };

/** The `lang` attribute of a task, for screen readers. */
export const langOf = (language: SpokenLanguage) => tags[language];
