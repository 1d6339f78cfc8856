import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ComponentProps } from 'react';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Input } from '#web/ui/forms/input.tsx';
import { hasEightDigits, homeCode, inGroups, readNumber } from './phone-number.ts';

export type PhoneTyped = { areaCode: string; typed: string };

type PhoneInputProps = Omit<ComponentProps<'input'>, 'onChange' | 'value'> & {
  value: PhoneTyped;
  onValue: (value: PhoneTyped) => void;
};

const onlyHome = [{ code: homeCode, name: '' }];

/** The countries whose numbers may log in, with the label and messages of a field for such a number. */
export function usePhoneField() {
  const t = useTranslate();
  const { root } = useShell();
  const areaCodes = root?.areaCodes ?? onlyHome;
  const codes = areaCodes.map(({ code }) => code);
  const first = codes.find((code) => code === homeCode) ?? codes[0] ?? homeCode;
  return {
    areaCodes,
    first,
    label: t(codes.length === 1 && first === homeCode ? 'login.mobile' : 'login.mobileAny'),
    read: ({ typed, areaCode }: PhoneTyped) => readNumber(typed, areaCode, codes),
    wrong: (areaCode: string) => t(hasEightDigits(areaCode) ? 'login.mobileWrong' : 'login.mobileWrongAny'),
  };
}

const prefixClass =
  'flex h-full shrink-0 items-center gap-1 whitespace-nowrap rounded-l-card border border-ink-2/70 border-r-0 bg-paper-2 px-3 text-ink-2';

/** Formats a complete number in groups, and accepts pasted numbers with or without the country code. */
export function PhoneInput({ value: { areaCode, typed }, onValue, ...rest }: PhoneInputProps) {
  const t = useTranslate();
  const { areaCodes, read } = usePhoneField();
  return (
    <span className="flex rounded-card outline-seal outline-offset-2 has-[input:focus-visible]:outline-2">
      {areaCodes.length === 1 ? (
        <span aria-hidden className={prefixClass}>
          +{areaCode}
        </span>
      ) : (
        // The native select lies transparently over the shown code, so that it is as narrow as the code.
        <span className="relative shrink-0">
          <select
            aria-label={t('login.areaCode')}
            disabled={rest.readOnly}
            value={areaCode}
            onChange={(event) => onValue({ areaCode: event.target.value, typed })}
            className="peer absolute inset-0 size-full cursor-pointer opacity-0"
          >
            {areaCodes.map(({ code, name }) => (
              <option key={code} value={code}>
                {name} +{code}
              </option>
            ))}
          </select>
          <span
            aria-hidden
            className={`${prefixClass} peer-focus-visible:outline-2 peer-focus-visible:outline-seal peer-focus-visible:outline-offset-2 peer-hover:text-ink`}
          >
            +{areaCode}
            <ChevronDown size="1rem" />
          </span>
        </span>
      )}
      <Input
        {...rest}
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        placeholder={areaCode === homeCode ? '6123 4567' : undefined}
        value={typed}
        onChange={(event) => {
          const text = event.target.value;
          const atEnd = event.target.selectionStart === text.length;
          const complete = atEnd ? read({ typed: text, areaCode }) : undefined;
          onValue(
            complete
              ? { areaCode: complete.areaCode, typed: inGroups(complete.national) }
              : { areaCode, typed: text },
          );
        }}
        className="rounded-l-none outline-none!"
      />
    </span>
  );
}
