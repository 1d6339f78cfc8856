import ArrowLeft from 'lucide-react/icons/arrow-left';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { LessonPage } from '#shared/classes.ts';
import { clockOf, dayOf, formatLongDay, formatMonth, formatTime, monthOf } from '#shared/hong-kong.ts';
import { recordRules } from '#shared/rules/schedule-rules.ts';
import type { Api } from '#web/ground/api/api.ts';
import { useRemote } from '#web/ground/api/use-remote.ts';
import type { Translate } from '#web/ground/i18n/i18n.ts';
import { translator } from '#web/ground/i18n/i18n.ts';
import { money } from '#web/ground/i18n/numbers.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { PageLink } from '#web/ground/routing/page-link.tsx';
import { apiOf, ifSignedIn, orNotFound, requireId } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { splitLocale } from '#web/ground/routing/rules.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { SignedOut } from '#web/shell/empty-pages.tsx';
import { pageError } from '#web/shell/error-view.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { isExtraLesson } from '../calendar/day-items.ts';
import { FamilyAnswer } from '../family-panel.tsx';
import { lengthWords, span, whenWords } from '../format.ts';
import { StatementButtons } from '../ledger/statement-card.tsx';
import type { ClassNames, ClassView, ClassWords } from '../load-classes.ts';
import { classView, classWords, loadClassNames } from '../load-classes.ts';
import { ProposalCard } from '../plan/proposal-card.tsx';
import { usePlanSheet } from '../plan/use-plan-sheet.tsx';
import { StateChip } from '../state-chip.tsx';
import { TutorAccount } from '../tutor-account.tsx';
import { UndoTap } from '../undo-tap.tsx';
import { useNow } from '../use-now.ts';
import { NoteText, WriteNote } from './lesson-note.tsx';
import { Outcome } from './record-card.tsx';
import { RecordTimes } from './record-times.tsx';

export const meta = pageMeta('clockInRecord');

export async function loader(args: LoaderFunctionArgs) {
  const id = requireId(args.params.id);
  const words = classWords(translator(splitLocale(args.url.pathname).locale), 'classes.and');
  return { recorded: await ifSignedIn(loadRecord(apiOf(args), id, words)).catch(orNotFound) };
}

export default function ClockInRecord() {
  const t = useTranslate();
  const { recorded } = useLoaderData<typeof loader>();
  if (!recorded) return <SignedOut title={t('rooms.clockInRecord.title')} />;
  return <OneRecord key={recorded.lesson.id} loaded={recorded} />;
}

/** The record as loaded, then kept current. */
function useRecord(loaded: Recorded) {
  const t = useTranslate();
  const { id, class_id } = loaded.lesson;
  const { value, reload } = useRemote({
    loaded,
    read: (api) => loadRecord(api, id, classWords(t, 'classes.and'), loaded.names),
    on: ['lesson', 'class'],
    about: (event) =>
      (event.kind === 'lesson' && event.lesson === id) ||
      (event.kind === 'class' && event.class === class_id),
  });
  return { ...value, refresh: reload };
}

