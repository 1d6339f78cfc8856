/** What a student typed, brought to the way the solver writes. */
import { normaliseText } from '../reading/normalise.ts';

/** Units and counters that may stand behind a number; the question says what it asks for. */
const units: readonly (readonly [RegExp, string])[] = [
  [/^(?:km\/h|公里每小時|千米每小時)$/i, 'km/h'],
  [/^(?:m\/s|米每秒)$/i, 'm/s'],
  [/^(?:km\^2|km\^\(2\)|平方公里|平方千米)$/i, 'km^2'],
  [/^(?:cm\^2|cm\^\(2\)|平方厘米)$/i, 'cm^2'],
  [/^(?:m\^2|m\^\(2\)|平方米)$/i, 'm^2'],
  [/^(?:cm\^3|cm\^\(3\)|立方厘米)$/i, 'cm^3'],
  [/^(?:m\^3|m\^\(3\)|立方米)$/i, 'm^3'],
  [/^(?:km|公里|千米|kilomet(?:re|er)s?)$/i, 'km'],
  [/^(?:cm|厘米|公分|centimet(?:re|er)s?)$/i, 'cm'],
  [/^(?:mm|毫米|millimet(?:re|er)s?)$/i, 'mm'],
  [/^(?:m|米|met(?:re|er)s?)$/i, 'm'],
  [/^(?:kg|公斤|千克|kilograms?)$/i, 'kg'],
  [/^(?:g|克|grams?)$/i, 'g'],
  [/^(?:ml|毫升|millilit(?:re|er)s?)$/i, 'mL'],
  [/^(?:l|升|公升|lit(?:re|er)s?)$/i, 'L'],
  [/^(?:h|hr|hrs|小時|hours?)$/i, 'h'],
  [/^(?:min|mins|分鐘|分|minutes?)$/i, 'min'],
  [/^(?:s|sec|secs|秒|seconds?)$/i, 's'],
];
const counters =
  /\s*(?:港?元|dollars?|個|枝|張|隻|份|歲|年後?|班|本|種|項|次|人|個?座位|ways?|years?(?: old)?|seats?|pencils?|stickers?|bags?)\s*$/i;

export const unitOf = (text: string): string | undefined =>
  units.find(([pattern]) => pattern.test(text.trim()))?.[1];

/** A number and what stands behind it: `23900 mL`. */
export function quantity(text: string): { value: string; unit: string | undefined } | undefined {
  const found = /^(-?[\d.,/ ]*\d(?:\s*\^\s*\d+)?)\s*([a-zA-Z/]+(?:\^\(?\d\)?)?|[\u3400-\u9fff/]+)?$/.exec(
    text.trim(),
  );
  if (!found?.[1]) return undefined;
  if (!found[2]) return { value: found[1], unit: undefined };
  const unit = unitOf(found[2]);
  return unit ? { value: found[1], unit } : undefined;
}

/** Without what is said around an answer. */
export function written(given: string): string {
  return normaliseText(
    given
      .replace(/[；;、]/g, ',')
      .replace(/(?:hk)?[$＄](?=\s*\d)/gi, '')
      .trim(),
  )
    .replace(/^[\s∴]*(?:答案?|ans(?:wer)?|所以|therefore|得|即|=>)?\s*[:：是為=]*\s*/i, '')
    .replace(/[.。!！\s]+$/, '')
    .replace(counters, '')
    .replace(/([a-z])_\(?[12]\)?\s*=/g, '$1 =')
    .trim();
}

/** Several values: between 或, or, and, 和, commas outside brackets. */
export const alternatives = (text: string): string[] =>
  text
    .split(/\s+or\s+|或|\s+and\s+|及|和|與/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
