import { type ComponentProps, type ReactNode, useId } from 'react';
import { FieldError } from './field.tsx';

type CheckRowProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode;
  help?: ReactNode;
  error?: string | undefined;
};

/** A checkbox with its label and help text. */
export function CheckRow({ label, help, error, ...rest }: CheckRowProps) {
  const [helpId, errorId] = [useId(), useId()];
  return (
    <div className="grid gap-1">
      <label className="flex min-h-11 cursor-pointer items-start gap-2.5 py-2">
        <input
          {...rest}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={[error && errorId, help && helpId].filter(Boolean).join(' ') || undefined}
          className="mt-[0.2em] size-5 shrink-0 accent-seal"
        />
        <span>
          <span className="block">{label}</span>
          {help && (
            <span id={helpId} className="block text-ink-2 text-xs">
              {help}
            </span>
          )}
        </span>
      </label>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}
