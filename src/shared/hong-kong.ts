/**
 * Hong Kong's clock and calendar: arithmetic and formatting. Hong Kong has had no summer time since 1979, so
 * a day is always 24 hours, and the output is identical on every server and in every browser, whatever time
 * zone and language data they have. Weeks begin on Monday, as everywhere in the product.
 */
import type { Locale } from './locale.ts';

/** 2026-11-15 */
export type Day = string;
/** 2026-11 */
export type Month = string;
/** An ISO string from the API, milliseconds, or a Date. */
export type Timestamp = string | number | Date;

const offsetMs = 8 * 3_600_000;
const dayMs = 24 * 3_600_000;

const inHongKong = (moment: Timestamp) =>
  new Date((typeof moment === 'string' ? Date.parse(moment) : Number(moment)) + offsetMs).toISOString();
const utc = (day: Day) => Date.parse(`${day}T00:00:00Z`);
const utcDay = (ms: number): Day => new Date(ms).toISOString().slice(0, 10);

/** The calendar day in Hong Kong at a given time. */
export const dayOf = (moment: Timestamp): Day => inHongKong(moment).slice(0, 10);
/** 17:05 */
export const clockOf = (moment: Timestamp) => inHongKong(moment).slice(11, 16);
export const today = (): Day => dayOf(Date.now());

/** A time of a day in Hong Kong, in the form the API accepts. */
export const isoTimeAt = (day: Day, time: string) => `${day}T${time}:00+08:00`;
/** Midnight in Hong Kong, when the day begins. */
export const startOfDay = (day: Day) => new Date(utc(day) - offsetMs);

export const addDays = (day: Day, days: number): Day => utcDay(utc(day) + days * dayMs);
/** 1 Monday to 7 Sunday. */
export const weekdayOf = (day: Day) => new Date(utc(day)).getUTCDay() || 7;
export const mondayOf = (day: Day): Day => addDays(day, 1 - weekdayOf(day));
export const monthOf = (day: Day): Month => day.slice(0, 7);

export function addToMonth(month: Month, months: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

export const firstDayOf = (month: Month): Day => `${month}-01`;
export const lastDayOf = (month: Month): Day => addDays(firstDayOf(addToMonth(month, 1)), -1);

/** Clamped to the month's last day: a month after 31 January is 28 or 29 February. */
export function addMonths(day: Day, months: number): Day {
  const month = addToMonth(monthOf(day), months);
  const last = lastDayOf(month);
  const same = `${month}-${day.slice(8)}`;
  return same < last ? same : last;
}

export function isDay(text: string | null): text is Day {
  if (!/^20\d\d-\d\d-\d\d$/.test(text ?? '')) return false;
  const ms = utc(text as Day);
  return !Number.isNaN(ms) && utcDay(ms) === text;
}
export const isMonth = (text: string | null): text is Month => /^20\d\d-(0[1-9]|1[0-2])$/.test(text ?? '');

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** Monday first, short. */
export const weekdayNames = {
  'zh-Hant': ['一', '二', '三', '四', '五', '六', '日'],
  en: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
} as const;

function partsOf(day: Day, locale: Locale) {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return {
    year,
    month,
    date,
    monthName: monthNames[month - 1],
    weekday: weekdayNames[locale][weekdayOf(day) - 1],
  };
}

/** 2026 年 11 月, Nov 2026 */
export function formatMonth(month: Month, locale: Locale) {
  const parts = partsOf(firstDayOf(month), locale);
  return locale === 'en' ? `${parts.monthName} ${parts.year}` : `${parts.year} 年 ${parts.month} 月`;
}

/** 2026 年 11 月 15 日, 15 Nov 2026 */
export function formatDay(day: Day, locale: Locale) {
  const { date } = partsOf(day, locale);
  return locale === 'en'
    ? `${date} ${formatMonth(monthOf(day), locale)}`
    : `${formatMonth(monthOf(day), locale)} ${date} 日`;
}

/** 2026 年 11 月 15 日 星期日, Sun, 15 Nov 2026 */
export function formatLongDay(day: Day, locale: Locale) {
  const { weekday } = partsOf(day, locale);
  return locale === 'en'
    ? `${weekday}, ${formatDay(day, locale)}`
    : `${formatDay(day, locale)} 星期${weekday}`;
}

/** 11 月 15 日, 15 Nov: for lists, where the year is obvious. */
export function formatShortDay(day: Day, locale: Locale) {
  const { month, date, monthName } = partsOf(day, locale);
  return locale === 'en' ? `${date} ${monthName}` : `${month} 月 ${date} 日`;
}

/** 2026 年 11 月 15 日 17:05, 15 Nov 2026, 17:05 */
export const formatTime = (moment: Timestamp, locale: Locale) =>
  `${formatDay(dayOf(moment), locale)}${locale === 'en' ? ',' : ''} ${clockOf(moment)}`;

/** 11 月 15 日 17:05, 15 Nov, 17:05 */
export const formatShortTime = (moment: Timestamp, locale: Locale) =>
  `${formatShortDay(dayOf(moment), locale)}${locale === 'en' ? ',' : ''} ${clockOf(moment)}`;
