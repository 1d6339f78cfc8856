import type { Mathematics } from '#server/domains/practice/mathematics.ts';
import type { Checked } from '#server/domains/practice/solver-worker.ts';
import type { ChecksPart } from '#shared/chat/parts.ts';
import type { Locale } from '#shared/locale.ts';
import { statementsIn } from './statements.ts';

/**
 * Checked in batches: others use the solver too, and a claim that is too hard for it spoils only its own
 * batch.
 */
const batchSize = 10;
const longestMs = 5_000;

const explanation = {
  'zh-Hant': '電腦代數計算的結果與此不符，請核對。',
  en: 'Computer algebra finds this not to be true; please check it.',
} satisfies Record<Locale, string>;

/**
 * The statements of a model's answer that were checked, and those found false. No part when nothing could be
 * checked.
 */
export async function checkAnswer(
  mathematics: Mathematics,
  text: string,
  locale: Locale,
): Promise<ChecksPart[]> {
  const stated = statementsIn(text);
  if (stated.length === 0) return [];
  const truths = await truthsOf(
    mathematics,
    stated.map(({ claim }) => claim),
  );
  const checked = truths.filter((truth) => truth === 'true').length;
  const mismatches = stated
    .filter((_, index) => truths[index] === 'false')
    .map(({ statement, start }) => ({ statement, start, explanation: explanation[locale] }));
  if (checked === 0 && mismatches.length === 0) return [];
  return [{ type: 'data-checks', id: 'checks', data: { checked, mismatches } }];
}

async function truthsOf(mathematics: Mathematics, claims: string[]): Promise<Checked> {
  const until = performance.now() + longestMs;
  const truths: Checked[number][] = [];
  for (let at = 0; at < claims.length && performance.now() < until; at += batchSize) {
    const some = claims.slice(at, at + batchSize);
    truths.push(...(await mathematics.check(some).catch(() => some.map(() => 'unknown' as const))));
  }
  return truths;
}
