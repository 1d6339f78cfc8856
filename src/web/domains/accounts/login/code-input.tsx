import { type ComponentProps, useEffect, useRef } from 'react';
import { Input } from '#web/ui/forms/input.tsx';

type CodeInputProps = Omit<ComponentProps<'input'>, 'onChange' | 'value'> & {
  value: string;
  onValue: (code: string) => void;
  /** Whether an SMS with the code is sent to this device. */
  fromMessage?: boolean;
  /** False for the second of two codes in one form. */
  isFirst?: boolean;
};

/** Six digits in one field: typed, pasted, or filled in by the browser from the SMS. */
export function CodeInput({ value, onValue, fromMessage = true, isFirst = true, ...rest }: CodeInputProps) {
  const field = useRef<HTMLInputElement>(null);
  useMessageCode(fromMessage, onValue);
  // At first, and after a wrong code, the field is empty and focused.
  useEffect(() => {
    if (isFirst && !rest.readOnly && value === '') field.current?.focus({ preventScroll: true });
  }, [isFirst, rest.readOnly, value]);
  return (
    <Input
      {...rest}
      ref={field}
      inputMode="numeric"
      autoComplete="one-time-code"
      value={value}
      onChange={(event) => onValue(digitsOf(event.target.value).slice(0, 6))}
      className="text-center font-serif text-2xl tracking-[0.4em]"
    />
  );
}

const digitsOf = (text: string) =>
  text.replace(/[０-９]/g, (digit) => String(digit.charCodeAt(0) - 0xff10)).replace(/\D/g, '');

/** Reads the code from the SMS where the browser supports it (WebOTP). */
function useMessageCode(enabled: boolean, onValue: (code: string) => void) {
  const latest = useRef(onValue);
  latest.current = onValue;
  useEffect(() => {
    if (!enabled || !('OTPCredential' in window)) return;
    const unmounted = new AbortController();
    const options = { otp: { transport: ['sms'] }, signal: unmounted.signal } as CredentialRequestOptions;
    navigator.credentials
      .get(options)
      .then((found) => {
        const code = digitsOf((found as unknown as { code?: string } | null)?.code ?? '');
        if (code.length === 6) latest.current(code);
      })
      // Refused, not supported, or the sheet was closed: the code can still be typed.
      .catch(() => undefined);
    return () => unmounted.abort();
  }, [enabled]);
}
