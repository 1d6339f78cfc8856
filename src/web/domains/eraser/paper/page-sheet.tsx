import { useState } from 'react';
import type { ImageRecord } from '#shared/eraser/eraser.ts';
import { eraserLimits } from '#shared/eraser/limits.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { ProblemNotice } from '#web/ui/feedback/notice.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Input } from '#web/ui/forms/input.tsx';
import { optionsHtml, Select } from '#web/ui/forms/select.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';
import { useUndo } from '../use-undo.tsx';

type PageSheetProps = { open: boolean; page: ImageRecord; onClose: () => void };

/** Renames, moves, deletes or retries one page. */
export default function PageSheet({ open, page, onClose }: PageSheetProps) {
  const t = useTranslate();
  const { offer } = useUndo();
  const { busy, problem, fields, run } = useAction({ refresh: true });
  const [name, setName] = useState(page.name);
  const [to, setTo] = useState(0);
  const papers = useOtherPapers(open, page.record_id);
  const params = { id: page.id };
  const change = async (body: { name?: string; record_id?: number }, successText: string) => {
    if (await run((api) => api('PUT /api_ai/eraser/image_record/{id}/', { params, body }), successText))
      onClose();
  };
  const remove = () =>
    run(async (api) => {
      await api('DELETE /api_ai/eraser/image_record/{id}/', { params });
      onClose();
      offer(t('eraser.undo.removedOne', { title: page.name }), { images: [page.id] });
    });
  const retry = async () => {
    const { options, rotation, corners } = page;
    const body = { options, rotation, corners };
    const done = await run(
      (api) => api('POST /api_ai/eraser/image_record/{id}/run', { params, body }),
      t('eraser.page.running'),
    );
    if (done) onClose();
  };
  const canRun = page.status === 'failed' || page.status === 'cancelled';
  return (
    <Sheet open={open} onClose={onClose} title={t('eraser.pageNumber', { number: page.position })}>
      <div className="grid gap-5">
        <ProblemNotice>{Object.keys(fields).length === 0 && problem}</ProblemNotice>
        {canRun && (
          <div className="grid gap-2">
            {page.message && <p className="text-sm">{page.message}</p>}
            <Button variant="primary" loading={busy} onClick={retry}>
              {t('eraser.page.again')}
            </Button>
          </div>
        )}
        <div className="grid gap-2">
          <Field label={t('eraser.page.name')} error={fields.name}>
            <Input
              maxLength={eraserLimits.titleLength}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          </Field>
          <Button loading={busy} onClick={() => change({ name }, t('eraser.edit.saved'))}>
            {t('eraser.page.rename')}
          </Button>
        </div>
        {papers && papers.length > 0 && (
          <div className="grid gap-2">
            <Field label={t('eraser.page.to')}>
              <Select
                value={to || ''}
                onChange={({ target }) => setTo(Number(target.value))}
                options={optionsHtml([
                  { id: '', name: t('eraser.page.choose') },
                  ...papers.map(({ id, title }) => ({ id, name: title })),
                ])}
              />
            </Field>
            <Button
              loading={busy}
              disabled={to === 0}
              onClick={() => change({ record_id: to }, t('eraser.page.moved'))}
            >
              {t('eraser.page.move')}
            </Button>
          </div>
        )}
        <Button variant="quiet" loading={busy} onClick={remove}>
          {t('eraser.page.remove')}
        </Button>
      </div>
    </Sheet>
  );
}

/** Papers a page can be moved to: the ones used last. */
function useOtherPapers(open: boolean, record: number) {
  // The rest of the sheet works without them.
  const { value } = useRemote({
    read: (api) =>
      api('GET /api_ai/eraser/erase_trace_record/', { query: { page_size: 60, sort: 'updated' } }),
    when: open,
  });
  return value?.list.filter(({ id }) => id !== record);
}
