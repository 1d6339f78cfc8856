import { useState } from 'react';
import { clockOf, dayOf, isoTimeAt } from '#shared/hong-kong.ts';
import { scheduleRules } from '#shared/rules/schedule-rules.ts';
import { readBusy } from '#web/domains/interest/busy-times.ts';
import { LessonTime, useLessonTime } from '#web/domains/interest/lesson-time.tsx';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { optionsHtml, Select } from '#web/ui/forms/select.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';
import { lengthWords, whenWords } from '../format.ts';
import { NoteSheet } from '../record/note-sheet.tsx';
import { FeeRuleForm } from './fee-rule-form.tsx';
import { lengthOptions } from './length-options.ts';
import type { PlanAsk, PlanSheetProps, Times } from './plan-ask.ts';
import { PlanForm, usePlanForm } from './plan-form.tsx';
import { AddForm, MinutesForm } from './record-forms.tsx';
import { PauseForm, WeeklyForm } from './weekly-form.tsx';

/** One sheet of a class, by what is asked for. */
export default function PlanSheet(props: PlanSheetProps) {
  const [chosen, setChosen] = useState<PlanAsk>();
  const ask = chosen ?? props.ask;
  switch (ask.kind) {
    case 'menu':
      return <Menu {...props} onChoose={setChosen} />;
    case 'weekly':
      return <WeeklyForm {...props} ask={ask} />;
    case 'pause':
      return <PauseForm {...props} ask={ask} />;
    case 'minutes':
      return <MinutesForm {...props} ask={ask} />;
    case 'add':
      return <AddForm {...props} />;
    case 'fee_rule':
      return <FeeRuleForm {...props} ask={ask} />;
    case 'absent':
      return <Absent {...props} ask={ask} />;
    case 'extra':
    case 'move':
      return <TimeForm {...props} ask={ask} />;
  }
}

function Menu({ cls, open, onClose, onChoose }: PlanSheetProps & { onChoose: (ask: PlanAsk) => void }) {
  const t = useTranslate();
  // Without weekly times there is nothing to skip.
  const kinds = cls.isOnTrial
    ? (['weekly', 'fee_rule'] as const)
    : cls.slots.length === 0
      ? (['weekly', 'extra', 'fee_rule'] as const)
      : (['extra', 'weekly', 'pause', 'fee_rule'] as const);
  return (
    <Sheet open={open} onClose={onClose} title={t('plan.menuTitle')} description={t('plan.menuLead')}>
      <div className="grid gap-2">
        {kinds.map((kind) => (
          <Button key={kind} onClick={() => onChoose({ kind })}>
            {t(`plan.${kind}.menu`)}
          </Button>
        ))}
      </div>
    </Sheet>
  );
}

type Asked<Kind extends PlanAsk['kind']> = Omit<PlanSheetProps, 'ask'> & {
  ask: Extract<PlanAsk, { kind: Kind }>;
};

/** Another time for a planned lesson, or an extra lesson. */
function TimeForm({ cls, ask, ...sheet }: Asked<'move' | 'extra'>) {
  const t = useTranslate();
  const { locale } = useShell();
  const moved = ask.kind === 'move' ? ask : undefined;
  const { proposed } = ask;
  const first = moved?.present ?? proposed;
  const [minutes, setMinutes] = useState(() => (first ? lengthOf(first) : cls.minutes));
  const own = useRemote({
    key: cls.id,
    read: (api) => readBusy(api, { match_id: 0 }, locale),
    when: sheet.open,
  }).value?.filter(
    ({ class_id, from }) => class_id !== cls.id || from !== Date.parse(moved?.present.starts_at ?? ''),
  );
  const present = [
    ...(moved ? [presentAt(t('plan.move.present'), moved.present)] : []),
    ...(proposed ? [presentAt(t('plan.move.proposed'), proposed)] : []),
  ];
  const time = useLessonTime({ minutes, present, own, isTutor: cls.asTutor, atFirst: moved?.to });
  const form = usePlanForm({ ...sheet, cls, replaces: ask.replaces });
  const send = () => {
    const { chosen } = time;
    if (!chosen) return form.refuse(t('plan.chooseBoth'));
    const starts_at = isoTimeAt(chosen.day, chosen.time);
    return form.propose(
      moved
        ? { kind: 'move', planned_at: moved.plannedAt, starts_at, minutes }
        : { kind: 'extra', starts_at, minutes },
    );
  };
  return (
    <PlanForm
      {...sheet}
      form={form}
      title={t(moved ? 'plan.move.title' : 'plan.extra.title')}
      description={`${cls.name} ・ ${lengthWords(t, minutes)}。${t('plan.holds')}`}
      onSend={send}
    >
      <div className="grid gap-5">
        {!moved && (
          <Field label={t('plan.extra.length')}>
            <Select
              value={minutes}
              onChange={({ target }) => setMinutes(Number(target.value))}
              options={optionsHtml(lengthOptions(t, minutes))}
            />
          </Field>
        )}
        <LessonTime of={time} onChange={form.clear} />
      </div>
    </PlanForm>
  );
}

const lengthOf = ({ starts_at, ends_at }: Times) => (Date.parse(ends_at) - Date.parse(starts_at)) / 60_000;
const presentAt = (label: string, { starts_at, ends_at }: Times) => ({
  ...{ label, day: dayOf(starts_at), start: clockOf(starts_at), end: clockOf(ends_at) },
});

/** Nobody can be made to come: the lesson is off at once, and the consequence for a tutor is told first. */
function Absent({ cls, ask, ...sheet }: Asked<'absent'>) {
  const t = useTranslate();
  const { locale } = useShell();
  const isLate = Date.parse(ask.startsAt) - Date.now() < scheduleRules.noticeHours * 3_600_000;
  const text = isLate ? (cls.asTutor ? 'textLateTutor' : 'textLate') : 'text';
  return (
    <NoteSheet
      {...sheet}
      title={t('plan.absent.title')}
      description={`${t('classes.about', { when: whenWords(ask.startsAt, locale), name: cls.name })}${t(`plan.absent.${text}`)}`}
      label={t('plan.absent.reason')}
      sendLabel={t('plan.absent.send')}
      maxLength={300}
      optional
      field="reason"
      draft={`cancel-${cls.id}`}
      onSend={(api, reason) =>
        api('POST /api/users/classes/{id}/cancel', {
          params: { id: cls.id },
          body: { planned_at: ask.plannedAt, reason },
        })
      }
      doneWords={t('plan.absent.done')}
    />
  );
}
