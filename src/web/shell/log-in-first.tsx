import type { ReactNode } from 'react';
import { useWords } from '#web/ground/i18n/words.tsx';
import { useLogin } from '#web/ground/login.ts';
import { Button } from '#web/ui/button.tsx';
import { EraserDrawing } from '#web/ui/drawings/eraser.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';

/** What is shown instead to whoever has to log in first; log-in leads back here. */
export function LogInFirst({
  title,
  text,
  drawing = <EraserDrawing />,
}: {
  title: string;
  text: string;
  drawing?: ReactNode;
}) {
  const t = useWords();
  const login = useLogin();
  return (
    <EmptyState
      drawing={drawing}
      title={title}
      text={text}
      action={
        <Button
          variant="primary"
          onClick={() => login.open(location.pathname + location.search, { side: 'ai' })}
        >
          {t('login.title')}
        </Button>
      }
    />
  );
}
