import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { cx, target } from '#web/ui/cx.ts';
import { expectedApplicants } from './price-shape.ts';
import type { LiveFit } from './use-live-fit.ts';

type PriceHintsProps = { fit: LiveFit; value: number | null; onChoose: (price: number) => void };

const names = [
  ['p25', 'liveFit.low'],
  ['p50', 'liveFit.middle'],
  ['p75', 'liveFit.high'],
] as const;

/** Typical prices: one tap fills a price in. */
export function PriceHints({ fit: { state, answer }, value, onChoose }: PriceHintsProps) {
  const t = useTranslate();
  const price = answer?.price;
  const at = value ?? price?.p50 ?? 0;
  const expected = price && expectedApplicants(price, at);
  return (
    <div className="mt-2 grid gap-1.5">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be one more field of the form */}
      <div role="group" aria-label={t('liveFit.suggest')} className="grid grid-cols-3 gap-2">
        {names.map(([name, words]) => (
          <button
            key={name}
            type="button"
            disabled={!price}
            aria-pressed={price ? value === price[name] : undefined}
            onClick={() => price && onChoose(price[name])}
            className={cx(
              target,
              'rounded-card border px-1 py-1.5 text-center text-sm leading-snug transition-colors',
              price && value === price[name]
                ? 'border-seal bg-seal-soft font-semibold text-[color-mix(in_srgb,var(--color-seal)_85%,var(--color-ink))]'
                : 'border-ink-2/50 bg-sheet hover:border-ink-2',
            )}
          >
            <span className="block tabular-nums">{price ? `HK$${price[name]}` : '—'}</span>
            <span className="block text-xs">{t(words)}</span>
          </button>
        ))}
      </div>
      <p className="min-h-10 text-ink-2 text-xs" role="status">
        {price &&
          [
            price.comparables > 0
              ? t('liveFit.comparables', { count: price.comparables })
              : t('liveFit.noComparables'),
            ...(price.confidence === 'low' ? [t('liveFit.lowConfidence')] : []),
            ...(expected === undefined
              ? []
              : [
                  t(expected < 1 ? 'liveFit.applicantsFew' : 'liveFit.applicants', {
                    price: at,
                    count: expected,
                  }),
                ]),
          ].join(' ・ ')}
        {!price && t(state === 'failed' ? 'liveFit.priceFailed' : 'liveFit.working')}
      </p>
    </div>
  );
}
