import BookOpen from 'lucide-react/icons/book-open';
import CalendarCheck from 'lucide-react/icons/calendar-check';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Eraser from 'lucide-react/icons/eraser';
import ListChecks from 'lucide-react/icons/list-checks';
import MessageCircle from 'lucide-react/icons/message-circle';
import MessageSquare from 'lucide-react/icons/message-square';
import Mic from 'lucide-react/icons/mic';
import Search from 'lucide-react/icons/search';
import ShieldCheck from 'lucide-react/icons/shield-check';
import UserRoundPen from 'lucide-react/icons/user-round-pen';
import { usePageRefresh } from '#web/ground/api/use-remote.ts';
import { readDraft } from '#web/ground/drafts.ts';
import { useHydrated } from '#web/ground/page-life.ts';
import { AppLink, PageLink } from '#web/ground/routing/page-link.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { cx } from '#web/ui/cx.ts';
import { DeskDrawing } from '#web/ui/drawings.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import type { MineProps, WaitingView } from './load-mine.ts';

const icons = {
  '/tutors': Search,
  '/cases': Search,
  '/my-tutoring': CalendarCheck,
  '/clock-in': CalendarClock,
  '/message': MessageCircle,
  '/me/tutor': UserRoundPen,
  '/me/tutor/cases': ListChecks,
  '/me/safety': ShieldCheck,
  '/aitutor': MessageSquare,
  '/erase': Eraser,
  '/voice': Mic,
  '/review': BookOpen,
} as const;

/** The home page of somebody who is logged in: what waits, one card each, then short ways to the rest. */
export default function Mine(props: MineProps) {
  const { cards, head, lead, first, again, draft, isTutor, shortcutsTitle, shortcuts } = props;
  const { href } = useShell();
  usePageRefresh({ on: ['notice', 'message', 'read', 'lesson', 'class'] });
  // One red button, on the first card that can be dealt with now.
  const main = cards.find(({ isNews }) => !isNews);
  const hasDraft = useHasDraft(isTutor) && !cards.some(({ path }) => path === '/me/case/new');
  return (
    <div className="grid gap-8 py-6 lg:gap-10 lg:py-12">
      <section>
        <h1 className="break-words text-2xl lg:text-3xl">{head}</h1>
        <p className="mt-1 text-ink-2">{lead}</p>
        {(cards.length > 0 || !first) && (
          <ul className="mt-5 grid gap-3 lg:grid-cols-2 lg:gap-4 lg:[&>li:last-child:nth-child(odd)]:col-span-2">
            {cards.map((card) => (
              <WaitingCard key={card.key} card={card} isMain={card === main} />
            ))}
            {again && !first && (
              <WaitingCard
                card={{ key: 'post', path: '/me/case/new', isNews: false, ...(hasDraft ? draft : again) }}
                isMain={!main && hasDraft}
              />
            )}
          </ul>
        )}
        {first && (
          <EmptyState
            drawing={<DeskDrawing />}
            title={first.title}
            text={first.text}
            level={2}
            action={
              <div className="flex flex-wrap justify-center gap-3">
                <ButtonLink variant={cards.length > 0 ? 'secondary' : 'primary'} to={href(first.path)}>
                  {hasDraft ? draft.button : first.button}
                </ButtonLink>
                <ButtonLink to={href(first.other.path)}>{first.other.name}</ButtonLink>
              </div>
            }
          />
        )}
      </section>
      <section>
        <h2 className="mb-3 text-xl">{shortcutsTitle}</h2>
        <ul className="grid grid-cols-2 gap-3 lg:grid-cols-4">
          {shortcuts.map(({ path, name }) => {
            const Icon = icons[path];
            return (
              <li key={path}>
                <PageLink
                  to={path}
                  className="flex h-full min-h-14 items-center gap-3 rounded-card border border-line bg-sheet px-4 py-2 transition-colors hover:border-ink-2"
                >
                  <Icon className="size-5 shrink-0 text-ink-2" />
                  <span className="min-w-0 break-words">{name}</span>
                </PageLink>
              </li>
            );
          })}
        </ul>
      </section>
    </div>
  );
}

/** The first thing to do has its button; the others are one line to press, so that all of them are seen. */
function WaitingCard({ card, isMain }: { card: WaitingView; isMain: boolean }) {
  const { href } = useShell();
  const link = { to: href(card.path), 'aria-label': `${card.button}：${card.title}` };
  return (
    <Card
      as="li"
      className={cx(
        'relative flex min-w-0 gap-3 lg:items-center lg:justify-between lg:gap-5 lg:px-5 lg:py-4',
        isMain ? 'flex-col p-4 lg:flex-row' : 'items-center px-4 py-2.5 transition-colors hover:border-ink-2',
      )}
    >
      <div className="mr-auto min-w-0">
        <h2 className="break-words font-sans text-base">{card.title}</h2>
        <Facts of={card.facts.join(' ・ ')} className="text-ink-2 text-sm" />
        {card.text && <p className="truncate text-sm">{card.text}</p>}
      </div>
      {isMain ? (
        <ButtonLink variant="primary" {...link} className="self-start lg:shrink-0 lg:self-center">
          {card.button}
          <ChevronRight className="size-4 shrink-0" />
        </ButtonLink>
      ) : (
        <AppLink
          {...link}
          className="inline-flex min-h-11 shrink-0 items-center gap-1 text-sm after:absolute after:inset-0 after:rounded-card"
        >
          <span className="max-w-24 text-right lg:max-w-none">{card.button}</span>
          <ChevronRight className="size-4 shrink-0 text-ink-2" />
        </AppLink>
      )}
    </Card>
  );
}

/** A case or a listing that was begun on this device. Its card has its place already, so that nothing moves. */
function useHasDraft(isTutor: boolean) {
  const isHydrated = useHydrated();
  const owner = useShell().root?.user.id ?? 0;
  return isHydrated && readDraft(isTutor ? 'tutor' : 'case:new', owner) !== undefined;
}
