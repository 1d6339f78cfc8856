import type { PriceAdvice } from '#shared/matching.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Skeleton } from '#web/ui/feedback/waiting.tsx';
import { applicantsAt, curveOf, placeOf } from './price-shape.ts';

const box = { width: 240, height: 64 };
const confidenceTones = { low: 'amber', medium: 'neutral', high: 'jade' } as const;

/** The family's price, compared with typical prices, and how many tutors are expected to apply. */
export function PricePanel(props: { price: number | null; advice: PriceAdvice | null; failed: boolean }) {
  const { price, advice, failed } = props;
  const t = useTranslate();
  return (
    <div className="grid gap-2">
      <p className="text-ink-2 text-sm">{t('matching.fee')}</p>
      <p className="-mt-2">
        {price === null ? (
          <span className="font-bold text-lg">{t('card.priceOpen')}</span>
        ) : (
          <>
            <span className="font-bold text-2xl">{`HK$${price}`}</span>
            <span className="ml-1.5 text-ink-2 text-sm">{t('card.perHour')}</span>
          </>
        )}
      </p>
      {advice && <Advice price={price} advice={advice} />}
      {!advice && failed && <p className="text-ink-2 text-sm">{t('matching.priceFailed')}</p>}
      {!advice && !failed && <Skeleton className="h-44 w-full" />}
    </div>
  );
}

function Advice({ price, advice }: { price: number | null; advice: PriceAdvice }) {
  const t = useTranslate();
  const { p25, p50, p75, comparables, confidence, applicants } = advice;
  const band = { low: p25, middle: p50, high: p75 };
  const at = price ?? p50;
  const expected = Math.round(applicantsAt(applicants, at));
  return (
    <>
      <Curve price={price} advice={advice} />
      <p className="text-sm">{t('matching.band', band)}</p>
      <p className="text-sm">
        {t(expected < 1 ? 'matching.applicantsFew' : 'matching.applicants', { price: at, count: expected })}
      </p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2 text-xs">
        <Chip tone={confidenceTones[confidence]}>{t(`matching.confidence.${confidence}`)}</Chip>
        {comparables > 0 ? t('matching.comparables', { count: comparables }) : t('matching.noComparables')}
      </p>
    </>
  );
}

function Curve({ price, advice }: { price: number | null; advice: PriceAdvice }) {
  const t = useTranslate();
  const { p25, p50, p75 } = advice;
  const { line, middleHalf } = curveOf(advice, box.width, box.height);
  const percent = (value: number) => `${placeOf(value, advice) * 100}%`;
  return (
    <div
      role="img"
      aria-label={[
        t('matching.curve', { low: p25, middle: p50, high: p75 }),
        price === null ? '' : t('matching.curveYours', { price }),
      ].join('')}
    >
      <svg
        viewBox={`0 0 ${box.width} ${box.height}`}
        preserveAspectRatio="none"
        aria-hidden
        className="block h-16 w-full overflow-visible"
      >
        <path d={middleHalf} className="fill-jade-soft" />
        <path
          d={line}
          fill="none"
          strokeWidth="1.5"
          vectorEffect="non-scaling-stroke"
          className="stroke-jade"
        />
        <path
          d={`M0 ${box.height} H${box.width}`}
          fill="none"
          strokeWidth="1"
          vectorEffect="non-scaling-stroke"
          className="stroke-line"
        />
        {price !== null && (
          <path
            d={`M${placeOf(price, advice) * box.width} 0 V${box.height}`}
            fill="none"
            strokeWidth="2"
            strokeDasharray="3 3"
            vectorEffect="non-scaling-stroke"
            className="stroke-seal"
          />
        )}
      </svg>
      <div aria-hidden className="relative h-5 text-ink-2 text-xs tabular-nums">
        {[...new Set([p25, p75])].map((value) => (
          <span key={value} className="-translate-x-1/2 absolute top-0.5" style={{ left: percent(value) }}>
            {value}
          </span>
        ))}
      </div>
    </div>
  );
}
