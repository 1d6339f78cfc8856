import { useId, useState } from 'react';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Textarea } from '#web/ui/forms/input.tsx';
import { SendForm } from '#web/ui/forms/send-form.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';

/** Reports a review to an operator. */
export function ReportReview({ id, date }: { id: number; date: string }) {
  const t = useTranslate();
  const { busy, problem, run, refuse } = useAction();
  const formId = useId();
  const [open, setOpen] = useState(false);
  const [done, setDone] = useState(false);
  const [reason, setReason] = useState('');
  const send = async () => {
    if (reason.trim() === '') return refuse(t('reviewReport.needed'));
    const reported = await run(
      (api) => api('POST /api/users/reviews/{id}/report', { params: { id }, body: { reason } }),
      t('reviewReport.done'),
    );
    if (!reported) return;
    setDone(true);
    setOpen(false);
  };
  if (done) return null;
  return (
    <>
      <Button
        variant="quiet"
        size="compact"
        className="-ml-2.5 text-ink-2 lg:-ml-4"
        aria-label={t('reviewReport.openOf', { date })}
        onClick={() => setOpen(true)}
      >
        {t('reviewReport.open')}
      </Button>
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        title={t('reviewReport.title')}
        footer={
          <Button type="submit" form={formId} variant="primary" loading={busy}>
            {t('reviewReport.send')}
          </Button>
        }
      >
        <SendForm id={formId} onSend={send}>
          <Field label={t('reviewReport.why')} help={t('reviewReport.help')} error={problem}>
            <Textarea
              data-autofocus
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
        </SendForm>
      </Sheet>
    </>
  );
}
