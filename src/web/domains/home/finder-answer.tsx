import { useEffect, useState } from 'react';
import type { PriceAdvice } from '#shared/matching.ts';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { useWords } from '#web/ground/i18n/words.tsx';

type Choice = { grade: string; subject: string; region: string };
type Answer = { total: number; capped: boolean; price: PriceAdvice };

/** How many tutors fit the three choices, and what such lessons cost. Without an answer, what has been kept. */
export function FinderAnswer({ grade, subject, region }: Choice) {
  const t = useWords();
  const api = useApi();
  const [answer, setAnswer] = useState<Answer>();
  useEffect(() => {
    let here = true;
    setAnswer(undefined);
    const draft = {
      child_info: [{ grade: Number(grade), major_subject: [Number(subject)] }],
      tutoring_region: Number(region),
    };
    Promise.all([
      api('POST /api/algorithms/tutor_matcher', { body: { draft } }),
      api('POST /api/algorithms/price_recommender', { body: { draft } }),
    ]).then(
      ([{ total, total_is_capped }, price]) => here && setAnswer({ total, capped: total_is_capped, price }),
      // The call layer has logged it; the choices are kept all the same.
      () => {},
    );
    return () => {
      here = false;
    };
  }, [api, grade, subject, region]);
  if (!answer) return t('home.finderKept');
  const { total, capped, price } = answer;
  return (
    <>
      <span className="block font-bold text-base">
        {total === 0 ? t('home.finderNone') : t('home.finderFound', { count: capped ? `${total}+` : total })}
      </span>
      <span className="block">
        {t('home.finderPrice', { low: price.p25, high: price.p75, middle: price.p50 })}
        {price.comparables > 0
          ? t('home.finderComparables', { count: price.comparables })
          : t('home.finderTable')}
      </span>
    </>
  );
}
