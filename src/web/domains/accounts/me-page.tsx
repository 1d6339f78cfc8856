import ArrowLeft from 'lucide-react/icons/arrow-left';
import Baby from 'lucide-react/icons/baby';
import Ban from 'lucide-react/icons/ban';
import Bell from 'lucide-react/icons/bell';
import BellRing from 'lucide-react/icons/bell-ring';
import BookOpen from 'lucide-react/icons/book-open';
import CalendarCheck from 'lucide-react/icons/calendar-check';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import CircleHelp from 'lucide-react/icons/circle-question-mark';
import Eraser from 'lucide-react/icons/eraser';
import FileText from 'lucide-react/icons/file-text';
import Flag from 'lucide-react/icons/flag';
import Heart from 'lucide-react/icons/heart';
import ListChecks from 'lucide-react/icons/list-checks';
import MessageSquare from 'lucide-react/icons/message-square';
import Mic from 'lucide-react/icons/mic';
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone';
import ReceiptText from 'lucide-react/icons/receipt-text';
import Scale from 'lucide-react/icons/scale';
import ShieldCheck from 'lucide-react/icons/shield-check';
import ShieldPlus from 'lucide-react/icons/shield-plus';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import Smartphone from 'lucide-react/icons/smartphone';
import SquarePen from 'lucide-react/icons/square-pen';
import UserRound from 'lucide-react/icons/user-round';
import UserRoundPen from 'lucide-react/icons/user-round-pen';
import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { AppLink, PageLink } from '#web/ground/routing/page-link.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';

const tutoringPlaces = [
  ['/my-tutoring', 'nav.tutoring', CalendarCheck],
  ['/message', 'rooms.message.title', Bell],
  ['/clock-in', 'nav.schedule', CalendarClock],
  ['/me/fees', 'me.fees', ReceiptText],
  ['/me/saved', 'me.kept.title', Heart],
] as const;
const accountPlaces = [
  ['/me/profile', 'me.profile.title', UserRoundPen],
  ['/me/notifications', 'pages.meNotifications.title', BellRing],
  ['/me/number', 'me.changeNumber.title', Smartphone],
  ['/me/children', 'me.children.title', Baby],
  ['/me/sessions', 'me.sessions.title', MonitorSmartphone],
  ['/me/security', 'me.security.title', ShieldCheck],
  ['/me/blocked', 'me.blocked.title', Ban],
  ['/me/reports', 'me.reports.title', Flag],
  ['/me/privacy', 'me.privacy.title', SlidersHorizontal],
] as const;
const toolPlaces = [
  ['/aitutor', 'nav.aiTutor', MessageSquare],
  ['/voice', 'pages.voice.title', Mic],
  ['/review', 'pages.review.title', BookOpen],
  ['/erase', 'nav.erase', Eraser],
  ['/test-paper', 'me.places.papers', FileText],
] as const;
const helpPlaces = [
  ['/faq', 'nav.faq', CircleHelp],
  ['/terms-conditions', 'terms.use', Scale],
] as const;
const postingPlaces = [['/me/case/new', 'me.places.posting', SquarePen]] as const;
const teachingPlaces = [
  ['/me/tutor', 'me.places.listing', SquarePen],
  ['/me/tutor/cases', 'pages.tutorCases.title', ListChecks],
  ['/me/safety', 'pages.meSafety.title', ShieldPlus],
] as const;

/** The side navigation of a wide screen, where the rest is in the header. */
const mePlaces = {
  family: [...tutoringPlaces, ...accountPlaces],
  tutor: [...tutoringPlaces, ...teachingPlaces, ...accountPlaces.filter(([to]) => to !== '/me/children')],
};

/** The pages for who uses the AI side alone. */
const aiPlaces = accountPlaces.filter(([to]) => to === '/me/number' || to === '/me/privacy');

/** Every place a person may need, in groups: on a phone, where there is no other way to most of them. */
export const placesOf = (identity: 1 | 2) => [
  {
    title: 'me.places.tutoring',
    places: [...tutoringPlaces, ...(identity === 2 ? teachingPlaces : postingPlaces)],
  } as const,
  { title: 'me.places.tools', places: toolPlaces } as const,
  { title: 'me.places.account', places: accountPlaces } as const,
  { title: 'me.places.help', places: helpPlaces } as const,
];
export const aiPlaceGroups = [
  { title: 'me.places.account', places: aiPlaces } as const,
  { title: 'me.places.tools', places: toolPlaces } as const,
  { title: 'me.places.help', places: helpPlaces } as const,
];
export type PlaceGroups = ReturnType<typeof placesOf> | typeof aiPlaceGroups;

type MePageProps = { title: ReactNode; lead: ReactNode; isWide?: boolean; children: ReactNode };

/** The layout of an account page: on a wide screen with a side navigation, on a phone with a back link. */
export function MePage({ title, lead, isWide = false, children }: MePageProps) {
  const t = useTranslate();
  const { path, href, root } = useShell();
  const places = root?.user.id ? mePlaces[root.user.last_identity === 2 ? 'tutor' : 'family'] : aiPlaces;
  const overview = path === '/me';
  return (
    <div className="gap-10 py-6 lg:grid lg:grid-cols-[16.5rem_minmax(0,1fr)] lg:py-12">
      <nav aria-label={t('me.nav')} className="hidden content-start gap-1 lg:grid">
        {/* No PageLink: every page below begins with the same path. */}
        {[['/me', 'me.title', UserRound] as const, ...places].map(([to, label, Icon]) => (
          <AppLink
            key={to}
            to={href(to)}
            aria-current={path === to ? 'page' : undefined}
            className="flex min-h-11 items-center gap-3 rounded-card px-3 text-ink-2 hover:bg-paper-2 hover:text-ink aria-[current]:bg-paper-2 aria-[current]:font-bold aria-[current]:text-ink"
          >
            <Icon className="size-5 shrink-0" />
            {t(label)}
            {to === '/message' && <span data-unread="" className="ml-auto" />}
            {to === '/my-tutoring' && <span data-waiting="" className="ml-auto" />}
          </AppLink>
        ))}
      </nav>
      <div className={isWide ? 'min-w-0' : 'max-w-[44rem]'}>
        {!overview && (
          <PageLink
            to="/me"
            className="mb-2 inline-flex min-h-11 items-center gap-1.5 text-ink-2 text-sm lg:hidden"
          >
            <ArrowLeft className="size-4" />
            {t('me.back')}
          </PageLink>
        )}
        <h1 className="text-2xl lg:text-3xl">{title}</h1>
        <p className="mt-1 mb-6 text-ink-2">{lead}</p>
        <div className="grid gap-5">{children}</div>
      </div>
    </div>
  );
}

/** Shown when an account page could not be loaded; offers a retry. */
export function MeError() {
  const t = useTranslate();
  const { revalidate, state } = useRevalidator();
  return (
    <div className="py-8 lg:py-12">
      <h1 className="text-2xl lg:text-3xl">{t('me.title')}</h1>
      <ErrorState onRetry={revalidate} retrying={state === 'loading'} />
    </div>
  );
}
