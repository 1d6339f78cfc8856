import { useState } from 'react';
import { useWords } from '#web/words.tsx';
import { useApi } from '../shell/api-provider.tsx';
import { Button } from '../ui/button.tsx';
import { useToast } from '../ui/toast.tsx';
import { NoteSheet } from './note-sheet.tsx';

type TutorAccountProps = { id: number; hasGiven: boolean; onChanged: () => Promise<unknown> };

/** The tutor's side of a dispute, until it is decided. */
export function TutorAccount({ id, hasGiven, onChanged }: TutorAccountProps) {
  const t = useWords();
  const api = useApi();
  const toast = useToast();
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
        most={1000}
        draft={`account-${id}`}
        onSend={async (note) => {
          await api('PUT /api/users/clock_in/{id}/account', { params: { id }, body: { note } });
          toast.success(t('classes.account.done'));
          await onChanged();
        }}
      />
    </>
  );
}
