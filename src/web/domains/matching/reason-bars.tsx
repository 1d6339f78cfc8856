import { useWords } from '#web/ground/i18n/words.tsx';
import { cx } from '#web/ui/cx.ts';
import type { ReasonView } from './reasons.ts';

const nearly = 0.02;

/** Each reason with its words; the bar's middle is the average of all who fit. Alone, there is nothing to compare with. */
export function ReasonBars({ reasons, alone }: { reasons: readonly ReasonView[]; alone: boolean }) {
  const t = useWords();
  return (
    <ul
      aria-label={t('matching.reasons')}
      className={cx(
        'grid gap-x-3 gap-y-1.5 text-sm',
        alone
          ? 'grid-cols-[auto_1fr] lg:grid-cols-[max(4rem,56px)_1fr]'
          : 'grid-cols-[auto_3rem_1fr] lg:grid-cols-[max(4rem,56px)_20rem_1fr]',
      )}
    >
      {reasons.map(({ label, words, share, isReason }) => (
        <li key={label} className="col-span-full grid grid-cols-subgrid items-center">
          <span className="text-ink-2">{label}</span>
          {!alone && (
            <span className="relative h-2 rounded-full bg-paper-2">
              <span
                aria-hidden
                className={cx('absolute inset-y-0 left-0 rounded-full', isReason ? 'bg-jade' : 'bg-ink-2/45')}
                style={{ width: `${share * 100}%` }}
              />
              <span aria-hidden className="-inset-y-0.5 absolute left-1/2 w-px bg-ink-2/70" />
            </span>
          )}
          <span>
            {words}
            {!alone && <span className="sr-only">{t(comparedBy(share))}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}

function comparedBy(share: number) {
  if (Math.abs(share - 0.5) < nearly) return 'matching.asUsual';
  return share > 0.5 ? 'matching.aboveUsual' : 'matching.belowUsual';
}
