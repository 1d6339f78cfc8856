import { useWords } from '#web/ground/i18n/words.tsx';
import { useLogin } from '#web/ground/login.ts';
import { Button } from '#web/ui/button.tsx';
import { LetterDrawing } from '#web/ui/drawings/letter.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';

/** A page of one's own, opened by somebody whose session is over: the way in, and back here. */
export function SignedOut({ title, text }: { title: string; text?: string }) {
  const t = useWords();
  const login = useLogin();
  return (
    <div className="py-8 lg:py-12">
      <h1 className="text-2xl lg:text-3xl">{title}</h1>
      <EmptyState
        drawing={<LetterDrawing />}
        title={t('login.endedTitle')}
        text={text ?? t('login.endedText')}
        action={
          <Button variant="primary" onClick={() => login.open(location.pathname + location.search)}>
            {t('login.title')}
          </Button>
        }
      />
    </div>
  );
}
