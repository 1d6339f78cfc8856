import { useState } from 'react';
import { addDays, isoTimeAt, today } from '#shared/hong-kong.ts';
import { planRules, recordRules } from '#shared/rules/schedule-rules.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { newKey } from '#web/ground/drafts.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { DateInput } from '#web/ui/forms/date-input.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { NumberInput } from '#web/ui/forms/input.tsx';
import { TimeSelect } from '#web/ui/forms/time-select.tsx';
import { lengthWords } from '../format.ts';
import type { PlanAsk, PlanSheetProps } from './plan-ask.ts';
import { PlanForm, usePlanForm } from './plan-form.tsx';

const { longestMinutes } = planRules;
const { shortestMinutes, addDays: daysBack } = recordRules;

type MinutesProps = Omit<PlanSheetProps, 'ask'> & { ask: Extract<PlanAsk, { kind: 'minutes' }> };

/** Another length for a lesson that was held: the other side has to agree. */
export function MinutesForm({ cls, ask, ...sheet }: MinutesProps) {
  const t = useTranslate();
  const form = usePlanForm({ ...sheet, cls, replaces: ask.replaces });
  const [minutes, setMinutes] = useState<number | null>(ask.minutes);
  const send = () => {
    if (minutes === null || minutes < 1 || minutes > longestMinutes)
      return form.refuse(t('plan.minutes.wrong'));
    if (minutes === ask.minutes) return form.refuse(t('plan.minutes.same'));
    return form.propose({ kind: 'minutes', lesson_id: ask.lessonId, minutes });
  };
  return (
    <PlanForm
      {...sheet}
      form={form}
      title={t('plan.minutes.title')}
      description={t('plan.minutes.lead', { was: lengthWords(t, ask.minutes) })}
      onSend={send}
    >
      <Field label={t('plan.minutes.label')}>
        <NumberInput
          data-autofocus
          value={minutes}
          after={t('plan.minutes.after')}
          onChange={(value) => {
            form.clear();
            setMinutes(value);
          }}
        />
      </Field>
    </PlanForm>
  );
}

/** The tutor writes down a lesson that was not clocked in. */
export function AddForm({ cls, onChanged, ...sheet }: Omit<PlanSheetProps, 'ask'>) {
  const t = useTranslate();
  const { run, refuse, clear, ...action } = useAction({ refresh: onChanged });
  const [key, setKey] = useState(newKey);
  const [day, setDay] = useState<string>(today);
  const [start, setStart] = useState('17:00');
  const [minutes, setMinutes] = useState<number | null>(cls.minutes);
  const choose =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      clear();
      set(value);
    };
  const send = async () => {
    if (!day || minutes === null) return refuse(t('plan.add.missing'));
    if (minutes < shortestMinutes || minutes > longestMinutes) return refuse(t('plan.add.short'));
    const startedAt = Date.parse(isoTimeAt(day, start));
    const endedAt = startedAt + minutes * 60_000;
    if (endedAt > Date.now()) return refuse(t('plan.add.future'));
    const done = await run(
      (api) =>
        api('POST /api/users/classes/{id}/lessons', {
          params: { id: cls.id },
          body: {
            key,
            started_at: new Date(startedAt).toISOString(),
            ended_at: new Date(endedAt).toISOString(),
          },
        }),
      t('plan.add.sent'),
    );
    if (done === false) setKey(newKey());
    if (done) sheet.onClose();
  };
  return (
    <PlanForm
      {...sheet}
      form={action}
      title={t('plan.add.title')}
      description={`${cls.name}。${t('plan.add.lead')}`}
      sendLabel={t('plan.add.send')}
      onSend={send}
    >
      <div className="grid gap-4">
        <Field label={t('plan.add.day')}>
          <DateInput
            data-autofocus
            min={addDays(today(), -daysBack)}
            max={today()}
            value={day}
            onChange={choose(setDay)}
          />
        </Field>
        <Field label={t('plan.add.start')}>
          <TimeSelect step={15} value={start} onChange={choose(setStart)} />
        </Field>
        <Field label={t('plan.add.length')}>
          <NumberInput value={minutes} after={t('plan.add.after')} onChange={choose(setMinutes)} />
        </Field>
      </div>
    </PlanForm>
  );
}
