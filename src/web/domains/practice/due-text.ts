import { dayOf, formatDay, formatTime } from '#shared/hong-kong.ts';
import type { Locale } from '#shared/locale.ts';
import type { Translate } from '#web/ground/i18n/i18n.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** When a card is due again, as text. */
export function dueText(at: string, now: number, { t, locale }: { t: Translate; locale: Locale }): string {
  const ahead = Date.parse(at) - now;
  if (ahead <= minute) return t('practice.soon');
  if (ahead < 60 * minute) return t('practice.inMinutes', { count: Math.ceil(ahead / minute) });
  if (ahead < day) return formatTime(at, locale);
  return t('practice.inDays', {
    count: Math.round(ahead / day),
    date: formatDay(dayOf(at), locale),
  });
}
