/** 1234567.8 as 1,234,567.8. Without Intl, which takes a phone a third of a second to initialise. */
export function grouped(value: number, decimals?: number) {
  const [whole = '', rest] = (decimals === undefined ? String(value) : value.toFixed(decimals)).split('.');
  const withCommas = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return rest === undefined ? withCommas : `${withCommas}.${rest}`;
}

/** 1,000+ where counting stopped at the cap. */
export const countWords = (total: number, capped: boolean) => `${grouped(total)}${capped ? '+' : ''}`;

/** HK$1,350 */
export const money = (amount: number) => `HK$${grouped(amount)}`;

/** Seconds as 4:05 or 1:02:33. */
export function durationWords(seconds: number) {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (part: number) => String(part).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** Keeps each number on one line with the unit after it: 2 堂, 6–10 年, 3 lessons. */
export const keepUnits = (text: string) =>
  text
    .replace(/(\d\+?) (?=\p{L})/gu, '$1\u00a0')
    .replace(/(\d\+?)(?=\p{Script=Han})/gu, '$1\u2060')
    .replace(/(\d)–(?=\d)/g, '$1\u2060–\u2060');
