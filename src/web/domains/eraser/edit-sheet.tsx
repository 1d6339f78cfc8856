import { useEffect, useState } from 'react';
import type { EraseRecord } from '#shared/eraser/eraser.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useToast } from '#web/ground/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ProblemNotice } from '#web/ui/feedback/notice.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';
import type { Lists } from './lists.ts';
import { TagFields, type Tags, tagsBody } from './tag-fields.tsx';

type EditSheetProps = {
  open: boolean;
  record: EraseRecord;
  lists: Lists;
  onClose: () => void;
  onDone: () => unknown;
};

const tagsOf = (record: EraseRecord): Tags => ({
  title: record.title,
  paper_type: record.paper_type,
  grade_id: record.grade_id,
  major_subject_id: record.major_subject_id,
  other_subject_id: record.other_subject_id,
  school: record.school_id === null ? null : { id: record.school_id, name: record.school_name },
  school_name: record.school_id === null ? record.school_name : '',
  year: record.year,
});

/** Edits the title and tags of a paper. */
export default function EditSheet({ open, record, lists, onClose, onDone }: EditSheetProps) {
  const t = useTranslate();
  const toast = useToast();
  const { busy, problem, fields, run, clear } = useAction();
  const [tags, setTags] = useState(() => tagsOf(record));
  useEffect(() => {
    if (open) setTags(tagsOf(record));
  }, [open, record]);
  const close = () => {
    clear();
    onClose();
  };
  const save = async () => {
    const params = { id: record.id };
    const body = { ...tagsBody(tags), title: tags.title };
    if (!(await run((api) => api('PUT /api_ai/eraser/erase_trace_record/{id}/', { params, body })))) return;
    close();
    toast.success(t('eraser.edit.saved'));
    await onDone();
  };
  return (
    <Sheet
      open={open}
      onClose={close}
      title={t('eraser.edit.title')}
      footer={
        <div className="flex flex-col-reverse gap-2 lg:flex-row lg:justify-end">
          <Button onClick={close}>{t('eraser.cancel')}</Button>
          <Button variant="primary" loading={busy} onClick={save}>
            {t('eraser.edit.save')}
          </Button>
        </div>
      }
    >
      <div className="grid gap-4">
        <ProblemNotice>{Object.keys(fields).length === 0 && problem}</ProblemNotice>
        <TagFields
          full
          lists={lists}
          tags={tags}
          fields={fields}
          onChange={(changes) => setTags((before) => ({ ...before, ...changes }))}
        />
      </div>
    </Sheet>
  );
}
