import type { Locale } from '../locale.ts';

type CodeEntry<Code extends number> = { code: Code; status: number; message: Record<Locale, string> };

/** One answer: its number, the status of HTTP it goes with, and what a person reads. */
export const entry = <Code extends number>(
  code: Code,
  status: number,
  zh: string,
  en: string,
): CodeEntry<Code> => ({
  code,
  status,
  message: { 'zh-Hant': zh, en },
});
