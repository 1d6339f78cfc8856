import type { Locale } from '#shared/locale.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const hongKongMs = 8 * 60 * 60 * 1000;

/** A moment in Hong Kong's time. Written by ourselves, so that server and browser agree to the letter. */
export function momentWords(iso: string, locale: Locale) {
  const [day = '', time = ''] = new Date(Date.parse(iso) + hongKongMs).toISOString().split('T');
  const [year, month, date] = day.split('-').map(Number);
  const clock = time.slice(0, 5);
  return locale === 'en'
    ? `${date} ${months[(month ?? 1) - 1]} ${year}, ${clock}`
    : `${year} 年 ${month} 月 ${date} 日 ${clock}`;
}
