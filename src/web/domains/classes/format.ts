import { clockOf, type Day, dayOf, formatShortDay, weekdayNames, weekdayOf } from '#shared/hong-kong.ts';
import type { Locale } from '#shared/locale.ts';
import type { Translate } from '#web/ground/i18n/i18n.ts';

/** 11 月 15 日（日）. */
export function shortDay(day: Day, locale: Locale) {
  const weekday = weekdayNames[locale][weekdayOf(day) - 1];
  const short = formatShortDay(day, locale);
  return locale === 'en' ? `${weekday} ${short}` : `${short}（${weekday}）`;
}

/** 1 小時 30 分鐘. */
export function lengthWords(t: Translate, minutes: number) {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return t('classes.length.minutes', { minutes: rest });
  return rest === 0
    ? t('classes.length.hours', { hours })
    : t('classes.length.both', { hours, minutes: rest });
}

/** How late a clock-in was received; undefined below two minutes. */
export function gapWords(t: Translate, seconds: number | null) {
  if (seconds === null || seconds < 120) return undefined;
  const minutes = Math.round(seconds / 60);
  if (minutes < 24 * 60) return lengthWords(t, minutes);
  return t('classes.length.days', { days: Math.round(minutes / 60 / 24) });
}

/** 18:00–19:30. */
export const span = (from: string, to: string | null) => `${clockOf(from)}–${to === null ? '' : clockOf(to)}`;

/** 11 月 15 日（日） 18:00. */
export const whenWords = (iso: string, locale: Locale) => `${shortDay(dayOf(iso), locale)} ${clockOf(iso)}`;
