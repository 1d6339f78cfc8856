import { type FormEvent, useId, useState } from 'react';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { useProblemWords } from '#web/ground/api/use-problem.ts';
import { useWords } from '#web/ground/i18n/words.tsx';
import { useToast } from '#web/ground/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Textarea } from '#web/ui/forms/input.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';

/** Brings a review before an operator. */
export function ReportReview({ id, date }: { id: number; date: string }) {
  const t = useWords();
  const api = useApi();
  const toast = useToast();
  const problemWords = useProblemWords();
  const formId = useId();
  const [open, setOpen] = useState(false);
  const [done, setDone] = useState(false);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (reason.trim() === '') return setProblem(t('reviewReport.needed'));
    setBusy(true);
    setProblem('');
    try {
      await api('POST /api/users/reviews/{id}/report', { params: { id }, body: { reason } });
      setDone(true);
      setOpen(false);
      toast.success(t('reviewReport.done'));
    } catch (error) {
      setProblem(problemWords(error));
    } finally {
      setBusy(false);
    }
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
        <form id={formId} noValidate onSubmit={send}>
          <Field label={t('reviewReport.why')} help={t('reviewReport.help')} error={problem}>
            {(control) => (
              <Textarea
                {...control}
                data-autofocus
                maxLength={500}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            )}
          </Field>
        </form>
      </Sheet>
    </>
  );
}
