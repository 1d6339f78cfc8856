import type { PriceAdvice, ShortOf } from '#shared/matching.ts';
import { keepUnits } from '#web/ground/i18n/numbers.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Skeleton } from '#web/ui/feedback/waiting.tsx';
import { advisedPrice, feesIn, hasMiddle, isBelowMost } from './asked-fees.ts';
import { curveOf, expectedApplicants, placeOf } from './price-shape.ts';

const box = { width: 240, height: 64 };

type PricePanelProps = {
  price: number | null;
  advice: PriceAdvice | null;
  /** How many fit the offer and how many ask too much for it; null before they are counted. */
  found: { total: number; shortOf: ShortOf | null } | null;
  failed: boolean;
};

/** The family's price, compared with typical prices; with enough answers also how many tutors would apply. */
export function PricePanel({ price, advice, found, failed }: PricePanelProps) {
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
      {advice && (
        <Advice
          price={price}
          advice={advice}
          isLow={found !== null && isBelowMost(found.total, found.shortOf)}
        />
      )}
      {!advice && failed && <p className="text-ink-2 text-sm">{t('matching.priceFailed')}</p>}
      {!advice && !failed && <Skeleton className="h-44 w-full" />}
    </div>
  );
}

type AdviceProps = { price: number | null; advice: PriceAdvice; isLow: boolean };

function Advice({ price, advice, isLow }: AdviceProps) {
  const t = useTranslate();
  const { p25, p50, p75, comparables, confidence } = advice;
  const { asked } = advice;
  const at = price ?? advisedPrice(advice);
  const expected = expectedApplicants(advice, at);
  return (
    <>
      {asked && (
        <p className="text-sm">
          {keepUnits(t(hasMiddle(asked) ? 'matching.askedMiddle' : 'matching.asked', feesIn(asked)))}
          {isLow && <strong className="mt-1 block text-amber">{t('matching.belowMost')}</strong>}
        </p>
      )}
      <p className="mt-2 text-ink-2 text-sm">
        {t(comparables > 0 ? 'matching.bandCases' : 'matching.bandTable')}
      </p>
      <Curve price={price} advice={advice} />
      <BandTable low={p25} middle={p50} high={p75} />
      {expected !== undefined && (
        <p className="text-sm">
          {t(expected < 1 ? 'matching.applicantsFew' : 'matching.applicants', { price: at, count: expected })}
        </p>
      )}
      <p className="text-ink-2 text-xs">
        {comparables > 0 ? t('matching.comparables', { count: comparables }) : t('matching.noComparables')}
        {confidence === 'low' && <span className="block">{t('matching.lowConfidence')}</span>}
      </p>
    </>
  );
}

/** The chart in figures. */
function BandTable({ low, middle, high }: { low: number; middle: number; high: number }) {
  const t = useTranslate();
  const cells = [
    [t('matching.bandLow'), low],
    [t('matching.bandMiddle'), middle],
    [t('matching.bandHigh'), high],
  ] as const;
  return (
    <table className="w-full table-fixed text-center text-sm">
      <caption className="sr-only">{t('matching.bandCaption')}</caption>
      <thead>
        <tr>
          {cells.map(([name]) => (
            <th key={name} scope="col" className="font-normal text-ink-2 text-xs">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          {cells.map(([name, value]) => (
            <td key={name} className="whitespace-nowrap font-semibold tabular-nums">{`HK$${value}`}</td>
          ))}
        </tr>
      </tbody>
    </table>
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
