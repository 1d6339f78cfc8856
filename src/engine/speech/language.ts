/** Spoken language: English, Putonghua, Cantonese. */
export type Language = 'en' | 'cmn' | 'yue';
