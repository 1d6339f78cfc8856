import type { SolutionPart } from '#shared/chat/parts.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Formula } from '../formula/formula.tsx';
import { Prose } from '../prose.tsx';

export type Step = SolutionPart['data']['steps'][number];

/** The steps of a solution, one row each; a tick means that computer algebra has confirmed the step. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  const t = useTranslate();
  return (
    <ol
      aria-label={t('chatAnswer.steps')}
      className="steps overflow-hidden rounded-card border border-line bg-sheet"
    >
      {steps.map(({ text, latex, checked }, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have an order and nothing else
          key={index}
          className="grid grid-cols-[1.25rem_minmax(0,1fr)_auto] gap-x-3 border-line px-4 py-3 not-first:border-t"
        >
          <span aria-hidden className="text-ink-2 tabular-nums">
            {index + 1}
          </span>
          {text !== '' && (
            <div className="col-start-2">
              <Prose text={text} />
            </div>
          )}
          {/* Below the text and the tick: a long formula gets the whole width of a phone. */}
          {latex !== '' && (
            <div className={text === '' ? 'col-start-2' : 'col-span-2 col-start-2 row-start-2'}>
              <Formula latex={latex} isDisplay />
            </div>
          )}
          {checked && <Checked />}
        </li>
      ))}
    </ol>
  );
}

/** On a phone only the tick is visible; the word is there for screen readers. */
function Checked() {
  const t = useTranslate();
  return (
    <span className="col-start-3 row-start-1 h-fit rounded-full bg-jade-soft px-2.5 py-0.5 text-jade text-xs">
      <span aria-hidden>✔</span>
      <span className="sr-only sm:not-sr-only sm:ml-1">{t('chatAnswer.checked')}</span>
    </span>
  );
}
