import { type ReactNode, useId } from 'react';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { cx } from '../cx.ts';
import { FieldError } from './field.tsx';

export interface FieldGroupProps {
  legend: ReactNode;
  help?: ReactNode;
  error?: ReactNode;
  optional?: boolean | undefined;
  /** The target of an error summary's link; generated if not given. */
  id?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** Several controls that answer one question; Field is for one control. */
export function FieldGroup({ legend, help, error, optional, id, className, children }: FieldGroupProps) {
  const t = useTranslate();
  const generatedId = useId();
  const group = id ?? generatedId;
  const [helpId, errorId] = [`${group}-help`, `${group}-error`];
  return (
    <fieldset
      id={group}
      tabIndex={-1}
      aria-describedby={cx(error ? errorId : '', help ? helpId : '') || undefined}
      className={cx('grid min-w-0 gap-2 outline-none', className)}
    >
      <legend className="mb-2 text-ink-2 text-sm">
        {legend}
        {optional && <span className="ml-1.5 text-xs">{t('ui.optional')}</span>}
      </legend>
      {help && (
        <p id={helpId} className="-mt-1.5 text-ink-2 text-xs">
          {help}
        </p>
      )}
      {children}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  );
}
