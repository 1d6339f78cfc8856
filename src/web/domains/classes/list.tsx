import { type ReactNode, useEffect, useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import type { Lesson, PlannedLesson } from '#shared/classes.ts';
import { dayOf, monthOf } from '#shared/hong-kong.ts';
import { useLogOut } from '#web/domains/accounts/account-controls.tsx';
import type { Api } from '#web/ground/api/api.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { translator } from '#web/ground/i18n/i18n.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { PageLink } from '#web/ground/routing/page-link.tsx';
import { apiOf, ifSignedIn } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { splitLocale } from '#web/ground/routing/rules.ts';
import { useStoredScroll } from '#web/ground/routing/stored-scroll.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { EmptyPage, SignedOut } from '#web/shell/empty-pages.tsx';
import { pageError } from '#web/shell/error-view.tsx';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { CalendarDrawing } from '#web/ui/drawings.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';
import { FeedCard } from './calendar/feed-card.tsx';
import { ClassCards } from './class-cards.tsx';
import { FamilyPanel } from './family-panel.tsx';
import { shortDay, span, whenWords } from './format.ts';
import { LedgerPart } from './ledger/ledger.tsx';
import { readQuery } from './ledger/ledger-query.ts';
import { loadLedger } from './ledger/load-ledger.ts';
import { StatementCard } from './ledger/statement-card.tsx';
import { changesClasses, useLedger } from './ledger/use-ledger.ts';
import type { ClassNames, ClassWords } from './load-classes.ts';
import { classWords, loadClassNames } from './load-classes.ts';
import type { ClassOverview } from './load-overview.ts';
import { loadOverview } from './load-overview.ts';
import { ProposalsToAnswer } from './plan/open-proposals.tsx';
import { type OfflineWords, storeClasses } from './queue/store.ts';
import { useClockQueue } from './queue/use-clock-queue.ts';
import { RecordCard } from './record/record-card.tsx';
import { StateChip } from './state-chip.tsx';
import { TutorPanel } from './tutor-panel.tsx';
import { useNow } from './use-now.ts';
import { WaitingClockIns } from './waiting-clock-ins.tsx';

export const meta = pageMeta('clockIn');

export async function loader(args: LoaderFunctionArgs) {
  const words = classWords(translator(splitLocale(args.url.pathname).locale), 'classes.and');
  return { mine: await ifSignedIn(loadAll(apiOf(args), args.url.searchParams, words)) };
}

async function loadAll(api: Api, asked: URLSearchParams, words: ClassWords) {
  const names = await loadClassNames(api);
  const desk = await loadOverview(api, names, words);
  const query = readQuery(asked, Date.now());
  // A class that is not the user's own, from an old address for example, is not used as a filter.
  const ownQuery = desk.classes.some(({ id }) => id === query.classId) ? query : { ...query, classId: null };
  return { names, desk, book: { query: ownQuery, ledger: await loadLedger(api, ownQuery) } };
}
type Mine = Awaited<ReturnType<typeof loadAll>>;

export default function ClockIn() {
  const t = useTranslate();
  const { mine } = useLoaderData<typeof loader>();
  if (!mine) return <SignedOut title={t('rooms.clockIn.title')} />;
  if (mine.desk.classes.length === 0) return <EmptyPage name="clockIn" drawing={CalendarDrawing} />;
  return <Classes mine={mine} />;
}

function Classes({ mine }: { mine: Mine }) {
  const t = useTranslate();
  const { root } = useShell();
  const { desk, refresh: refreshDesk } = useDesk(mine.desk, mine.names, classWords(t, 'classes.and'), {
    title: t('rooms.clockIn.title'),
    offline: t('classes.queue.offline'),
    start: t('classes.start'),
    end: t('classes.end'),
    running: t('classes.running'),
    which: t('classes.which'),
    waiting: t('classes.queue.waitingPlain'),
    asOf: t('classes.queue.asOf'),
    retry: t('classes.queue.openPage'),
    notKept: t('classes.queue.notKept'),
    refused: t('classes.queue.refusedPlain'),
    hasty: t('classes.queue.hasty'),
    todays: t('classes.todays'),
    nextOnes: t('classes.nextOnes'),
    done: t('classes.note.done'),
    homework: t('classes.note.homework'),
  });
  const book = useLedger(mine.book);
  const refreshBoth = () => Promise.all([refreshDesk(), book.refresh()]);
  const queue = useClockQueue(root?.user.id ?? 0, refreshBoth);
  const now = useNow(desk.now);
  useStoredScroll();
  const nameOf = (classId: number) => desk.classes.find(({ id }) => id === classId)?.name ?? '';
  // Only tutors clock in.
  const clocksIn = desk.classes.some(({ asTutor }) => asTutor);
  return (
    <div className="py-6 lg:py-10">
      <h1 className="text-2xl lg:text-3xl">{t('rooms.clockIn.title')}</h1>
      <p className="mt-1 mb-5 max-w-[40rem] text-ink-2">{t('rooms.clockIn.lead')}</p>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr]">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6">
          <WaitingClockIns taps={queue.taps} held={queue.held} onDismiss={queue.dismiss} />
          <TutorPanel
            desk={desk}
            queue={queue}
            now={now}
            asked={mine.book.query.classId}
            onChanged={refreshBoth}
          />
          <FamilyPanel desk={desk} isMain={!clocksIn} now={now} onChanged={refreshBoth} />
          <ProposalsToAnswer
            classes={desk.classes}
            isMain={!clocksIn && desk.awaiting.length === 0}
            onChanged={refreshBoth}
          />
          <DisputedLessons lessons={desk.disputed} nameOf={nameOf} />
          <TodayList plans={desk.plans} now={now} nameOf={nameOf} />
          <LedgerPart book={book} classes={desk.classes} now={now} nameOf={nameOf} onChanged={refreshBoth} />
        </div>
        <div className="min-w-0 lg:row-span-2">
          <ClassCards classes={desk.classes} reviews={desk.reviews} onChanged={refreshBoth} />
        </div>
        {/* Beside a long list of classes, below the calendar. */}
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-2">
          <StatementCard classes={desk.classes} latest={monthOf(dayOf(now))} asked={mine.book.query} />
          {desk.record && <RecordCard record={desk.record} nameOf={nameOf} onChanged={refreshBoth} />}
          <FeedCard feed={desk.feed} />
        </div>
      </div>
      <Leaving queue={queue} />
    </div>
  );
}

