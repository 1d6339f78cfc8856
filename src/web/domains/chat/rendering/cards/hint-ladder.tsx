import type { SolutionPart } from '#shared/chat/parts.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { cx } from '#web/ui/cx.ts';

const rungs = ['nudge', 'method', 'firstStep', 'whole'] as const;
export type Rung = (typeof rungs)[number];

/** Which hint an answer gives: a solution without its answer is a hint. Undefined for whole solutions. */
export function rungOf(text: string, { answer, steps }: SolutionPart['data']): Rung | undefined {
  if (answer !== '') return undefined;
  if (steps.length > 0) return 'firstStep';
  const number = /(?:提示|Hint) (\d)/.exec(text)?.[1];
  return number === '1' ? 'nudge' : number === '2' ? 'method' : undefined;
}

/** How far up the ladder a hint is: a nudge, the method, the first step, the whole solution. */
export function HintLadder({ rung }: { rung: Rung }) {
  const t = useTranslate();
  const reached = rungs.indexOf(rung);
  return (
    <ol aria-label={t('chatAnswer.ladder')} className="flex flex-wrap gap-x-4 gap-y-1 text-ink-2 text-xs">
      {rungs.map((one, index) => (
        <li
          key={one}
          aria-current={index === reached ? 'step' : undefined}
          className={cx('flex items-center gap-1.5', index <= reached && 'font-semibold text-ink')}
        >
          <span
            aria-hidden
            className={cx('size-2 rounded-full border border-current', index <= reached && 'bg-current')}
          />
          {t(`chatAnswer.rungs.${one}`)}
        </li>
      ))}
    </ol>
  );
}
