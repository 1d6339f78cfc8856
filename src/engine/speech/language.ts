/** What is spoken: English, Putonghua, Cantonese. */
export type Language = 'en' | 'cmn' | 'yue';
