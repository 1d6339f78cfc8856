import Check from 'lucide-react/icons/check';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { cx, target } from '../cx.ts';

type StepperProps = {
  titles: readonly string[];
  /** Index of the current step, from 0. */
  current: number;
  /** Which steps are filled in. */
  done: readonly boolean[];
  onStep: (step: number) => void;
};

/**
 * The progress of a long form, with buttons for its steps. A phone has room for their numbers only: the step's
 * heading has its name, and a line below says what comes next.
 */
export function Stepper({ titles, current, done, onStep }: StepperProps) {
  const t = useTranslate();
  return (
    <nav aria-label={t('form.steps')}>
      <ol className="flex items-center max-[359px]:-mx-2">
        {titles.map((title, step) => (
          <li key={title} className={cx('flex items-center', step < titles.length - 1 && 'grow')}>
            <button
              type="button"
              onClick={() => onStep(step)}
              aria-current={step === current ? 'step' : undefined}
              className={cx(target, 'group flex items-center justify-center gap-1.5 rounded-card')}
            >
              <span
                className={cx(
                  'grid size-7 shrink-0 place-items-center rounded-full border text-xs transition-colors',
                  step === current
                    ? 'border-seal bg-seal font-bold text-on-seal'
                    : 'border-ink-2/60 bg-sheet text-ink-2 group-hover:border-ink group-hover:text-ink',
                )}
              >
                {done[step] && step !== current ? (
                  <Check size="0.9rem" className="stroke-2 text-jade" />
                ) : (
                  step + 1
                )}
              </span>
              <span
                className={cx(
                  'sr-only lg:not-sr-only lg:whitespace-nowrap lg:text-sm',
                  step === current ? 'lg:font-semibold' : 'lg:text-ink-2',
                )}
              >
                {title}
              </span>
              {done[step] && <span className="sr-only">{t('form.stepDone')}</span>}
            </button>
            {step < titles.length - 1 && <span aria-hidden className="h-px min-w-0 grow bg-line lg:mx-1" />}
          </li>
        ))}
      </ol>
      <p className="flex justify-between gap-3 text-ink-2 text-sm lg:hidden" aria-hidden>
        <span className="whitespace-nowrap">
          {t('form.stepCount', { step: current + 1, count: titles.length })}
        </span>
        {titles[current + 1] && <span>{t('form.stepNext', { name: titles[current + 1] ?? '' })}</span>}
      </p>
    </nav>
  );
}
