import type { Locale } from '#shared/locale.ts';
import { clockOf, dayOf, dayWords } from '#web/ground/i18n/days.ts';
import type { Translate } from '#web/ground/i18n/i18n.ts';
import { type Day, type Month, weekdayOf } from './calendar/calendar-days.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const weekdays = {
  'zh-Hant': ['一', '二', '三', '四', '五', '六', '日'],
  en: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
} as const;

/** HK$1,350. Written by ourselves, so that server and browser agree to the letter. */
export const money = (amount: number) => `HK$${String(amount).replace(/\B(?=(\d{3})+$)/g, ',')}`;

export function monthWords(month: Month, locale: Locale) {
  const [year, number = 1] = month.split('-').map(Number);
  return locale === 'en' ? `${months[number - 1]} ${year}` : `${year} 年 ${number} 月`;
}

/** 11 月 15 日（日）. */
export function shortDay(day: Day, locale: Locale) {
  const [, month = 1, date] = day.split('-').map(Number);
  const weekday = weekdays[locale][weekdayOf(day) - 1];
  return locale === 'en' ? `${weekday} ${date} ${months[month - 1]}` : `${month} 月 ${date} 日（${weekday}）`;
}
export const weekdayNames = (locale: Locale) => weekdays[locale];

/** 1 小時 30 分鐘. */
export function lengthWords(t: Translate, minutes: number) {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return t('classes.length.minutes', { minutes: rest });
  return rest === 0
    ? t('classes.length.hours', { hours })
    : t('classes.length.both', { hours, minutes: rest });
}

/** How late something reached us: only what is worth a word. */
export function gapWords(t: Translate, seconds: number | null) {
  if (seconds === null || seconds < 120) return undefined;
  const minutes = Math.round(seconds / 60);
  if (minutes < 24 * 60) return lengthWords(t, minutes);
  return t('classes.length.days', { days: Math.round(minutes / 60 / 24) });
}

/** 18:00–19:30. */
export const span = (from: string, to: string | null) => `${clockOf(from)}–${to === null ? '' : clockOf(to)}`;

/** 2026 年 11 月 15 日 星期日 18:00, where the day is not said already. */
export const whenWords = (iso: string, locale: Locale) => `${shortDay(dayOf(iso), locale)} ${clockOf(iso)}`;
export const longDay = (iso: string, locale: Locale) => dayWords(dayOf(iso), locale);
