import type { Locale } from '#shared/locale.ts';

const words: Record<Locale, (code: string) => string> = {
  'zh-Hant': (code) => `明師驗證碼 ${code}，5 分鐘內有效，請勿告訴他人。`,
  en: (code) => `Your Mingshi code is ${code}, valid for 5 minutes. Tell it to nobody.`,
};

/** The last line is read by browsers, which then offer the code on pages of that host only. */
export function messageText(code: string, locale: Locale, publicUrl: string | undefined) {
  const text = words[locale](code);
  return publicUrl ? `${text}\n\n@${new URL(publicUrl).hostname} #${code}` : text;
}
