import { useState } from 'react';
import type { LessonNote as Note } from '#shared/classes.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { ProblemNotice } from '#web/ui/feedback/notice.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Textarea } from '#web/ui/forms/input.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';

/** What was done and what to do until the next lesson, as both sides read it. */
export function NoteText({ note: { done, homework }, className }: { note: Note; className?: string }) {
  const t = useTranslate();
  return (
    <dl className={className}>
      {done !== '' && (
        <div>
          <dt className="text-ink-2 text-sm">{t('classes.note.done')}</dt>
          <dd className="whitespace-pre-wrap break-words">{done}</dd>
        </div>
      )}
      {homework !== '' && (
        <div>
          <dt className="text-ink-2 text-sm">{t('classes.note.homework')}</dt>
          <dd className="whitespace-pre-wrap break-words">{homework}</dd>
        </div>
      )}
    </dl>
  );
}

type WriteNoteProps = { lessonId: number; note: Note | null; onChanged: () => Promise<unknown> };

/** A button with which the tutor writes the note of a lesson, or changes it. */
export function WriteNote({ lessonId, note, onChanged }: WriteNoteProps) {
  const t = useTranslate();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button className="justify-self-start" onClick={() => setOpen(true)}>
        {t(note ? 'classes.note.change' : 'classes.note.write')}
      </Button>
      {open && (
        <NoteForm lessonId={lessonId} note={note} onChanged={onChanged} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

const mostLetters = 500;

function NoteForm({ lessonId, note, onChanged, onClose }: WriteNoteProps & { onClose: () => void }) {
  const t = useTranslate();
  const { busy, problem, run } = useAction({ refresh: onChanged });
  const [text, setText] = useState<Note>(note ?? { done: '', homework: '' });
  const send = async () => {
    const body = { done: text.done.trim(), homework: text.homework.trim() };
    const params = { id: lessonId };
    const saved = await run(
      (api) => api('PUT /api/users/clock_in/{id}/note', { params, body }),
      t('classes.note.saved'),
    );
    if (saved) onClose();
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('classes.note.title')}
      description={t('classes.note.text')}
      footer={
        <div className="flex flex-col-reverse gap-2 lg:flex-row lg:justify-end">
          <Button onClick={onClose}>{t('classes.back')}</Button>
          <Button variant="primary" loading={busy} onClick={send}>
            {t('classes.note.save')}
          </Button>
        </div>
      }
    >
      <div className="grid gap-3">
        <ProblemNotice>{problem}</ProblemNotice>
        {(['done', 'homework'] as const).map((part) => (
          <Field key={part} label={t(`classes.note.${part}`)} optional written={text[part]}>
            <Textarea
              data-autofocus={part === 'done' || undefined}
              rows={3}
              maxLength={mostLetters}
              value={text[part]}
              onChange={(event) => setText({ ...text, [part]: event.target.value })}
            />
          </Field>
        ))}
      </div>
    </Sheet>
  );
}
