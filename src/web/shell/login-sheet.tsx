import { useWords } from '#web/words.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { useShell } from './use-shell.tsx';

export default function LoginSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useWords();
  const { href } = useShell();
  return (
    <Sheet open={open} onClose={onClose} title={t('login.title')}>
      <p className="mb-4 text-ink-2">{t('login.notOpen')}</p>
      <ButtonLink variant="primary" to={href('/faq')} onClick={onClose}>
        {t('login.readFaq')}
      </ButtonLink>
    </Sheet>
  );
}
