import Check from 'lucide-react/icons/check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { chipClass } from '#web/ui/card-style.ts';
import { cx } from '#web/ui/cx.ts';
import type { FitWord, Points } from './fit-words.ts';

export function FitChip({ word }: { word: FitWord }) {
  const t = useTranslate();
  return (
    <span
      className={cx(
        word === 'maybe' ? chipClass.neutral : chipClass.jade,
        word === 'very' && 'font-semibold outline outline-jade/50 -outline-offset-1',
      )}
    >
      {t(`matching.fit.${word}`)}
    </span>
  );
}

/** Reasons have a tick, the drawback a sign of its own: the colour does not speak alone. */
export function Told({ reasons, drawback }: { reasons: readonly string[]; drawback: string | null }) {
  const t = useTranslate();
  return (
    <div className="grid min-w-0 gap-1 text-sm">
      {reasons.length > 0 && (
        <ul aria-label={t('matching.reasons')} className="grid gap-1">
          {reasons.map((words) => (
            <li key={words} className="flex gap-2">
              <Sign>
                <Check aria-hidden size="1.125rem" className="text-jade" />
              </Sign>
              <span className="block min-w-0 break-words first-letter:uppercase">{words}</span>
            </li>
          ))}
        </ul>
      )}
      {drawback && (
        <p className="flex gap-2 text-amber">
          <Sign>
            <TriangleAlert aria-hidden size="1.125rem" />
          </Sign>
          <span className="min-w-0 break-words">{t('matching.beware', { drawback })}</span>
        </p>
      )}
    </div>
  );
}

/** In the middle of the first line. */
const Sign = ({ children }: { children: ReactNode }) => (
  <span className="flex h-[1lh] shrink-0 items-center">{children}</span>
);

const signed = (points: number) => `${points < 0 ? '−' : '+'}${Math.abs(points).toFixed(1)}`;

/** The figure behind the words, for whoever asks: where it begins, and what each thing adds or takes. */
export function HowItAddsUp({ points: { base, terms, figure } }: { points: Points }) {
  const t = useTranslate();
  return (
    <details className="relative z-1 -mt-2 -mb-3 text-sm">
      <summary className="inline-flex min-h-[max(2.75rem,44px)] cursor-pointer items-center text-ink-2 underline underline-offset-4 hover:text-ink">
        {t('matching.howTitle')}
      </summary>
      <div className="grid gap-2 pb-3">
        <p className="max-w-[42rem] text-ink-2">{t('matching.how')}</p>
        <table className="w-full max-w-80 tabular-nums">
          <tbody>
            <PointsRow name={t('matching.howBase')} value={base.toFixed(1)} />
            {terms.map(({ attribute, points }) => (
              <PointsRow key={attribute} name={t(labelOf(attribute))} value={signed(points)} />
            ))}
            <PointsRow
              name={t('matching.howSum')}
              value={t('matching.ofHundred', { figure: figure.toFixed(1) })}
              isSum
            />
          </tbody>
        </table>
      </div>
    </details>
  );
}

function PointsRow({ name, value, isSum = false }: { name: string; value: string; isSum?: boolean }) {
  return (
    <tr className={cx('border-line', isSum && 'border-t font-semibold')}>
      <th scope="row" className={cx('py-0.5 pr-4 text-left', isSum ? 'font-semibold' : 'font-normal')}>
        {name}
      </th>
      <td className="whitespace-nowrap py-0.5 text-right">{value}</td>
    </tr>
  );
}

const labels = {
  times: 'matching.label.times',
  travel: 'matching.label.travel',
  price: 'matching.label.price',
  language: 'matching.label.language',
  dse: 'matching.label.dse',
  grade: 'matching.label.grade',
  education: 'matching.label.education',
  experience: 'matching.label.experience',
  studies: 'matching.label.studies',
  reviews: 'matching.label.reviews',
  reliability: 'matching.label.reliability',
  verified: 'matching.label.verified',
  lesson: 'matching.label.lesson',
  acceptance: 'matching.label.acceptance',
  freshness: 'matching.label.freshness',
  exposure: 'matching.label.exposure',
} as const;
const labelOf = (attribute: string) => labels[attribute as keyof typeof labels] ?? 'matching.label.other';
