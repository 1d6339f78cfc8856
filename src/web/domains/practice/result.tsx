import { useEffect, useRef } from 'react';
import type { AttemptResult } from '#shared/practice.ts';
import { Formula } from '#web/domains/chat/rendering/formula/formula.tsx';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { ProblemNotice } from '#web/ui/feedback/notice.tsx';
import { dueText } from './due-text.ts';
import { MathText } from './math-text.tsx';
import type { Practice } from './use-practice.ts';

/** The result of an answer, with the solution. */
export function Result({ practice, result }: { practice: Practice; result: AttemptResult }) {
  const t = useTranslate();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <div className="grid gap-4">
      <div
        className={cx(
          'rounded-card border p-4',
          result.is_correct ? 'border-jade/40 bg-jade-soft' : 'border-amber/40 bg-amber-soft',
        )}
      >
        <h3 ref={title} tabIndex={-1} className="font-bold outline-none" data-correct={result.is_correct}>
          {t(result.is_correct ? 'practice.right' : 'practice.notYet')}
        </h3>
        {result.remark !== '' && <p className="mt-1">{result.remark}</p>}
        <p className="mt-1">
          {t('practice.answerIs')}{' '}
          {result.expected_latex === '' ? (
            <strong>{result.expected}</strong>
          ) : (
            <Formula latex={result.expected_latex} />
          )}
        </p>
      </div>
      <Steps steps={result.steps} />
      <Afterwards result={result} />
      <ProblemNotice>{practice.problem}</ProblemNotice>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" loading={practice.busy === 'next'} onClick={() => void practice.next()}>
          {t(practice.mode.of === 'due' && practice.left === 1 ? 'practice.finish' : 'practice.next')}
        </Button>
        {practice.mode.of === 'kind' && (
          <Button variant="quiet" onClick={practice.stop}>
            {t('practice.stop')}
          </Button>
        )}
      </div>
    </div>
  );
}

function Steps({ steps }: { steps: AttemptResult['steps'] }) {
  const t = useTranslate();
  if (steps.length === 0) return null;
  return (
    <ol aria-label={t('practice.steps')} className="grid gap-3 border-line border-l-2 pl-4">
      {steps.map(({ text, latex, checked }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps have an order and nothing else
        <li key={at}>
          <p>
            <MathText text={text} />
            {checked && (
              <span className="ml-2 whitespace-nowrap text-jade text-sm">
                <span aria-hidden>✔</span> {t('practice.checked')}
              </span>
            )}
          </p>
          {latex !== '' && <Formula latex={latex} isDisplay />}
        </li>
      ))}
    </ol>
  );
}

/** When the card is due again and how the mastery has changed, or that the answer did not count. */
function Afterwards({ result }: { result: AttemptResult }) {
  const t = useTranslate();
  const { locale } = useShell();
  if (result.next_due_at === null) return <p className="text-ink-2 text-sm">{t('practice.notKept')}</p>;
  const when = dueText(result.next_due_at, Date.now(), { t, locale });
  return (
    <p className="text-ink-2 text-sm">
      {t('practice.comesAgain', { when })}
      {result.is_counted
        ? result.mastery &&
          ` ${t('practice.masteryNow', { kind: result.mastery.kind_name, percent: result.mastery.mastery })}`
        : ` ${t('practice.notCounted')}`}
    </p>
  );
}
