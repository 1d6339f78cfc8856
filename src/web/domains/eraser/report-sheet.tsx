import { useState } from 'react';
import type { reportReasons } from '#shared/eraser/sharing.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useToast } from '#web/ground/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ProblemNotice } from '#web/ui/feedback/notice.tsx';
import { RadioChoices } from '#web/ui/forms/choices.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Textarea } from '#web/ui/forms/input.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';

// Importing the values of the contract would bundle zod; their type keeps these in step.
const reasons: typeof reportReasons = ['copyright', 'personal', 'unsuitable', 'other'];

type ReportSheetProps = { open: boolean; record: number; onClose: () => void; onDone: () => unknown };

/** Reports a shared exercise to the operators. */
export default function ReportSheet({ open, record, onClose, onDone }: ReportSheetProps) {
  const t = useTranslate();
  const toast = useToast();
  const { busy, problem, fields, run, clear } = useAction();
  const [reason, setReason] = useState<(typeof reasons)[number]>('copyright');
  const [text, setText] = useState('');
  const [missing, setMissing] = useState(false);
  const close = () => {
    clear();
    setMissing(false);
    onClose();
  };
  const send = async () => {
    if (text.trim() === '') {
      setMissing(true);
      document.getElementById('report-text')?.focus();
      return;
    }
    const params = { id: record };
    const body = { reason, text };
    if (!(await run((api) => api('POST /api_ai/eraser/shared_record/{id}/report', { params, body })))) return;
    close();
    toast.success(t('eraser.report.done'));
    await onDone();
  };
  const wrong = missing ? t('eraser.report.missing') : fields.text;
  return (
    <Sheet
      open={open}
      onClose={close}
      title={t('eraser.report.title')}
      description={t('eraser.report.lead')}
      footer={
        <div className="flex flex-col-reverse gap-2 lg:flex-row lg:justify-end">
          <Button onClick={close}>{t('eraser.cancel')}</Button>
          <Button variant="primary" loading={busy} onClick={send}>
            {t('eraser.report.send')}
          </Button>
        </div>
      }
    >
      <div className="grid gap-4">
        <ProblemNotice>{!wrong && problem}</ProblemNotice>
        <RadioChoices
          legend={t('eraser.report.reason')}
          layout="grid grid-cols-2 gap-2"
          options={reasons.map((id) => ({ id, name: t(`eraser.report.reasons.${id}`) }))}
          value={reason}
          onChange={setReason}
        />
        <Field id="report-text" label={t('eraser.report.text')} error={wrong}>
          <Textarea
            maxLength={500}
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setMissing(false);
            }}
          />
        </Field>
      </div>
    </Sheet>
  );
}