function OneRecord({ loaded }: { loaded: Recorded }) {
  const t = useTranslate();
  const { locale } = useShell();
  const { lesson, cls, outcome, refresh } = useRecord(loaded);
  const month = monthOf(dayOf(lesson.started_at));
  const when = whenWords(lesson.started_at, locale);
  const isFamily = lesson.my_side === 'family';
  const now = useNow(loaded.now);
  return (
    <div className="py-6 lg:py-10">
      <PageLink
        to={`/clock-in?class=${lesson.class_id}`}
        className="mb-2 inline-flex min-h-11 items-center gap-1.5 text-ink-2 text-sm"
      >
        <ArrowLeft className="size-4" />
        {t('classes.toList')}
      </PageLink>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h1 className="text-2xl lg:text-3xl">
          <span className="inline-block">{formatLongDay(dayOf(lesson.started_at), locale)}</span>{' '}
          <span className="inline-block">{span(lesson.started_at, lesson.ended_at)}</span>
        </h1>
        <span role="status" className="flex flex-wrap gap-2">
          {lesson.is_added && <Chip tone="amber">{t('classes.added')}</Chip>}
          {isExtraLesson(lesson, cls) && <Chip>{t('classes.extraLesson')}</Chip>}
          {lesson.is_trial && <Chip>{t('classes.trial')}</Chip>}
          <StateChip state={lesson.state} />
        </span>
      </div>
      <p className="mt-1 text-ink-2">{[cls.name, cls.place].filter(Boolean).join(' ・ ')}</p>
      <div className="mt-5 grid items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 gap-6">
          <Card className="grid gap-4">
            <Totals lesson={lesson} />
            <StateText lesson={lesson} />
            {isFamily && lesson.state === 'awaiting' && (
              <FamilyAnswer lesson={lesson} about={when} name={cls.name} onChanged={refresh} />
            )}
            <UndoTap lesson={lesson} now={now} onChanged={refresh} />
            <Length lesson={lesson} cls={cls} now={now} onChanged={refresh} />
          </Card>
          {(lesson.note || canNote(lesson, now)) && (
            <section className="grid gap-3">
              <h2 className="text-xl">{t('classes.note.title')}</h2>
              <Card className="grid gap-3">
                {lesson.note && <NoteText note={lesson.note} className="grid gap-3" />}
                {canNote(lesson, now) && (
                  <WriteNote lessonId={lesson.id} note={lesson.note} onChanged={refresh} />
                )}
              </Card>
            </section>
          )}
          {lesson.dispute && (
            <section className="grid gap-3">
              <h2 className="text-xl">{t('classes.bothSides')}</h2>
              <Card className="grid gap-3">
                <Account title={t('classes.familySays')} text={lesson.dispute.family_note} />
                <Account title={t('classes.tutorSays')} text={lesson.dispute.tutor_note} />
                {!isFamily && lesson.state === 'disputed' && (
                  <TutorAccount
                    id={lesson.id}
                    hasGiven={lesson.dispute.tutor_note !== ''}
                    onChanged={refresh}
                  />
                )}
              </Card>
            </section>
          )}
          {outcome && (
            <section className="grid gap-3">
              <h2 className="text-xl">{t('classes.reliability.title')}</h2>
              <Card as="section" className="py-1">
                <ul>
                  <Outcome outcome={outcome} name={cls.name} onChanged={refresh} />
                </ul>
              </Card>
            </section>
          )}
          <RecordTimes lesson={lesson} />
        </div>
        <div className="grid min-w-0 gap-6">
          <RecordHistory history={lesson.history} />
          <Card as="section" className="grid gap-3">
            <h2 className="text-lg">{t('classes.statement.title')}</h2>
            <p className="text-ink-2 text-sm">
              {cls.name} ・ {formatMonth(month, locale)}
            </p>
            <StatementButtons classId={lesson.class_id} month={month} />
          </Card>
        </div>
      </div>
    </div>
  );
}

const isRecent = ({ started_at }: LessonPage, now: number) =>
  now - Date.parse(started_at) < recordRules.addDays * 86_400_000;
const canNote = (lesson: LessonPage, now: number) =>
  lesson.my_side === 'tutor' && lesson.state !== 'void' && isRecent(lesson, now);

type LengthProps = { lesson: LessonPage; cls: ClassView; now: number; onChanged: () => Promise<unknown> };

/** The length is corrected by proposal: the one that waits, or a button to make one. */
function Length({ lesson, cls, now, onChanged }: LengthProps) {
  const t = useTranslate();
  const sheet = usePlanSheet(cls, onChanged);
  const { id, state, minutes } = lesson;
  const isKept = state === 'awaiting' || state === 'confirmed';
  if (!isKept || !isRecent(lesson, now) || minutes === null || !cls.isGoing || cls.halt) return null;
  const proposal = cls.proposals.find(({ lesson_id }) => lesson_id === id);
  if (proposal)
    return (
      <ProposalCard
        proposal={proposal}
        cls={cls}
        isMain={state === 'confirmed' || lesson.my_side === 'tutor'}
        onChanged={onChanged}
      />
    );
  return (
    <>
      <Button
        variant="quiet"
        className="-ml-2 justify-self-start"
        onClick={() => sheet.ask({ kind: 'minutes', lessonId: id, minutes })}
      >
        {t('classes.minutesButton')}
      </Button>
      {sheet.sheet}
    </>
  );
}

function Totals({ lesson }: { lesson: LessonPage }) {
  const t = useTranslate();
  if (lesson.minutes === null || lesson.amount === null)
    return <p className="font-bold font-serif text-xl">{t('classes.running')}</p>;
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-2">
      <div>
        <dt className="text-ink-2 text-sm">{t('classes.lengthLabel')}</dt>
        <dd className="font-bold font-serif text-xl">{lengthWords(t, lesson.minutes)}</dd>
      </div>
      <div>
        <dt className="text-ink-2 text-sm">{t('classes.amountLabel')}</dt>
        <dd className="font-bold font-serif text-xl">{money(lesson.amount)}</dd>
        <dd className="text-ink-2 text-sm">{t('classes.perHour', { price: money(lesson.price) })}</dd>
        {lesson.charged_minutes !== null && lesson.charged_minutes !== lesson.minutes && (
          <dd className="text-ink-2 text-sm">
            {t('classes.chargedAs', { length: lengthWords(t, lesson.charged_minutes) })}
          </dd>
        )}
      </div>
    </dl>
  );
}