/** Logout is redirected here while clock-ins are unsent (accounts/account-controls.tsx). */
function Leaving({ queue }: { queue: ReturnType<typeof useClockQueue> }) {
  const leave = useLogOut();
  const [asked, setAsked] = useSearchParams();
  const [closed, setClosed] = useState(false);
  const isLeaving = asked.has('leaving') && !closed && queue.hasTried;
  const count = queue.taps.length;
  const isFree = isLeaving && count === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when nothing waits any more
  useEffect(() => {
    if (isFree) leave('product', { hasAsked: true });
  }, [isFree]);
  return (
    <LeavingSheet
      open={isLeaving && count > 0}
      count={count}
      forget={queue.forget}
      onClose={() => {
        setClosed(true);
        asked.delete('leaving');
        setAsked(asked, { replace: true });
      }}
    />
  );
}

export const ErrorBoundary = pageError('rooms.clockIn.title');

type DisputedLessonsProps = { lessons: readonly Lesson[]; nameOf: (classId: number) => string };

/** The disputed lessons, with links to their pages, which show both accounts. */
function DisputedLessons({ lessons, nameOf }: DisputedLessonsProps) {
  const t = useTranslate();
  const { locale } = useShell();
  if (lessons.length === 0) return null;
  return (
    <Notice>
      <h2 className="text-base">{t('classes.disputedTitle', { count: lessons.length })}</h2>
      <ul className="-mb-2">
        {lessons.map((lesson) => (
          <li key={lesson.id}>
            <PageLink
              to={`/clock-in/${lesson.id}`}
              className="inline-flex min-h-11 items-center underline underline-offset-4"
            >
              {whenWords(lesson.started_at, locale)} {nameOf(lesson.class_id)}
            </PageLink>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** The page's data as loaded, then kept current. A failed refresh leaves it as it is. */
function useDesk(loaded: ClassOverview, names: ClassNames, words: ClassWords, offlineWords: OfflineWords) {
  const { root, locale } = useShell();
  const owner = root?.user.id ?? 0;
  const { value: desk, reload } = useRemote({
    loaded,
    read: (api) => loadOverview(api, names, words),
    on: changesClasses,
  });

  // What a phone needs to show the clock-in button without a network (offline/clock-in-page.ts).
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are those of the page's language
  useEffect(() => {
    const open = desk.open.find(({ my_side }) => my_side === 'tutor');
    storeClasses({
      owner,
      locale,
      classes: desk.classes
        .filter(({ asTutor, isGoing }) => asTutor && isGoing)
        .map(({ id, name }) => ({ id, name })),
      open: open ? { id: open.id, class_id: open.class_id, started_at: open.started_at } : null,
      plans: desk.plans
        .filter(({ state }) => state === 'planned' || state === 'moved')
        .map(({ class_id, starts_at, ends_at }) => {
          const cls = desk.classes.find(({ id }) => id === class_id);
          const { name = '', place = '', lastNote: note = null } = cls ?? {};
          return { starts_at, ends_at, name, place, note };
        }),
      words: offlineWords,
      at: desk.now,
    }).catch((error) => console.error('應用層錯誤: classes could not be kept on this device', error));
  }, [desk, owner, locale]);
  return { desk, refresh: reload };
}

type LeavingSheetProps = { open: boolean; count: number; onClose: () => void; forget: () => Promise<void> };

/** Logout while clock-ins are unsent: the user decides whether to keep or drop them. */
function LeavingSheet({ open, count, onClose, forget }: LeavingSheetProps) {
  const t = useTranslate();
  const leave = useLogOut();
  const { busy, run } = useAction();
  const [chosen, setChosen] = useState<'keep' | 'drop'>();
  const go = async (what: 'keep' | 'drop') => {
    setChosen(what);
    await run(async () => {
      if (what === 'drop') await forget();
      await leave('product', { hasAsked: true });
    });
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      role="alertdialog"
      title={t('classes.leaving.title', { count })}
      description={t('classes.leaving.text')}
      footer={
        <div className="grid gap-2">
          <Button variant="primary" data-autofocus onClick={onClose}>
            {t('classes.leaving.stay')}
          </Button>
          <Button loading={busy && chosen === 'keep'} onClick={() => go('keep')}>
            {t('classes.leaving.keep')}
          </Button>
          <Button loading={busy && chosen === 'drop'} onClick={() => go('drop')}>
            {t('classes.leaving.drop')}
          </Button>
        </div>
      }
    />
  );
}

type TodayListProps = { plans: readonly PlannedLesson[]; now: number; nameOf: (classId: number) => string };

const maxAhead = 3;

/** Today's lessons, and the next ones of the following days. */
function TodayList({ plans, now, nameOf }: TodayListProps) {
  const t = useTranslate();
  const { locale } = useShell();
  const today = dayOf(now);
  const todays = plans.filter(({ starts_at }) => dayOf(starts_at) === today);
  // The one that is being taught stands at the top of the page.
  const ofToday = todays.filter(({ state }) => state !== 'open');
  const upcoming = plans
    .filter(({ starts_at, state }) => dayOf(starts_at) > today && state !== 'cancelled')
    .slice(0, maxAhead);
  const line = (plan: PlannedLesson, day: string) => (
    <li
      key={`${plan.class_id} ${plan.planned_at}`}
      className="flex items-center justify-between gap-3 border-line border-t px-4 py-2.5 first:border-t-0"
    >
      <span className="min-w-0 break-words">
        <span className="whitespace-nowrap">
          {day} {span(plan.starts_at, plan.ends_at)}
        </span>{' '}
        <span className="inline-block max-w-full">{nameOf(plan.class_id)}</span>
      </span>
      {plan.is_trial && plan.state === 'planned' ? (
        <Chip tone="amber" className="shrink-0">
          {t('classes.trial')}
        </Chip>
      ) : (
        <StateChip state={plan.state} />
      )}
    </li>
  );
  const list = (id: string, title: string, lines: ReactNode) => (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      <ul className="rounded-card border border-line bg-sheet text-sm">{lines}</ul>
    </section>
  );
  const none = <li className="px-4 py-2.5 text-ink-2">{t('classes.nothingToday')}</li>;
  return (
    <>
      {(ofToday.length > 0 || (todays.length === 0 && upcoming.length === 0)) &&
        list(
          'today-title',
          t('classes.todays'),
          ofToday.length > 0 ? ofToday.map((plan) => line(plan, t('classes.today'))) : none,
        )}
      {upcoming.length > 0 &&
        list(
          'next-title',
          t('classes.nextOnes'),
          upcoming.map((plan) => line(plan, shortDay(dayOf(plan.starts_at), locale))),
        )}
    </>
  );
}
