import { useState } from 'react';
import type { Thread } from '#shared/chat/chat.ts';
import { chatLimits } from '#shared/chat/limits.ts';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { useProblemWords } from '#web/ground/api/use-problem.ts';
import { useWords } from '#web/ground/i18n/words.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Input } from '#web/ui/forms/input.tsx';

type RenameFormProps = { thread: Thread; onRenamed: (title: string) => void };

export function RenameForm({ thread, onRenamed }: RenameFormProps) {
  const t = useWords();
  const api = useApi();
  const problemWords = useProblemWords();
  const [title, setTitle] = useState(thread.title);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const save = async () => {
    if (title.trim() === '') return setProblem(t('chat.menu.titleNeeded'));
    setBusy(true);
    try {
      const renamed = await api('PUT /api_ai/chat_ai/threads/{id}', {
        params: { id: thread.id },
        body: { title: title.trim() },
      });
      onRenamed(renamed.title);
    } catch (error) {
      setProblem(problemWords(error));
    }
    setBusy(false);
  };
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Field label={t('chat.menu.newTitle')} error={problem}>
        {(control) => (
          <Input
            {...control}
            data-autofocus
            value={title}
            maxLength={chatLimits.title}
            onChange={({ target }) => setTitle(target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" loading={busy}>
        {t('chat.menu.saveTitle')}
      </Button>
    </form>
  );
}
