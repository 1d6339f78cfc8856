import type { ShortOf } from '#shared/matching.ts';
import { countWords, keepUnits } from '#web/ground/i18n/numbers.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { cx } from '#web/ui/cx.ts';

/** Where the server stops counting. */
export const mostCounted = 200;

type OneThingOffProps = { shortOf: ShortOf | null; hidesPrice?: boolean; className?: string };

/** What keeps how many tutors from fitting: a change of the number explains itself. */
export function OneThingOff({ shortOf, hidesPrice, className = 'text-xs' }: OneThingOffProps) {
  const t = useTranslate();
  if (!shortOf) return null;
  const { times, price, district } = shortOf;
  const counted = [
    ['liveFit.off.times', times],
    ['liveFit.off.price', hidesPrice ? 0 : price],
    ['liveFit.off.district', district],
  ] as const;
  const parts = counted.flatMap(([key, count]) =>
    count > 0 ? t(key, { count: countWords(count, count >= mostCounted) }) : [],
  );
  if (parts.length === 0) return null;
  return (
    <span className={cx('block text-ink-2', className)}>
      {keepUnits(t('liveFit.oneOff', { list: parts.join(t('liveFit.offAnd')) }))}
    </span>
  );
}
