import type { ShortOf } from '#shared/matching.ts';
import { countWords, keepUnits } from '#web/ground/i18n/numbers.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { cx } from '#web/ui/cx.ts';

/** Where the server stops counting. */
export const mostCounted = 200;

/** The form and the page of results have words of their own. */
const wordKeys = {
  form: [
    'liveFit.off.times',
    'liveFit.off.price',
    'liveFit.off.district',
    'liveFit.oneOff',
    'liveFit.offAnd',
  ],
  list: [
    'matching.off.times',
    'matching.off.price',
    'matching.off.district',
    'matching.oneOff',
    'matching.and',
  ],
} as const;

type OneThingOffProps = { on: keyof typeof wordKeys; shortOf: ShortOf | null; hidesPrice: boolean };

/** What keeps how many tutors from fitting: a change of the number explains itself. */
export function OneThingOff({ on, shortOf, hidesPrice }: OneThingOffProps) {
  const t = useTranslate();
  if (!shortOf) return null;
  const [times, price, district, oneOff, and] = wordKeys[on];
  const counted = [
    [times, shortOf.times],
    [price, hidesPrice ? 0 : shortOf.price],
    [district, shortOf.district],
  ] as const;
  const parts = counted.flatMap(([key, count]) =>
    count > 0 ? t(key, { count: countWords(count, count >= mostCounted) }) : [],
  );
  if (parts.length === 0) return null;
  return (
    <span className={cx('block text-ink-2', on === 'form' ? 'text-xs' : '-mt-2 text-sm')}>
      {keepUnits(t(oneOff, { list: parts.join(t(and)) }))}
    </span>
  );
}
