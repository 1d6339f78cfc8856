import CalendarCheck from 'lucide-react/icons/calendar-check';
import Eraser from 'lucide-react/icons/eraser';
import House from 'lucide-react/icons/house';
import MessageCircle from 'lucide-react/icons/message-circle';
import MessageSquare from 'lucide-react/icons/message-square';
import Search from 'lucide-react/icons/search';
import UserRound from 'lucide-react/icons/user-round';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { PageLinks, type PageRows, rowFor } from './page-links.tsx';

const linkClass =
  'relative flex min-h-14 flex-col items-center justify-center gap-0.5 whitespace-nowrap text-ink-2 text-xs aria-[current]:font-bold aria-[current]:text-seal';
const markClass = 'absolute top-1 left-1/2 ml-1.5';
const home = ['/', 'nav.home', House] as const;
const tutors = ['/tutors', 'nav.tutors', Search] as const;
const tutoring = ['/my-tutoring', 'nav.tutoringShort', CalendarCheck] as const;
const aiTutor = ['/aitutor', 'nav.aiTutorShort', MessageSquare] as const;
const eraser = ['/erase', 'nav.eraseShort', Eraser] as const;
const mine = ['/me', 'nav.mine', UserRound] as const;

const rows: PageRows = {
  visitor: {
    links: [home, tutors, aiTutor, eraser, ['/me', 'login.title', UserRound]],
    logInAt: '/me',
    linkClass,
  },
  ai: { links: [home, tutors, aiTutor, eraser, mine], linkClass },
  family: {
    links: [home, tutors, tutoring, aiTutor, mine],
    waitingAt: '/my-tutoring',
    unreadAt: '/me',
    linkClass,
    markClass,
  },
  tutor: {
    links: [
      home,
      ['/cases', 'nav.findCases', Search],
      tutoring,
      ['/message', 'nav.message', MessageCircle],
      mine,
    ],
    waitingAt: '/my-tutoring',
    unreadAt: '/message',
    linkClass,
    markClass,
  },
};

/** The phone's bottom navigation: five places, by who looks. */
export function BottomBar() {
  const t = useTranslate();
  const { root } = useShell();
  return (
    <PageLinks
      aria-label={t('nav.main')}
      className="fixed inset-x-0 bottom-0 z-[2000] grid grid-cols-5 border-line border-t bg-paper pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden"
      row={rowFor(rows, root)}
    />
  );
}
