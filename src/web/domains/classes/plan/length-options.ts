import type { Translate } from '#web/ground/i18n/i18n.ts';
import { lengthWords } from '../format.ts';

/** Up to four hours in half hours, and the length there is. */
export function lengthOptions(t: Translate, present: number) {
  const lengths = [30, 60, 90, 120, 150, 180, 210, 240];
  return [...new Set([...lengths, present])]
    .sort((a, b) => a - b)
    .map((minutes) => ({ id: minutes, name: lengthWords(t, minutes) }));
}
