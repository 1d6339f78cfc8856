import CircleAlert from 'lucide-react/icons/circle-alert';
import { createContext, type ReactNode, use, useId } from 'react';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { cx } from '../cx.ts';
import { ContactHint } from './contact-hint.tsx';

type ControlProps = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };
const TiesContext = createContext<ControlProps | undefined>(undefined);

/** The attributes that connect a control to the label, help and error of the Field around it. */
export const useControlProps = () => use(TiesContext);

export interface FieldProps {
  label: ReactNode;
  help?: ReactNode;
  /** The error message; it also marks the control as invalid. */
  error?: ReactNode;
  optional?: boolean | undefined;
  /** What is written in it, where others will see it: the field says what will be covered. */
  written?: string | undefined;
  /** The target of an error summary's link; generated if not given. */
  id?: string | undefined;
  className?: string | undefined;
  /** The single control of the field. */
  children: ReactNode;
}

export function Field({
  label,
  help,
  error,
  optional = false,
  written,
  id,
  className,
  children,
}: FieldProps) {
  const t = useTranslate();
  const generatedId = useId();
  const control = id ?? generatedId;
  const [helpId, errorId] = [`${control}-help`, `${control}-error`];
  const controlProps: ControlProps = {
    id: control,
    'aria-describedby': cx(error ? errorId : '', help ? helpId : '') || undefined,
    'aria-invalid': error ? true : undefined,
  };
  return (
    <div className={cx('grid grid-cols-1 gap-1.5', className)}>
      <label htmlFor={control} className="text-sm text-ink-2">
        {label}
        {optional && <span className="ml-1.5 text-xs">{t('ui.optional')}</span>}
      </label>
      <TiesContext value={controlProps}>{children}</TiesContext>
      {written !== undefined && <ContactHint text={written} />}
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {help && (
        <p id={helpId} className="text-xs text-ink-2">
          {help}
        </p>
      )}
    </div>
  );
}

/** An error message below its field. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-sm text-seal">
      <CircleAlert size="1rem" className="mt-[0.2em] shrink-0" />
      <span>{children}</span>
    </p>
  );
}
