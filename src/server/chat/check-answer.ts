import type { ChecksPart } from '#shared/chat-parts.ts';
import type { Locale } from '#shared/locale.ts';
import type { Mathematics } from './mathematics.ts';
import { statementsIn } from './statements.ts';

const explanation = {
  'zh-Hant': '電腦代數計算的結果與此不符，請核對。',
  en: 'Computer algebra finds this not to be true; please check it.',
} satisfies Record<Locale, string>;

/** What of a model's answer could be tried, and what was found false. Nothing to try: no part. */
export async function checkAnswer(
  mathematics: Mathematics,
  text: string,
  locale: Locale,
): Promise<ChecksPart[]> {
  const stated = statementsIn(text);
  if (stated.length === 0) return [];
  const truths = await mathematics.check(stated.map(({ statement }) => statement));
  const checked = truths.filter((truth) => truth === 'true').length;
  const mismatches = stated
    .filter((_, index) => truths[index] === 'false')
    .map(({ statement, start }) => ({ statement, start, explanation: explanation[locale] }));
  if (checked === 0 && mismatches.length === 0) return [];
  return [{ type: 'data-checks', id: 'checks', data: { checked, mismatches } }];
}
