import { useState } from 'react';
import type { Thread } from '#shared/chat.ts';
import { chatLimits } from '#shared/chat-limits.ts';
import { useWords } from '#web/words.tsx';
import { useProblemWords } from '../../accounts/use-problem.ts';
import { useApi } from '../../shell/api-provider.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';

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
