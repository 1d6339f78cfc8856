import { useState } from 'react';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { NoteSheet } from './record/note-sheet.tsx';

type TutorAccountProps = { id: number; hasGiven: boolean; onChanged: () => Promise<unknown> };

/** The tutor's side of a dispute, which can be edited until the dispute is decided. */
export function TutorAccount({ id, hasGiven, onChanged }: TutorAccountProps) {
  const t = useTranslate();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant={hasGiven ? 'secondary' : 'primary'}
        className="justify-self-start"
        onClick={() => setOpen(true)}
      >
        {t(hasGiven ? 'classes.account.again' : 'classes.account.button')}
      </Button>
      <NoteSheet
        open={open}
        onClose={() => setOpen(false)}
        title={t('classes.account.title')}
        description={t('classes.account.text')}
        label={t('classes.account.label')}
        sendLabel={t('classes.account.send')}
        maxLength={1000}
        draft={`account-${id}`}
        onSend={(api, note) =>
          api('PUT /api/users/clock_in/{id}/account', { params: { id }, body: { note } })
        }
        doneWords={t('classes.account.done')}
        onChanged={onChanged}
      />
    </>
  );
}
