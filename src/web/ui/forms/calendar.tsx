import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import {
  addMonths,
  type Day,
  formatLongDay,
  formatMonth,
  monthOf,
  today,
  weekdayNames,
} from '#shared/hong-kong.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { cx, target } from '../cx.ts';
import { dayByKey, weeksOf, within } from './calendar-keys.ts';

export type CalendarProps = {
  id: string;
  value: Day | '';
  min?: Day | undefined;
  max?: Day | undefined;
  /** The button that leaves the date open; none where a date is needed. */
  clearLabel?: string | undefined;
  onChoose: (day: Day | '') => void;
  onClose: () => void;
};

/** A month of days to choose from, by touch or by keyboard. */
export default function Calendar({ id, value, min, max, clearLabel, onChoose, onClose }: CalendarProps) {
  const t = useTranslate();
  const { locale } = useShell();
  const limits = { min, max };
  const [day, setDay] = useState<Day>(() => within(value || today(), limits));
  const grid = useRef<HTMLTableElement>(null);
  const byKeyboard = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time the day has moved
  useEffect(() => {
    if (byKeyboard.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [day]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      // Closes the calendar and not the sheet around it.
      event.preventDefault();
      event.stopPropagation();
      return onClose();
    }
    if (!grid.current?.contains(event.target as Node)) return;
    const moved = dayByKey(day, event.key, { ...limits, isShift: event.shiftKey });
    if (moved === undefined) return;
    event.preventDefault();
    byKeyboard.current = true;
    setDay(moved);
  };
  const month = monthOf(day);
  const turn = (months: number) => {
    byKeyboard.current = false;
    setDay(within(addMonths(day, months), limits));
  };
  const arrow = (months: number, label: string, Icon: typeof ChevronLeft) => {
    const there = monthOf(within(addMonths(day, months), limits));
    return (
      <button
        type="button"
        aria-label={label}
        disabled={there === month}
        onClick={() => turn(months)}
        className={cx(target, 'grid place-items-center rounded-full hover:bg-paper-2 disabled:opacity-30')}
      >
        <Icon size="1.25rem" />
      </button>
    );
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the days in it
    <div id={id} onKeyDown={onKeyDown} className="grid gap-1 rounded-card border border-line bg-sheet p-2">
      <div className="flex items-center justify-between">
        {arrow(-1, t('ui.calendar.before'), ChevronLeft)}
        <span aria-live="polite" className="whitespace-nowrap font-semibold">
          {formatMonth(month, locale)}
        </span>
        {arrow(1, t('ui.calendar.after'), ChevronRight)}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid of buttons, moved in by arrow keys */}
      <table ref={grid} role="grid" aria-label={formatMonth(month, locale)} className="w-full table-fixed">
        <thead>
          <tr>
            {weekdayNames[locale].map((name) => (
              <th key={name} scope="col" className="h-8 font-normal text-ink-2 text-xs">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(day).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((one, index) => (
                // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a td of a grid is a gridcell
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: a week has seven fixed places
                  key={index}
                  aria-selected={one === null ? undefined : one === value}
                  className="p-0 text-center"
                >
                  {one !== null && (
                    <button
                      type="button"
                      data-day={one}
                      tabIndex={one === day ? 0 : -1}
                      aria-label={formatLongDay(one, locale)}
                      aria-current={one === today() ? 'date' : undefined}
                      disabled={one !== within(one, limits)}
                      onClick={() => onChoose(one)}
                      className={cx(
                        'h-[max(2.75rem,44px)] w-full max-w-12 rounded-card tabular-nums disabled:text-ink-2 disabled:opacity-40',
                        one === value ? 'bg-ink font-semibold text-paper' : 'enabled:hover:bg-paper-2',
                        one !== value && one === today() && 'font-semibold underline underline-offset-4',
                      )}
                    >
                      {Number(one.slice(8))}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {clearLabel && (
        <button
          type="button"
          onClick={() => onChoose('')}
          className={cx(target, 'justify-self-start px-2 text-sm underline underline-offset-4')}
        >
          {clearLabel}
        </button>
      )}
    </div>
  );
}
