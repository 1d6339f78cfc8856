import { clock } from '#web/ground/i18n/times.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { escaped } from '../text.ts';
import { Select } from './select.tsx';

/** Lessons begin between 07:00 and 22:30; in half hours of the day. */
const parts = [
  { name: 'morning', from: 14, to: 24 },
  { name: 'afternoon', from: 24, to: 36 },
  { name: 'evening', from: 36, to: 46 },
] as const;

const option = (time: string) => `<option value="${escaped(time)}">${escaped(time)}`;

const quarterAfter = (time: string) => `${time.slice(0, 3)}${time.endsWith('30') ? '45' : '15'}`;

type TimeSelectProps = { value: string; onChange: (time: string) => void; step?: 15 | 30 };

/** A half hour or a quarter of the day, in the language of the page. A time outside the list stays on offer while it is set. */
export function TimeSelect({ value, onChange, step = 30 }: TimeSelectProps) {
  const t = useTranslate();
  const groups = parts.map(({ name, from, to }) => ({
    label: t(`ui.dayParts.${name}`),
    times: Array.from({ length: to - from }, (_, index) => clock(from + index)).flatMap((time) =>
      step === 30 ? time : [time, quarterAfter(time)],
    ),
  }));
  const isListed = groups.some(({ times }) => times.includes(value));
  return (
    <Select
      value={value}
      onChange={({ target }) => onChange(target.value)}
      options={
        (isListed ? '' : option(value)) +
        groups
          .map(
            ({ label, times }) =>
              `<optgroup label="${escaped(label)}">${times.map(option).join('')}</optgroup>`,
          )
          .join('')
      }
    />
  );
}
