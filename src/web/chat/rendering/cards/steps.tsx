import type { SolutionPart } from '#shared/chat-parts.ts';
import { useWords } from '#web/words.tsx';
import { Formula } from '../formula/formula.tsx';
import { Prose } from '../prose.tsx';

export type Step = SolutionPart['data']['steps'][number];

/** The steps of a solution, one row each; the tick says that computer algebra found the step true. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  const t = useWords();
  return (
    <ol
      aria-label={t('chatAnswer.steps')}
      className="steps overflow-hidden rounded-card border border-line bg-sheet"
    >
      {steps.map(({ text, latex, checked }, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have an order and nothing else
          key={index}
          className="flex gap-3 border-line px-4 py-3 not-first:border-t"
        >
          <span aria-hidden className="w-5 shrink-0 text-ink-2 tabular-nums">
            {index + 1}
          </span>
          <div className="min-w-0 flex-1">
            {text !== '' && <Prose text={text} />}
            {latex !== '' && <Formula latex={latex} isDisplay />}
          </div>
          {checked && <Checked />}
        </li>
      ))}
    </ol>
  );
}

/** On a phone the tick alone is seen; the word is there for who cannot see it. */
function Checked() {
  const t = useWords();
  return (
    <span className="h-fit shrink-0 rounded-full bg-jade-soft px-2.5 py-0.5 text-jade text-xs">
      <span aria-hidden>✔</span>
      <span className="sr-only sm:not-sr-only sm:ml-1">{t('chatAnswer.checked')}</span>
    </span>
  );
}
