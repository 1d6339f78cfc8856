import type { ComponentProps } from 'react';
import { Input } from '../ui/input.tsx';
import { inGroups, readHongKongNumber } from './phone-number.ts';

type PhoneInputProps = Omit<ComponentProps<'input'>, 'onChange' | 'value'> & {
  value: string;
  onValue: (value: string) => void;
};

/** A Hong Kong number. It is grouped when it is complete, and takes whatever is pasted, with its country or without. */
export function PhoneInput({ value, onValue, ...rest }: PhoneInputProps) {
  return (
    <span className="flex">
      <span
        aria-hidden
        className="grid shrink-0 place-items-center whitespace-nowrap rounded-l-card border border-ink-2/70 border-r-0 bg-paper-2 px-3 text-ink-2"
      >
        +852
      </span>
      <Input
        {...rest}
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        placeholder="6123 4567"
        value={value}
        onChange={(event) => {
          const text = event.target.value;
          const atEnd = event.target.selectionStart === text.length;
          const whole = readHongKongNumber(text);
          onValue(whole && atEnd ? inGroups(whole) : text);
        }}
        className="rounded-l-none"
      />
    </span>
  );
}
