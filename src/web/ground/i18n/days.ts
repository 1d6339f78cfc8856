import type { Locale } from '#shared/locale.ts';

const hongKongMs = 8 * 60 * 60 * 1000;
const weekdays = {
  'zh-Hant': ['日', '一', '二', '三', '四', '五', '六'],
  en: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
} as const;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const inHongKong = (moment: number) => new Date(moment + hongKongMs).toISOString();

/** The day in Hong Kong, as 2026-11-15. */
export const dayOf = (iso: string) => inHongKong(Date.parse(iso)).slice(0, 10);
export const today = () => inHongKong(Date.now()).slice(0, 10);
export const yesterday = () => inHongKong(Date.now() - 24 * 60 * 60 * 1000).slice(0, 10);

/** 17:05 in Hong Kong. Written by ourselves, so that server and browser agree to the letter. */
export const clockOf = (iso: string) => inHongKong(Date.parse(iso)).slice(11, 16);

export function dayWords(day: string, locale: Locale) {
  const [year, month = 1, date] = day.split('-').map(Number);
  const weekday = weekdays[locale][new Date(`${day}T00:00:00Z`).getUTCDay()];
  return locale === 'en'
    ? `${weekday}, ${date} ${months[month - 1]} ${year}`
    : `${year} 年 ${month} 月 ${date} 日 星期${weekday}`;
}

/** For a list, where a day is enough. */
export function shortDayWords(day: string, locale: Locale) {
  const [, month = 1, date] = day.split('-').map(Number);
  return locale === 'en' ? `${date} ${months[month - 1]}` : `${month} 月 ${date} 日`;
}
