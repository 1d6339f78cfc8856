import CalendarDays from 'lucide-react/icons/calendar-days';
import { type ComponentProps, Suspense, useId, useRef, useState } from 'react';
import { type Day, formatLongDay, isDay } from '#shared/hong-kong.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { lazyPart } from '#web/ground/routing/lazy-part.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import type { CalendarProps } from './calendar.tsx';
import { Input } from './input.tsx';

const Calendar = lazyPart<CalendarProps>(() => import('./calendar.tsx'));

type DateInputProps = Pick<CalendarProps, 'min' | 'max' | 'clearLabel'> & {
  /** Empty where no day is chosen. */
  value: string;
  onChange: (day: Day | '') => void;
  /** What is shown where no day is chosen. */
  placeholder?: string | undefined;
} & Pick<ComponentProps<'input'>, 'id'> & { 'data-autofocus'?: boolean };

/** A day, in the language of the page: the browser's own date field follows the browser's language. */
export function DateInput({ value, onChange, min, max, clearLabel, placeholder, ...rest }: DateInputProps) {
  const t = useTranslate();
  const { locale } = useShell();
  const [open, setOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const panel = useId();
  const close = () => {
    setOpen(false);
    field.current?.focus();
  };
  const day = isDay(value) ? value : '';
  return (
    <div className="grid gap-2">
      <span className="relative block">
        <Input
          {...rest}
          ref={field}
          role="combobox"
          aria-haspopup="grid"
          aria-expanded={open}
          aria-controls={panel}
          readOnly
          inputMode="none"
          placeholder={placeholder ?? t('ui.calendar.choose')}
          value={day && formatLongDay(day, locale)}
          onClick={() => setOpen(!open)}
          onKeyDown={(event) => {
            if (!['Enter', ' ', 'ArrowDown'].includes(event.key)) return;
            event.preventDefault();
            setOpen(true);
          }}
          className="cursor-pointer pr-11"
        />
        <CalendarDays
          size="1.25rem"
          className="pointer-events-none absolute top-1/2 right-3.5 -translate-y-1/2 text-ink-2"
        />
      </span>
      {open && (
        <Suspense fallback={<div id={panel} className="h-80" />}>
          <Calendar
            id={panel}
            value={day}
            min={min}
            max={max}
            clearLabel={clearLabel}
            onClose={close}
            onChoose={(chosen) => {
              onChange(chosen);
              close();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
