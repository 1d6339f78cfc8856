import { type ReactNode, useId } from 'react';
import { cx } from '../cx.ts';
import { FieldError } from './field.tsx';

export type Choice<Value extends string | number> = { value: Value; label: ReactNode; text?: ReactNode };

type ChoiceCardsProps<Value extends string | number> = {
  id: string;
  legend: ReactNode;
  choices: readonly Choice<Value>[];
  value: Value | undefined;
  error?: string | undefined;
  columns: string;
  onChoose: (value: Value) => void;
};

/** Radio buttons shown as cards large enough to touch. */
export function ChoiceCards<Value extends string | number>(props: ChoiceCardsProps<Value>) {
  const { id, legend, choices, value, error, columns, onChoose } = props;
  const [name, errorId] = [useId(), useId()];
  return (
    <fieldset className="grid gap-1.5" aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1.5 text-ink-2 text-sm">{legend}</legend>
      <div className={cx('grid gap-2', columns)}>
        {choices.map((choice, index) => (
          <label
            key={choice.value}
            className="flex min-h-11 cursor-pointer items-start gap-2 rounded-card border border-ink-2/70 bg-sheet px-3 py-2 transition-colors hover:border-ink-2 has-checked:border-seal has-checked:bg-seal-soft"
          >
            <input
              type="radio"
              id={index === 0 ? id : undefined}
              name={name}
              checked={value === choice.value}
              aria-invalid={error ? true : undefined}
              aria-labelledby={`${name}${choice.value}`}
              aria-describedby={choice.text ? `${name}${choice.value}-text` : undefined}
              onChange={() => onChoose(choice.value)}
              className="mt-[0.3em] size-4 shrink-0 accent-seal"
            />
            <span>
              <span id={`${name}${choice.value}`} className="block">
                {choice.label}
              </span>
              {choice.text && (
                <span id={`${name}${choice.value}-text`} className="block text-ink-2 text-xs">
                  {choice.text}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  );
}
