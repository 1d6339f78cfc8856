import CircleAlert from 'lucide-react/icons/circle-alert';
import { createContext, type ReactNode, use, useId } from 'react';
import { useWords } from '#web/ground/i18n/words.tsx';
import { cx } from '../cx.ts';

type Ties = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };
const TiesContext = createContext<Ties | undefined>(undefined);

/** What ties a control to the label, help and error of the Field around it. */
export const useFieldTies = () => use(TiesContext);

export interface FieldProps {
  label: ReactNode;
  help?: ReactNode;
  /** What is wrong, in words; its presence marks the control as invalid. */
  error?: ReactNode;
  optional?: boolean | undefined;
  /** Where an error summary jumps to; made up when not given. */
  id?: string | undefined;
  className?: string | undefined;
  /** Its one control. */
  children: ReactNode;
}

export function Field({ label, help, error, optional = false, id, className, children }: FieldProps) {
  const t = useWords();
  const made = useId();
  const control = id ?? made;
  const [helpId, errorId] = [`${control}-help`, `${control}-error`];
  const ties: Ties = {
    id: control,
    'aria-describedby': cx(error ? errorId : '', help ? helpId : '') || undefined,
    'aria-invalid': error ? true : undefined,
  };
  return (
    <div className={cx('grid gap-1.5', className)}>
      <label htmlFor={control} className="text-sm text-ink-2">
        {label}
        {optional && <span className="ml-1.5 text-xs">{t('ui.optional')}</span>}
      </label>
      <TiesContext value={ties}>{children}</TiesContext>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {help && (
        <p id={helpId} className="text-xs text-ink-2">
          {help}
        </p>
      )}
    </div>
  );
}

/** What is wrong, in words, beside the field it is about. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-sm text-seal">
      <CircleAlert size="1rem" className="mt-[0.2em] shrink-0" />
      <span>{children}</span>
    </p>
  );
}
