import type { PriceAdvice } from '#shared/matching.ts';
import { countWords, keepUnits } from '#web/ground/i18n/numbers.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { cx, target } from '#web/ui/cx.ts';
import { advisedPrice, isBelowMost } from './asked-fees.ts';
import { expectedApplicants } from './price-shape.ts';
import type { LiveFit } from './use-live-fit.ts';

type PriceHintsProps = { fit: LiveFit; value: number | null; onChoose: (price: number) => void };

/** What the tutors who fit ask at least; where nobody fits, the usual prices. */
function suggested(price: PriceAdvice | undefined) {
  if (!price?.asked)
    return [
      [price?.p25, 'liveFit.low'],
      [price?.p50, 'liveFit.middle'],
      [price?.p75, 'liveFit.high'],
    ] as const;
  const { lowest, middle, highest } = price.asked;
  return [
    [lowest, 'liveFit.askedLow'],
    [middle, 'liveFit.middle'],
    [highest, 'liveFit.askedHigh'],
  ] as const;
}

/** Typical prices: one tap fills a price in. */
export function PriceHints({ fit: { state, answer }, value, onChoose }: PriceHintsProps) {
  const t = useTranslate();
  const price = answer?.price;
  const at = value ?? (price && advisedPrice(price)) ?? 0;
  const expected = price && expectedApplicants(price, at);
  return (
    <div className="mt-2 grid gap-1.5">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be one more field of the form */}
      <div role="group" aria-label={t('liveFit.suggest')} className="grid grid-cols-3 gap-2">
        {suggested(price).map(([amount, words]) => (
          <button
            key={words}
            type="button"
            disabled={amount === undefined}
            aria-pressed={amount === undefined ? undefined : value === amount}
            onClick={() => amount !== undefined && onChoose(amount)}
            className={cx(
              target,
              'rounded-card border px-1 py-1.5 text-center text-sm leading-snug transition-colors',
              amount !== undefined && value === amount
                ? 'border-seal bg-seal-soft font-semibold text-[color-mix(in_srgb,var(--color-seal)_85%,var(--color-ink))]'
                : 'border-ink-2/50 bg-sheet hover:border-ink-2',
            )}
          >
            <span className="block tabular-nums">{amount === undefined ? '—' : `HK$${amount}`}</span>
            <span className="block text-xs">{t(words)}</span>
          </button>
        ))}
      </div>
      <p className="min-h-10 text-ink-2 text-xs" role="status">
        {answer && isBelowMost(answer.total, answer.shortOf) && (
          <strong className="block text-amber text-sm">{t('liveFit.belowMost')}</strong>
        )}
        {price &&
          keepUnits(
            [
              ...(price.asked
                ? [t('liveFit.askedBy', { count: countWords(price.asked.count, price.asked.is_capped) })]
                : []),
              t(price.comparables > 0 ? 'liveFit.comparables' : 'liveFit.noComparables', {
                ...{ count: price.comparables, low: price.p25, high: price.p75 },
              }),
              ...(price.confidence === 'low' ? [t('liveFit.lowConfidence')] : []),
              ...(expected === undefined
                ? []
                : [
                    t(expected < 1 ? 'liveFit.applicantsFew' : 'liveFit.applicants', {
                      price: at,
                      count: expected,
                    }),
                  ]),
            ].join(' ・ '),
          )}
        {!price && t(state === 'failed' ? 'liveFit.priceFailed' : 'liveFit.working')}
      </p>
    </div>
  );
}
