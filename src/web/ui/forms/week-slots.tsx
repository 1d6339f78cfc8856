import ChevronDown from 'lucide-react/icons/chevron-down';
import { useId, useState } from 'react';
import { clock, rangesOn, slotsBetween, slotsOfDay, slotsOn } from '#web/ground/i18n/times.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { cx, target } from '../cx.ts';
import { Choice } from './choices.tsx';
import { FieldGroup, type FieldGroupProps } from './field-group.tsx';

/** Half hours of the day, from and to. */
const periods = [
  { name: 'morning', from: 18, to: 24 },
  { name: 'afternoon', from: 24, to: 36 },
  { name: 'evening', from: 36, to: 44 },
] as const;
/** The slots offered by an opened day, besides those already chosen. */
const openDay = { from: 14, to: 46 };

const presets = [
  { name: 'afterSchool', days: [0, 1, 2, 3, 4], from: 32, to: 40 },
  { name: 'weekend', days: [5, 6], from: 20, to: 36 },
] as const;

type WeekSlotsProps = Omit<FieldGroupProps, 'children'> & {
  /** The names of the days, Monday to Sunday. */
  days: readonly string[];
  value: readonly number[];
  onChange: (slots: number[]) => void;
};

const without = (slots: readonly number[], taken: readonly number[]) =>
  slots.filter((slot) => !taken.includes(slot));
const withAll = (slots: readonly number[], added: readonly number[]) =>
  [...without(slots, added), ...added].sort((a, b) => a - b);

/**
 * Chooses half hours of a week: whole mornings, afternoons or evenings by one press, exact times in an opened
 * day.
 */
export function WeekSlots({ days, value, onChange, ...group }: WeekSlotsProps) {
  const t = useTranslate();
  return (
    <FieldGroup {...group}>
      <div className="flex flex-wrap gap-2">
        {presets.map(({ name, days: on, from, to }) => {
          const slots = on.flatMap((day) => slotsBetween(day, from, to));
          const all = slots.every((slot) => value.includes(slot));
          return (
            <PressChip
              key={name}
              pressed={all}
              onPress={() => onChange(all ? without(value, slots) : withAll(value, slots))}
            >
              {t(`slots.${name}`)}
            </PressChip>
          );
        })}
        {value.length > 0 && (
          <button
            type="button"
            onClick={() => onChange([])}
            className={cx(target, 'px-3 text-ink-2 text-sm underline underline-offset-4 hover:text-ink')}
          >
            {t('slots.clear')}
          </button>
        )}
      </div>
      <div
        aria-hidden
        className="mt-2 grid grid-cols-[max(5rem,78px)_1fr_1fr_1fr_max(2.75rem,44px)] gap-1.5 text-center text-ink-2 text-xs"
      >
        <span />
        {periods.map(({ name, from, to }) => (
          <span key={name}>{`${from / 2}–${to / 2}`}</span>
        ))}
        <span />
      </div>
      {days.map((name, day) => (
        <Day key={name} name={name} day={day} value={value} onChange={onChange} />
      ))}
      <p role="status" className="text-ink-2 text-sm">
        {t('slots.total', { hours: value.length / 2 })}
      </p>
    </FieldGroup>
  );
}

type DayProps = { name: string; day: number; value: readonly number[]; onChange: (slots: number[]) => void };

function Day({ name, day, value, onChange }: DayProps) {
  const t = useTranslate();
  const panel = useId();
  const [open, setOpen] = useState(false);
  const chosen = slotsOn(value, day);
  const ranges = rangesOn(value, day).join(t('slots.and'));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset inside a fieldset cannot be laid out as a row
    <div role="group" aria-label={name} className="border-line border-t pt-1.5">
      <div className="grid grid-cols-[max(5rem,78px)_1fr_1fr_1fr_max(2.75rem,44px)] items-center gap-1.5">
        <span aria-hidden className="text-sm">
          {name}
        </span>
        {periods.map((period) => {
          const slots = slotsBetween(day, period.from, period.to);
          const count = slots.filter((slot) => chosen.includes(slot)).length;
          const all = count === slots.length;
          return (
            <PressChip
              key={period.name}
              pressed={all ? true : count > 0 ? 'mixed' : false}
              label={`${name} ${t(`slots.${period.name}`)} ${clock(period.from)}–${clock(period.to)}`}
              onPress={() => onChange(all ? without(value, slots) : withAll(value, slots))}
            >
              {t(`slots.${period.name}`)}
            </PressChip>
          );
        })}
        <button
          type="button"
          aria-expanded={open}
          aria-controls={panel}
          aria-label={t('slots.exact', { day: name })}
          onClick={() => setOpen(!open)}
          className={cx(
            target,
            'grid place-items-center rounded-card text-ink-2 hover:bg-paper-2 hover:text-ink',
          )}
        >
          <ChevronDown size="1.125rem" className={cx('transition-transform', open && 'rotate-180')} />
        </button>
      </div>
      {ranges && <p className="mt-1 pl-[calc(max(5rem,78px)+0.375rem)] text-jade text-xs">{ranges}</p>}
      <div id={panel} hidden={!open} className="mt-2 mb-1">
        {open && <HalfHours day={day} chosen={chosen} value={value} onChange={onChange} />}
      </div>
    </div>
  );
}

function HalfHours({ day, chosen, value, onChange }: Omit<DayProps, 'name'> & { chosen: readonly number[] }) {
  const offered = withAll(slotsBetween(day, openDay.from, openDay.to), chosen);
  return (
    <div className="grid grid-cols-4 gap-2 lg:grid-cols-8">
      {offered.map((slot) => (
        <Choice
          key={slot}
          type="checkbox"
          checked={value.includes(slot)}
          onChange={(event) =>
            onChange(event.target.checked ? withAll(value, [slot]) : without(value, [slot]))
          }
        >
          {clock(slot % slotsOfDay)}
        </Choice>
      ))}
    </div>
  );
}

type PressChipProps = {
  pressed: boolean | 'mixed';
  onPress: () => void;
  label?: string;
  children: string;
};

const pressStyles = {
  true: 'border-seal bg-seal-soft font-semibold text-[color-mix(in_srgb,var(--color-seal)_85%,var(--color-ink))]',
  mixed: 'border-seal border-dashed bg-sheet',
  false: 'border-ink-2/50 bg-sheet hover:border-ink-2',
} as const;

function PressChip({ pressed, onPress, label, children }: PressChipProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      aria-label={label}
      onClick={onPress}
      className={cx(
        target,
        'rounded-card border py-1.5 text-sm leading-snug transition-colors',
        pressStyles[`${pressed}`],
        label === undefined ? 'px-3' : 'px-0.5',
      )}
    >
      {children}
    </button>
  );
}
