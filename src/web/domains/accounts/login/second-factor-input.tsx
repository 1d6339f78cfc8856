import type { ComponentProps } from 'react';
import { Input } from '#web/ui/forms/input.tsx';
import { useFocusFirst } from '#web/ui/forms/use-focus-first.ts';
import { CodeInput } from './code-input.tsx';

type SecondFactorInputProps = Omit<ComponentProps<'input'>, 'onChange' | 'value'> & {
  kind: 'app' | 'recovery';
  value: string;
  onValue: (code: string) => void;
};

export function SecondFactorInput({ kind, ...rest }: SecondFactorInputProps) {
  return kind === 'app' ? <CodeInput {...rest} fromMessage={false} /> : <RecoveryInput {...rest} />;
}

function RecoveryInput({ onValue, ...rest }: Omit<SecondFactorInputProps, 'kind'>) {
  const field = useFocusFirst<HTMLInputElement>();
  return (
    <Input
      {...rest}
      ref={field}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={40}
      placeholder="XXXX-XXXX-…"
      onChange={(event) => onValue(event.target.value)}
      className="font-serif tracking-wider"
    />
  );
}
