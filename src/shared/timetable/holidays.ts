import type { Day } from '../hong-kong.ts';
import type { Locale } from '../locale.ts';

/**
 * The general holidays of Hong Kong besides Sundays. A year is added once the government has published it; without it
 * no lesson is marked.
 */
const holidays: Record<Day, Record<Locale, string>> = {
  '2026-01-01': { 'zh-Hant': '一月一日', en: 'The first day of January' },
  '2026-02-17': { 'zh-Hant': '農曆年初一', en: 'Lunar New Year’s Day' },
  '2026-02-18': { 'zh-Hant': '農曆年初二', en: 'The second day of Lunar New Year' },
  '2026-02-19': { 'zh-Hant': '農曆年初三', en: 'The third day of Lunar New Year' },
  '2026-04-03': { 'zh-Hant': '耶穌受難節', en: 'Good Friday' },
  '2026-04-04': { 'zh-Hant': '耶穌受難節翌日', en: 'The day following Good Friday' },
  '2026-04-06': { 'zh-Hant': '清明節翌日', en: 'The day following Ching Ming Festival' },
  '2026-04-07': { 'zh-Hant': '復活節星期一翌日', en: 'The day following Easter Monday' },
  '2026-05-01': { 'zh-Hant': '勞動節', en: 'Labour Day' },
  '2026-05-25': { 'zh-Hant': '佛誕翌日', en: 'The day following the Birthday of the Buddha' },
  '2026-06-19': { 'zh-Hant': '端午節', en: 'Tuen Ng Festival' },
  '2026-07-01': { 'zh-Hant': '香港特別行政區成立紀念日', en: 'HKSAR Establishment Day' },
  '2026-09-26': { 'zh-Hant': '中秋節翌日', en: 'The day following the Mid-Autumn Festival' },
  '2026-10-01': { 'zh-Hant': '國慶日', en: 'National Day' },
  '2026-10-19': { 'zh-Hant': '重陽節翌日', en: 'The day following Chung Yeung Festival' },
  '2026-12-25': { 'zh-Hant': '聖誕節', en: 'Christmas Day' },
  '2026-12-26': { 'zh-Hant': '聖誕節後首個平日', en: 'The first weekday after Christmas Day' },
  '2027-01-01': { 'zh-Hant': '一月一日', en: 'The first day of January' },
  '2027-02-06': { 'zh-Hant': '農曆年初一', en: 'Lunar New Year’s Day' },
  '2027-02-08': { 'zh-Hant': '農曆年初三', en: 'The third day of Lunar New Year' },
  '2027-02-09': { 'zh-Hant': '農曆年初四', en: 'The fourth day of Lunar New Year' },
  '2027-03-26': { 'zh-Hant': '耶穌受難節', en: 'Good Friday' },
  '2027-03-27': { 'zh-Hant': '耶穌受難節翌日', en: 'The day following Good Friday' },
  '2027-03-29': { 'zh-Hant': '復活節星期一', en: 'Easter Monday' },
  '2027-04-05': { 'zh-Hant': '清明節', en: 'Ching Ming Festival' },
  '2027-05-01': { 'zh-Hant': '勞動節', en: 'Labour Day' },
  '2027-05-13': { 'zh-Hant': '佛誕', en: 'The Birthday of the Buddha' },
  '2027-06-09': { 'zh-Hant': '端午節', en: 'Tuen Ng Festival' },
  '2027-07-01': { 'zh-Hant': '香港特別行政區成立紀念日', en: 'HKSAR Establishment Day' },
  '2027-09-16': { 'zh-Hant': '中秋節翌日', en: 'The day following the Mid-Autumn Festival' },
  '2027-10-01': { 'zh-Hant': '國慶日', en: 'National Day' },
  '2027-10-08': { 'zh-Hant': '重陽節', en: 'Chung Yeung Festival' },
  '2027-12-25': { 'zh-Hant': '聖誕節', en: 'Christmas Day' },
  '2027-12-27': { 'zh-Hant': '聖誕節後首個平日', en: 'The first weekday after Christmas Day' },
};

export const holidayOn = (day: Day, locale: Locale): string | null => holidays[day]?.[locale] ?? null;
