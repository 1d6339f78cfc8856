import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../cx.ts';
import { useControlProps } from './field.tsx';

/** The common style of inputs and selects. */
export const controlClass =
  'block w-full min-h-[max(2.75rem,44px)] rounded-card border border-ink-2/70 bg-sheet px-3.5 py-2 text-base text-ink transition-colors placeholder:text-ink-2 hover:border-ink-2 aria-invalid:border-seal disabled:cursor-not-allowed disabled:bg-paper-2 disabled:text-ink-2';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="text" {...useControlProps()} {...rest} className={cx(controlClass, className)} />;
}

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={4} {...useControlProps()} {...rest} className={cx(controlClass, className)} />;
}

type NumberInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> & {
  value: number | null;
  onChange: (value: number | null) => void;
  /** Shown before and after the number, such as a currency. */
  before?: ReactNode;
  after?: ReactNode;
};

/**
 * Whole numbers with a phone's number pad. Not type="number": a wheel or an arrow key must not change the
 * value.
 */
export function NumberInput({ value, onChange, before, after, className, ...rest }: NumberInputProps) {
  return (
    <span className={cx('flex items-center gap-2', className)}>
      {before && <span className="shrink-0 text-ink-2">{before}</span>}
      <Input
        autoComplete="off"
        {...rest}
        inputMode="numeric"
        value={value ?? ''}
        onChange={({ target }) => {
          const digits = target.value.normalize('NFKC').replace(/\D/g, '').slice(0, 9);
          onChange(digits === '' ? null : Number(digits));
        }}
        className="min-w-0"
      />
      {after && <span className="shrink-0 text-ink-2 text-sm">{after}</span>}
    </span>
  );
}
