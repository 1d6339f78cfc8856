import { useEffect, useState } from 'react';
import type { Api } from '#web/ground/api/api.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { dropDraft, readDraft, writeDraft } from '#web/ground/drafts.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { ProblemNotice } from '#web/ui/feedback/notice.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Textarea } from '#web/ui/forms/input.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';

type NoteSheetProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  description: string;
  label: string;
  sendLabel: string;
  maxLength: number;
  optional?: boolean;
  /** The input is stored on this device under this name until it is sent. */
  draft: string;
  /** The field's name in the API call. */
  field?: 'note' | 'reason';
  onSend: (api: Api, note: string) => Promise<unknown>;
  /** The success message. */
  doneWords: string;
  onChanged: () => Promise<unknown>;
};

/** A sheet for an action with a text: a dispute, a tutor's account of it, an appeal, a reason. */
export function NoteSheet(props: NoteSheetProps) {
  const {
    open,
    onClose,
    title,
    description,
    label,
    sendLabel,
    maxLength: most,
    optional = false,
    onSend,
  } = props;
  const { field = 'note', draft, doneWords, onChanged } = props;
  const t = useTranslate();
  const { root } = useShell();
  const owner = root?.user.id ?? 0;
  const { busy, problem, fields, run, clear } = useAction({ refresh: onChanged });
  const [note, setNote] = useState('');
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    if (open) setNote(readDraft<{ note: string }>(draft, owner)?.values.note ?? '');
  }, [open, draft, owner]);
  const type = (text: string) => {
    setNote(text);
    setMissing(false);
    writeDraft(draft, { owner, key: '', version: null, values: { note: text } });
  };
  const close = () => {
    clear();
    setMissing(false);
    onClose();
  };
  const send = async () => {
    const text = note.trim();
    if (text === '' && !optional) {
      setMissing(true);
      document.getElementById(`${draft}-note`)?.focus();
      return;
    }
    if (!(await run((api) => onSend(api, text), doneWords))) return;
    dropDraft(draft);
    close();
  };
  const wrong = missing ? t('classes.noteMissing') : fields[field];
  return (
    <Sheet
      open={open}
      onClose={close}
      title={title}
      description={description}
      footer={
        <div className="flex flex-col-reverse gap-2 lg:flex-row lg:justify-end">
          <Button onClick={close}>{t('classes.back')}</Button>
          <Button variant="primary" loading={busy} onClick={send}>
            {sendLabel}
          </Button>
        </div>
      }
    >
      <div className="grid gap-3">
        <ProblemNotice>{!wrong && problem}</ProblemNotice>
        <Field
          id={`${draft}-note`}
          label={label}
          optional={optional}
          error={wrong}
          written={note}
          help={t('classes.noteHelp', { left: most - note.length })}
        >
          <Textarea
            data-autofocus
            rows={4}
            maxLength={most}
            value={note}
            onChange={(event) => type(event.target.value)}
          />
        </Field>
      </div>
    </Sheet>
  );
}
