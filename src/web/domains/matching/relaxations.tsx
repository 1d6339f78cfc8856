import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { cx, target } from '#web/ui/cx.ts';
import type { Relaxation } from './use-relax.ts';

const wordKeys = {
  tutors: ['matching.adds', 'matching.addsMost', 'matching.inAll', 'matching.relaxNamed'],
  cases: ['matching.casesAdd', 'matching.casesAddMost', 'matching.casesInAll', 'matching.casesRelaxNamed'],
} as const;

type RelaxationsProps = {
  of: keyof typeof wordKeys;
  /** How many fit without the change. */
  total: number;
  list: readonly Relaxation[];
  busy: Relaxation | 'undo' | undefined;
  onApply: (relaxation: Relaxation) => void;
};

/** What relaxing one requirement would add, with a button that does it. */
export function Relaxations({ of, total, list, busy, onApply }: RelaxationsProps) {
  const t = useTranslate();
  const [adds, addsMost, inAll, named] = wordKeys[of];
  if (list.length === 0) return null;
  return (
    <section className="rounded-card border border-ink-2/40 border-dashed p-4 lg:p-5">
      <h2 className="text-lg">{t('matching.relaxTitle')}</h2>
      <ul className="mt-1 flex flex-wrap gap-x-2">
        {list.map((relaxation) => {
          const { words, fits, is_capped } = relaxation;
          // Where results are lost too, the new total is shown instead of the gain.
          const isGain = fits - total === relaxation.adds;
          const count = isGain ? relaxation.adds : fits;
          return (
            <li key={`${relaxation.kind} ${words}`}>
              <button
                type="button"
                aria-busy={busy === relaxation || undefined}
                aria-disabled={busy ? true : undefined}
                onClick={() => onApply(relaxation)}
                className={cx(target, 'group inline-flex items-center justify-center')}
              >
                <span
                  className={cx(
                    'rounded-full border border-seal/30 bg-seal-soft px-3 py-1 text-[color-mix(in_srgb,var(--color-seal)_85%,var(--color-ink))] text-sm transition-colors group-hover:border-seal',
                    busy === relaxation && 'animate-pulse',
                  )}
                >
                  {words} <strong>{t(is_capped ? addsMost : isGain ? adds : inAll, { count })}</strong>
                  <span className="sr-only">{t(named, { count: fits })}</span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
