import type { CaseCard } from '#shared/market.ts';
import type { TutorDetail } from '#shared/tutors.ts';
import type { Opened } from '#web/domains/market/load-one.ts';
import { fitWordOf } from './fit-words.ts';
import { loadMatchNames } from './load-names.ts';
import { halfHoursOf } from './slots.ts';
import { storedOrNull } from './stored-or-null.ts';
import { caseSentences, say, told } from './telling.ts';

/** What a tutor sees on a case in a list; the strongest first. */
export type CaseMark = { tone: 'jade' | 'amber' | 'neutral'; words: string };

type Asking = Pick<Opened, 'api' | 't'>;

const resultOf = ({ api }: Asking, cases: readonly number[]) =>
  storedOrNull(
    api('GET /api/algorithms/case_matcher', { query: { cases: cases.join(), page_size: cases.length } }),
  );

/** Of these cases, which fit the tutor's own listing, which were asked about, and which pay less than the tutor asks. */
export async function loadCaseMarks(
  asking: Asking,
  { price_min }: Pick<TutorDetail, 'price_min'>,
  cases: readonly Pick<CaseCard, 'id' | 'price'>[],
): Promise<Record<number, CaseMark[]>> {
  if (cases.length === 0) return {};
  const { api, t } = asking;
  const [stored, interests] = await Promise.all([
    resultOf(
      asking,
      cases.map(({ id }) => id),
    ),
    api('GET /api/users/interests', { query: { side: 'tutor', status: 'pending', page_size: 100 } }),
  ]);
  return Object.fromEntries(
    cases.map(({ id, price }) => {
      const asked = interests.list.find(({ case_id }) => case_id === id);
      const found = stored?.list.find((one) => one.case.id === id);
      const marks: CaseMark[] = [];
      if (asked)
        marks.push({
          tone: 'jade',
          words: t(asked.asked_by === 'tutor' ? 'market.mark.applied' : 'market.mark.invited'),
        });
      if (found) {
        const word = fitWordOf(found);
        marks.push({ tone: word === 'maybe' ? 'neutral' : 'jade', words: t(`market.mark.${word}`) });
      }
      if (price !== null && price < price_min)
        marks.push({ tone: 'amber', words: t('market.mark.below', { amount: price_min - price }) });
      return [id, marks];
    }),
  );
}

/** How well one case fits the tutor's own listing, as text; null where it does not, or nothing was computed yet. */
export async function loadCaseFit(opened: Opened, listing: TutorDetail, id: number) {
  const [stored, names] = await Promise.all([
    resultOf(opened, [id]),
    loadMatchNames(opened.api, opened.names),
  ]);
  const found = stored?.list[0];
  if (!stored || !found) return null;
  const { t } = opened;
  const { reasons, drawback } = told(
    caseSentences({ t, names }, listing, found, stored.typical),
    found.terms,
  );
  const word = fitWordOf(found);
  return {
    word: t(`market.mark.${word}`),
    isMaybe: word === 'maybe',
    reasons: reasons.map((sentence) => say(t, sentence)),
    drawback: drawback && say(t, drawback),
    slots: halfHoursOf(found.slots),
  };
}
