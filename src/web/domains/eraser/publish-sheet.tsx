import { useState } from 'react';
import type { EraseRecord } from '#shared/eraser/eraser.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useToast } from '#web/ground/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Blocks } from '#web/ui/card.tsx';
import { ProblemNotice } from '#web/ui/feedback/notice.tsx';
import { CheckRow } from '#web/ui/forms/check-row.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';

type PublishSheetProps = {
  open: boolean;
  record: Pick<EraseRecord, 'id' | 'title' | 'is_shared'>;
  onClose: () => void;
  onDone: () => unknown;
};

/** Shares the clean pages publicly after the owner confirmed the right to do so, or ends sharing. */
export default function PublishSheet({ open, record, onClose, onDone }: PublishSheetProps) {
  const t = useTranslate();
  const toast = useToast();
  const { busy, problem, run, clear } = useAction();
  const [agreed, setAgreed] = useState(false);
  const [missing, setMissing] = useState(false);
  const { is_shared } = record;
  const params = { id: record.id };
  const close = () => {
    clear();
    setMissing(false);
    onClose();
  };
  const send = async () => {
    if (!is_shared && !agreed) return setMissing(true);
    const isDone = await run<unknown>((api) =>
      is_shared
        ? api('DELETE /api_ai/eraser/erase_trace_record/{id}/publish', { params })
        : api('POST /api_ai/eraser/erase_trace_record/{id}/publish', { params, body: { has_right: true } }),
    );
    if (!isDone) return;
    close();
    setAgreed(false);
    toast.success(t(is_shared ? 'eraser.publish.ended' : 'eraser.publish.done'));
    await onDone();
  };
  return (
    <Sheet
      open={open}
      onClose={close}
      title={t(is_shared ? 'eraser.publish.endTitle' : 'eraser.publish.title')}
      description={record.title}
      footer={
        <div className="flex flex-col-reverse gap-2 lg:flex-row lg:justify-end">
          <Button onClick={close}>{t('eraser.cancel')}</Button>
          <Button variant="primary" loading={busy} onClick={send}>
            {t(is_shared ? 'eraser.publish.end' : 'eraser.publish.send')}
          </Button>
        </div>
      }
    >
      <div className="grid gap-4">
        <ProblemNotice>{problem}</ProblemNotice>
        <Blocks
          blocks={
            is_shared
              ? [t('eraser.publish.endText')]
              : [
                  t('eraser.publish.text'),
                  [t('eraser.publish.seen'), t('eraser.publish.hidden'), t('eraser.publish.report')],
                ]
          }
        />
        {!is_shared && (
          <CheckRow
            checked={agreed}
            onChange={({ target }) => {
              setAgreed(target.checked);
              setMissing(false);
            }}
            label={t('eraser.publish.declare')}
            error={missing ? t('eraser.publish.missing') : undefined}
          />
        )}
      </div>
    </Sheet>
  );
}
