import { useShell } from '#web/ground/routing/use-shell.tsx';
import { cx } from '#web/ui/cx.ts';
import { target } from '#web/ui/target.ts';
import { speakable } from '../plain-text.ts';
import { Prose } from '../prose.tsx';

type QuizChoiceProps = {
  name: string;
  letter: string;
  /** Markdown with LaTeX. */
  text: string;
  isChosen: boolean;
  isLocked: boolean;
  onChoose: () => void;
};

/** The browser's own radio button, with its arrow keys; the letter says the same as the colour. */
export function QuizChoice({ name, letter, text, isChosen, isLocked, onChoose }: QuizChoiceProps) {
  const { locale } = useShell();
  return (
    <label
      className={cx(
        'flex items-center gap-3 rounded-card border px-3.5 py-2 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-seal has-focus-visible:outline-offset-2',
        target,
        isChosen ? 'border-seal bg-seal-soft' : 'border-ink-2/50',
        isLocked ? 'cursor-default' : 'cursor-pointer hover:border-ink-2',
      )}
    >
      <input
        type="radio"
        name={name}
        value={letter}
        checked={isChosen}
        // Not every screen reader finds a formula inside a label.
        aria-label={`${letter} ${speakable(text, locale)}`}
        aria-disabled={isLocked || undefined}
        onChange={() => {
          if (!isLocked) onChoose();
        }}
        className="size-5 shrink-0 accent-seal"
      />
      <span aria-hidden className="shrink-0 text-ink-2">
        {letter}
      </span>
      <span className="min-w-0">
        <Prose text={text} />
      </span>
    </label>
  );
}
