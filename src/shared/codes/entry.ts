import type { Locale } from '../locale.ts';

type CodeEntry<Code extends number> = { code: Code; status: number; message: Record<Locale, string> };

/** One response code: its number, its HTTP status, and its message for the user. */
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
