import { useWords } from '#web/ground/i18n/words.tsx';
import { cx } from '#web/ui/cx.ts';
import { Formula } from '../formula/formula.tsx';
import type { Verdict } from '../grade.ts';
import { Steps } from './steps.tsx';

/** Right, or not yet: what was expected, and how to come to it. */
export function QuizVerdict({
  verdict: { is_correct, expected, expected_latex, steps },
}: {
  verdict: Verdict;
}) {
  const t = useWords();
  return (
    <div className="grid gap-3">
      <div
        role="status"
        className={cx(
          'rounded-card border px-4 py-3',
          is_correct ? 'border-jade/40 bg-jade-soft' : 'border-amber/40 bg-amber-soft',
        )}
      >
        <p className="font-semibold">
          <span aria-hidden>{is_correct ? '✔ ' : '○ '}</span>
          {t(is_correct ? 'chatAnswer.right' : 'chatAnswer.wrong')}
        </p>
        {!is_correct && (
          <p>
            {t('chatAnswer.expected')}{' '}
            {expected_latex === '' ? expected : <Formula latex={expected_latex} source={expected} />}
          </p>
        )}
      </div>
      {steps.length > 0 && (
        <details open={!is_correct}>
          <summary className="min-h-11 cursor-pointer py-2 text-ink-2 text-sm">
            {t('chatAnswer.showSteps')}
          </summary>
          <Steps steps={steps} />
        </details>
      )}
    </div>
  );
}
