import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { addDays, today, weekdayNames } from '#shared/hong-kong.ts';
import { slotAt, slotIndex } from '#shared/rules/half-hours.ts';
import { planRules } from '#shared/rules/schedule-rules.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { DateInput } from '#web/ui/forms/date-input.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { optionsHtml, Select } from '#web/ui/forms/select.tsx';
import { TimeSelect } from '#web/ui/forms/time-select.tsx';
import { lengthOptions } from './length-options.ts';
import type { PlanAsk, PlanSheetProps } from './plan-ask.ts';
import { PlanForm, usePlanForm } from './plan-form.tsx';
import { lessonsOf, type WeeklyLesson } from './weekly-lessons.ts';

type Asked<Kind extends PlanAsk['kind']> = Omit<PlanSheetProps, 'ask'> & {
  ask: Extract<PlanAsk, { kind: Kind }>;
};

const latest = slotIndex({ weekday: 1, start: planRules.latest });
const slotsOf = ({ weekday, start, minutes }: WeeklyLesson) =>
  Array.from({ length: minutes / 30 }, (_, half) => slotIndex({ weekday, start }) + half);
const isTooLate = (lesson: WeeklyLesson) =>
  slotIndex({ weekday: 1, start: lesson.start }) + lesson.minutes / 30 > latest;

/** The lessons of a week: day, start and length of each. */
export function WeeklyForm({ cls, ask, ...sheet }: Asked<'weekly'>) {
  const t = useTranslate();
  const { locale } = useShell();
  // Who proposes weekly times while others wait has seen those on the page, and answers them.
  const open = cls.proposals.find(({ kind }) => kind === 'weekly');
  const form = usePlanForm({ ...sheet, cls, replaces: ask.replaces ?? open?.id });
  const usual = Math.max(30, Math.round(cls.minutes / 30) * 30);
  const [lessons, setLessons] = useState(() => {
    const present = lessonsOf(ask.proposed ?? cls.slots);
    return present.length > 0 ? present : [{ weekday: 1, start: '17:00', minutes: usual }];
  });
  const [from, setFrom] = useState<string>(() => {
    const first = addDays(today(), 1);
    return cls.beganOn > first ? cls.beganOn : first;
  });
  const set = (place: number, change: Partial<WeeklyLesson>) => {
    form.clear();
    setLessons(lessons.map((one, at) => (at === place ? { ...one, ...change } : one)));
  };
  const send = () => {
    if (!from) return form.refuse(t('plan.weekly.missing'));
    if (lessons.some(isTooLate)) return form.refuse(t('plan.weekly.late'));
    const slots = [...new Set(lessons.flatMap(slotsOf))].sort((a, b) => a - b).map(slotAt);
    return form.propose({ kind: 'weekly', from_day: from, slots });
  };
  const days = weekdayNames[locale].map((name, at) => ({
    id: at + 1,
    name: locale === 'en' ? name : `星期${name}`,
  }));
  return (
    <PlanForm
      {...sheet}
      form={form}
      title={t('plan.weekly.title')}
      description={`${cls.name}。${t('plan.holds')}`}
      onSend={send}
    >
      <div className="grid gap-4">
        {lessons.map((lesson, place) => {
          const at = t('plan.weekly.place', { number: place + 1 });
          return (
            <fieldset
              // biome-ignore lint/suspicious/noArrayIndexKey: lessons have no id and keep their places
              key={place}
              className="grid grid-cols-2 items-end gap-2 border-line border-b pb-4 lg:grid-cols-3"
            >
              <legend className="flex min-h-11 w-full items-center justify-between text-ink-2 text-sm">
                {at}
                {lessons.length > 1 && (
                  <Button
                    size="compact"
                    variant="quiet"
                    aria-label={t('plan.weekly.removeNamed', { at })}
                    onClick={() => setLessons(lessons.filter((_, other) => other !== place))}
                  >
                    <Trash2 className="size-4" />
                    {t('plan.weekly.remove')}
                  </Button>
                )}
              </legend>
              <Field label={t('plan.weekly.day')}>
                <Select
                  value={lesson.weekday}
                  onChange={({ target }) => set(place, { weekday: Number(target.value) })}
                  options={optionsHtml(days)}
                />
              </Field>
              <Field label={t('plan.weekly.start')}>
                <TimeSelect value={lesson.start} onChange={(start) => set(place, { start })} />
              </Field>
              <Field label={t('plan.weekly.length')} className="col-span-2 lg:col-span-1">
                <Select
                  value={lesson.minutes}
                  onChange={({ target }) => set(place, { minutes: Number(target.value) })}
                  options={optionsHtml(lengthOptions(t, lesson.minutes))}
                />
              </Field>
            </fieldset>
          );
        })}
        {lessons.length < 7 && (
          <Button
            className="justify-self-start"
            onClick={() =>
              setLessons([
                ...lessons,
                { weekday: ((lessons.at(-1)?.weekday ?? 0) % 7) + 1, start: '17:00', minutes: usual },
              ])
            }
          >
            <Plus className="size-4" />
            {t('plan.weekly.add')}
          </Button>
        )}
        <Field label={t('plan.weekly.from')}>
          <DateInput
            min={cls.beganOn > today() ? cls.beganOn : today()}
            max={addDays(today(), planRules.mostDays)}
            value={from}
            onChange={setFrom}
          />
        </Field>
      </div>
    </PlanForm>
  );
}

/** From a day to a day without lessons. */
export function PauseForm({ cls, ask, ...sheet }: Asked<'pause'>) {
  const t = useTranslate();
  const form = usePlanForm({ ...sheet, cls, replaces: ask.replaces });
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const send = () => {
    if (!from || !to) return form.refuse(t('plan.pause.missing'));
    if (to < from) return form.refuse(t('plan.pause.order'));
    return form.propose({ kind: 'pause', from_day: from, to_day: to });
  };
  const limits = { min: today(), max: addDays(today(), planRules.mostDays) };
  const choose = (set: (day: string) => void) => (day: string) => {
    form.clear();
    set(day);
  };
  return (
    <PlanForm
      {...sheet}
      form={form}
      title={t('plan.pause.title')}
      description={`${cls.name}。${t('plan.pause.lead')}`}
      onSend={send}
    >
      <div className="grid gap-4">
        <Field label={t('plan.pause.from')}>
          <DateInput {...limits} value={from} onChange={choose(setFrom)} />
        </Field>
        <Field label={t('plan.pause.to')}>
          <DateInput {...limits} min={from || limits.min} value={to} onChange={choose(setTo)} />
        </Field>
      </div>
    </PlanForm>
  );
}
