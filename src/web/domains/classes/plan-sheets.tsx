import { useState } from 'react';
import type { PlannedLesson } from '#shared/classes.ts';
import { addDays, clockOf, dayOf, isoTimeAt } from '#shared/hong-kong.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { ProblemNotice } from '#web/ui/feedback/notice.tsx';
import { DateInput } from '#web/ui/forms/date-input.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { TimeSelect } from '#web/ui/forms/time-select.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';
import { whenWords } from './format.ts';
import { NoteSheet } from './record/note-sheet.tsx';

type PlanSheetProps = {
  plan: PlannedLesson;
  name: string;
  open: boolean;
  onClose: () => void;
  onChanged: () => Promise<unknown>;
};

export const noticeMs = 24 * 3_600_000;
const maxDays = 62;

/** Either side cancels one planned lesson; the consequence for a tutor is shown first. */
export function CancelSheet({ plan, name, open, onClose, onChanged }: PlanSheetProps) {
  const t = useTranslate();
  const { locale } = useShell();
  const isLate = Date.parse(plan.starts_at) - Date.now() < noticeMs;
  const text = isLate ? (plan.my_side === 'tutor' ? 'textLateTutor' : 'textLate') : 'text';
  return (
    <NoteSheet
      open={open}
      onClose={onClose}
      title={t('classes.cancel.title')}
      description={`${t('classes.about', { when: whenWords(plan.starts_at, locale), name })}${t(`classes.cancel.${text}`)}`}
      label={t('classes.cancel.reason')}
      sendLabel={t('classes.cancel.send')}
      maxLength={300}
      optional
      field="reason"
      draft={`cancel-${plan.class_id}`}
      onSend={(api, reason) =>
        api('POST /api/users/classes/{id}/cancel', {
          params: { id: plan.class_id },
          body: { planned_at: plan.planned_at, reason },
        })
      }
      doneWords={t('classes.cancel.done')}
      onChanged={onChanged}
    />
  );
}

/** Either side moves one planned lesson. Both the old and the new time must be at least a day ahead. */
export function MoveSheet({ plan, name, open, onClose, onChanged }: PlanSheetProps) {
  const t = useTranslate();
  const { locale } = useShell();
  const { busy, problem, fields, run, refuse, clear } = useAction({ refresh: onChanged });
  const [day, setDay] = useState(() => dayOf(plan.starts_at));
  const [time, setTime] = useState(() => clockOf(plan.starts_at));
  const close = () => {
    clear();
    onClose();
  };
  const move = async () => {
    const movedTo = Date.parse(isoTimeAt(day, time));
    const wrong = Number.isNaN(movedTo)
      ? t('classes.move.missing')
      : movedTo - Date.now() < noticeMs
        ? t('classes.move.tooSoon')
        : undefined;
    if (wrong) {
      refuse({ moved_to: wrong });
      return document.getElementById('move-day')?.focus();
    }
    const done = await run(
      (api) =>
        api('POST /api/users/classes/{id}/reschedule', {
          params: { id: plan.class_id },
          body: { planned_at: plan.planned_at, moved_to: isoTimeAt(day, time) },
        }),
      t('classes.move.done'),
    );
    if (done) close();
  };
  const today = dayOf(Date.now());
  return (
    <Sheet
      open={open}
      onClose={close}
      title={t('classes.move.title')}
      description={`${t('classes.about', { when: whenWords(plan.starts_at, locale), name })}${t('classes.move.text')}`}
      footer={
        <div className="flex flex-col-reverse gap-2 lg:flex-row lg:justify-end">
          <Button onClick={close}>{t('classes.back')}</Button>
          <Button variant="primary" loading={busy} onClick={move}>
            {t('classes.move.send')}
          </Button>
        </div>
      }
    >
      <div className="grid gap-3">
        <ProblemNotice>{!fields.moved_to && problem}</ProblemNotice>
        <Field id="move-day" label={t('classes.move.day')} error={fields.moved_to}>
          <DateInput
            data-autofocus
            min={addDays(today, 1)}
            max={addDays(today, maxDays)}
            value={day}
            onChange={setDay}
          />
        </Field>
        <Field label={t('classes.move.time')} help={t('classes.move.timeHelp')}>
          <TimeSelect value={time} onChange={setTime} />
        </Field>
      </div>
    </Sheet>
  );
}
