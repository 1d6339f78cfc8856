import { useWords } from '#web/ground/i18n/words.tsx';
import { useLogin } from '#web/shell/login.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';

/** Somebody chose files before logging in: they wait here, on the device. */
export function VisitorCard({ count }: { count: number }) {
  const t = useWords();
  const login = useLogin();
  if (count === 0) return null;
  return (
    <Notice className="flex flex-wrap items-center justify-between gap-3">
      <p>{t('eraser.visitor.waiting', { count })}</p>
      <Button
        variant="primary"
        onClick={() => login.open(location.pathname + location.search, { side: 'ai' })}
      >
        {t('login.title')}
      </Button>
    </Notice>
  );
}
