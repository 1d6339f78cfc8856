import Eraser from 'lucide-react/icons/eraser';
import House from 'lucide-react/icons/house';
import MessageSquare from 'lucide-react/icons/message-square';
import Search from 'lucide-react/icons/search';
import UserRound from 'lucide-react/icons/user-round';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { PageLinks } from './page-links.tsx';

const row = {
  links: [
    ['/', 'nav.home', House],
    ['/more-tutor-case', 'nav.casesShort', Search],
    ['/aitutor', 'nav.aiTutorShort', MessageSquare],
    ['/erase', 'nav.eraseShort', Eraser],
    ['/me', 'nav.mine', UserRound],
  ],
  unreadAt: '/me',
  linkClass:
    'relative flex min-h-14 flex-col items-center justify-center gap-0.5 text-ink-2 text-xs aria-[current]:font-bold aria-[current]:text-seal',
} as const;

/** The phone's bottom navigation with five links. */
export function BottomBar() {
  const t = useTranslate();
  return (
    <PageLinks
      aria-label={t('nav.main')}
      className="fixed inset-x-0 bottom-0 z-[2000] grid grid-cols-5 border-line border-t bg-paper pb-[env(safe-area-inset-bottom)] lg:hidden"
      row={row}
    />
  );
}
