import { useWords } from '#web/words.tsx';
import { useLogin } from '../shell/login.tsx';
import { Button } from '../ui/button.tsx';
import { EraserDrawing } from '../ui/drawings/eraser.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** What is shown instead of papers to whoever has to log in to see them; log-in leads back here. */
export function LogInFirst({ title, text }: { title: string; text: string }) {
  const t = useWords();
  const login = useLogin();
  return (
    <EmptyState
      drawing={<EraserDrawing />}
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