/** Explains the state, and who has to act. */
function StateText({ lesson }: { lesson: LessonPage }) {
  const t = useTranslate();
  const { locale } = useShell();
  const { state, my_side, settled_how, settled_at, confirm_by, ended_how, is_added } = lesson;
  const when = whenWords(settled_at ?? confirm_by ?? lesson.started_at, locale);
  const settledBy = settled_how === null || settled_how === 'tutor' ? 'family' : settled_how;
  return (
    <>
      {ended_how === 'forgotten' && <Notice>{t('classes.forgotten')}</Notice>}
      {ended_how === 'stopped' && <p className="text-sm">{t('classes.endedByStop')}</p>}
      <p className="text-sm">
        {state === 'awaiting' && t(`classes.is.${is_added ? 'added' : 'awaiting'}.${my_side}`, { when })}
        {state === 'disputed' && t(`classes.is.disputed.${my_side}`)}
        {state === 'confirmed' && t(`classes.is.confirmed.${settledBy}`, { when })}
        {state === 'void' && t(settled_how === 'tutor' ? 'classes.is.undone' : 'classes.is.void')}
        {state === 'open' && t(`classes.is.open.${my_side}`)}
      </p>
    </>
  );
}

function Account({ title, text }: { title: string; text: string }) {
  const t = useTranslate();
  return (
    <div>
      <h3 className="font-sans text-ink-2 text-sm">{title}</h3>
      <p className="whitespace-pre-wrap">
        {text || <span className="text-ink-2">{t('classes.nothingSaid')}</span>}
      </p>
    </div>
  );
}

export const ErrorBoundary = pageError('rooms.clockInRecord.title');

async function loadRecord(api: Api, id: number, words: ClassWords, known?: ClassNames) {
  const lesson: LessonPage = await api('GET /api/users/clock_in/{id}', { params: { id } });
  const names = known ?? (await loadClassNames(api));
  const cls = await api('GET /api/users/classes/{id}', { params: { id: lesson.class_id } });
  return {
    ...{ lesson, names, cls: classView(cls, names, words), outcome: await outcomeOf(api, lesson) },
    now: new Date().toISOString(),
  };
}

/** The outcome of a planned lesson in the tutor's record if it counts against them, usually because of lateness. */
async function outcomeOf(api: Api, { my_side, class_id, planned_at }: LessonPage) {
  if (my_side !== 'tutor' || planned_at === null) return null;
  const { list } = await api('GET /api/users/reliability', { query: { page_size: 100 } });
  const found = list.find((one) => one.class_id === class_id && one.planned_at === planned_at);
  return found && found.outcome !== 'kept' ? found : null;
}
type Recorded = Awaited<ReturnType<typeof loadRecord>>;

type Entry = LessonPage['history'][number];

const known = [
  'started',
  'added',
  'ended',
  'reopened',
  'corrected',
  'undone',
  'disputed',
  'confirmed',
  'void',
] as const;
type Known = (typeof known)[number];

/** Who did what, and when; stored by the database and never changed. */
function RecordHistory({ history }: { history: LessonPage['history'] }) {
  const t = useTranslate();
  const { locale } = useShell();
  return (
    <Card as="section" className="grid gap-3">
      <h2 className="text-lg">{t('classes.history.title')}</h2>
      <ol className="grid">
        {history.map((entry) => (
          <li
            key={`${entry.at} ${entry.what}`}
            className="relative grid gap-0.5 border-line border-l pb-4 pl-4 text-sm last:pb-0"
          >
            <span
              aria-hidden
              className="absolute top-2 -left-[0.3125rem] size-2.5 rounded-full border border-ink-2 bg-sheet"
            />
            <span className="font-semibold">{whatWords(t, entry)}</span>
            <span className="text-ink-2 text-xs">
              {t(`classes.actor.${entry.actor}`)} ・{' '}
              <time dateTime={entry.at}>{formatTime(entry.at, locale)}</time>
            </span>
          </li>
        ))}
      </ol>
      <p className="text-ink-2 text-xs">{t('classes.history.text')}</p>
    </Card>
  );
}

function whatWords(t: Translate, { what, facts }: Entry) {
  // A newer server may have events that this page does not know.
  const name: Known | undefined = known.find((one) => one === what);
  if (!name) return what;
  const time = (fact: unknown) => (typeof fact === 'string' ? clockOf(fact) : '');
  if (name === 'started' || name === 'added')
    return t(`classes.history.${name}`, { time: time(facts.started_at) });
  if (name === 'ended' && facts.ended_how === 'forgotten')
    return t('classes.history.forgotten', { time: time(facts.ended_at) });
  if (name === 'ended' || name === 'corrected')
    return t(`classes.history.${name}`, { time: time(facts.ended_at) });
  return t(`classes.history.${name}`);
}
