import CircleStop from 'lucide-react/icons/circle-stop';
import Play from 'lucide-react/icons/play';
import { useState } from 'react';
import type { Lesson } from '#shared/classes.ts';
import { clockOf, dayOf } from '#shared/hong-kong.ts';
import type { SafetyTimer as Timer } from '#shared/safety/timers.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { newKey } from '#web/ground/drafts.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { PageLink } from '#web/ground/routing/page-link.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { useToast } from '#web/ground/toast.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { optionsHtml, Select } from '#web/ui/forms/select.tsx';
import { MessageBox } from '#web/ui/overlays/message-box-sheet.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';
import { dueOf, earlyStart } from './calendar/day-items.ts';
import { lengthWords, shortDay, span, whenWords } from './format.ts';
import type { ClassView } from './load-classes.ts';
import type { ClassOverview } from './load-overview.ts';
import { classNameIn, isHasty, type Running, runningOf } from './queue/queued-clock-in.ts';
import type { useClockQueue } from './queue/use-clock-queue.ts';
import { NoteText, WriteNote } from './record/lesson-note.tsx';
import { UndoTap } from './undo-tap.tsx';

type TutorDeskProps = {
  desk: ClassOverview;
  queue: ReturnType<typeof useClockQueue>;
  now: number;
  /** The class whose link led here. */
  asked: number | null;
  onChanged: () => Promise<unknown>;
};

const bigButton = 'h-16 w-full text-lg';

/** One large button for the next clock-in. */
export function TutorPanel({ desk, queue, now, asked, onChanged }: TutorDeskProps) {
  const open = desk.open.find(({ my_side }) => my_side === 'tutor');
  const running = runningOf(open, queue.taps);
  const teaching = desk.classes.filter(({ asTutor, isGoing, halt }) => asTutor && isGoing && !halt);
  const cls = running && desk.classes.find(({ id }) => id === running.classId);
  if (!running && teaching.length === 0) return null;
  return (
    <Card as="section" aria-labelledby="clock-title" className="grid gap-4">
      {running ? (
        <>
          <RunningLesson
            running={running}
            name={cls?.name ?? classNameIn(queue.taps, running.classId)}
            queue={queue}
            now={now}
          />
          {open?.id === running.lessonId && open && <UndoTap lesson={open} now={now} onChanged={onChanged} />}
          {/* The server has to know the lesson before a safety timer can watch its end. */}
          {running.lessonId !== null && <SafetyTimer timer={desk.safety} />}
        </>
      ) : (
        <>
          {desk.ended && <JustEnded lesson={desk.ended} desk={desk} now={now} onChanged={onChanged} />}
          <StartLesson teaching={teaching} desk={desk} queue={queue} now={now} asked={asked} />
        </>
      )}
    </Card>
  );
}

type JustEndedProps = Pick<TutorDeskProps, 'desk' | 'now' | 'onChanged'> & { lesson: Lesson };

/** What was recorded, for as long as it can be taken back. */
function JustEnded({ lesson, desk, now, onChanged }: JustEndedProps) {
  const t = useTranslate();
  const { undo, minutes, class_id, started_at, ended_at } = lesson;
  if (!undo?.until || Date.parse(undo.until) <= now || minutes === null) return null;
  const cls = desk.classes.find(({ id }) => id === class_id);
  return (
    <Notice tone="jade" role="status" className="grid gap-2">
      <div>
        <p className="font-semibold">
          {t('classes.ended.title')} ・ {cls?.name}
        </p>
        <p>
          {t('classes.ended.text', { when: span(started_at, ended_at), length: lengthWords(t, minutes) })}
        </p>
        <PageLink
          to={`/clock-in/${lesson.id}`}
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          {t('classes.record')}
        </PageLink>
      </div>
      <WriteNote
        lessonId={lesson.id}
        note={cls?.lastNote?.lesson_id === lesson.id ? cls.lastNote : null}
        onChanged={onChanged}
      />
      <UndoTap lesson={lesson} now={now} onChanged={onChanged} />
    </Notice>
  );
}

function useTap(queue: TutorDeskProps['queue']) {
  const t = useTranslate();
  const toast = useToast();
  const { busy, run } = useAction();
  const tap = (clockIn: Omit<Parameters<typeof queue.tap>[0], 'key' | 'at'>) =>
    run(() =>
      queue.tap({ ...clockIn, key: newKey(), at: new Date().toISOString() }).catch(() => {
        // The API client has logged the error; it happens only if the device cannot store anything.
        toast.error(t('classes.queue.notKept'), { duration: 0 });
      }),
    );
  return { busy, tap };
}

function RunningLesson({ running, name, queue, now }: { running: Running; name: string } & QueueProps) {
  const t = useTranslate();
  const { busy, tap } = useTap(queue);
  const [asking, setAsking] = useState(false);
  const { classId, since, lessonId, startKey } = running;
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / 60_000));
  const end = () => tap({ classId, className: name, status: 2, startKey });
  return (
    <>
      <div>
        <p className="text-ink-2 text-sm">{t('classes.running')}</p>
        <h2 id="clock-title" className="text-xl">
          {name}
        </h2>
        <p role="status">{t('classes.since', { time: clockOf(since), length: lengthWords(t, minutes) })}</p>
        {lessonId !== null && (
          <PageLink
            to={`/clock-in/${lessonId}`}
            className="-mb-2 inline-flex min-h-11 items-center text-sm underline underline-offset-4"
          >
            {t('classes.record')}
          </PageLink>
        )}
      </div>
      <Button
        variant="primary"
        className={bigButton}
        loading={busy}
        onClick={() => (isHasty(running, Date.now()) ? setAsking(true) : end())}
      >
        <CircleStop className="size-6" />
        {t('classes.end')}
      </Button>
      <MessageBox
        open={asking}
        title={t('classes.hastyTitle')}
        message={t('classes.hastyText', { length: lengthWords(t, minutes) })}
        confirmLabel={t('classes.end')}
        cancelLabel={t('classes.hastyKeep')}
        onResult={(confirmed) => {
          setAsking(false);
          if (confirmed) end();
        }}
      />
    </>
  );
}
type QueueProps = { queue: TutorDeskProps['queue']; now: number };

type StartProps = QueueProps & Pick<TutorDeskProps, 'desk' | 'asked'> & { teaching: readonly ClassView[] };

function StartLesson({ teaching, desk, queue, now, asked }: StartProps) {
  const t = useTranslate();
  const { locale } = useShell();
  const { busy, tap } = useTap(queue);
  const [chosen, setChosen] = useState(asked);
  const [asking, setAsking] = useState<Asking>({ what: 'none', open: false });
  const due = dueOf(desk.plans, now, chosen);
  const cls = teaching.find(({ id }) => id === (chosen ?? due?.class_id)) ?? teaching[0];
  if (!cls) return null;
  const plan = due?.class_id === cls.id ? due : undefined;
  const isToday = plan !== undefined && dayOf(plan.starts_at) === dayOf(now);
  const start = (plannedAt?: string | null) => {
    setAsking({ ...asking, open: false });
    return tap({
      ...{ classId: cls.id, className: cls.name, status: 1, startKey: null },
      ...(plannedAt !== undefined && { plannedAt }),
    });
  };
  return (
    <>
      <div>
        <p className="text-ink-2 text-sm">
          {t(plan ? (isToday ? 'classes.nextToday' : 'classes.next') : 'classes.unplanned')}
        </p>
        <h2 id="clock-title" className="text-xl">
          {cls.name}
        </h2>
        <p>
          {plan &&
            `${isToday ? '' : `${shortDay(dayOf(plan.starts_at), locale)} `}${span(plan.starts_at, plan.ends_at)}`}
          {!plan && t('classes.unplannedText')}
        </p>
        {cls.place && <p className="text-ink-2 text-sm">{cls.place}</p>}
        {cls.lastNote && (
          <div className="mt-2 grid gap-1 border-line border-l-2 pl-3">
            <p className="text-ink-2 text-sm">
              {t('classes.note.last', { day: shortDay(dayOf(cls.lastNote.started_at), locale) })}
            </p>
            <NoteText note={cls.lastNote} className="grid gap-1" />
          </div>
        )}
      </div>
      {teaching.length > 1 && (
        <Field label={t('classes.which')}>
          <Select
            value={cls.id}
            onChange={(event) => setChosen(Number(event.target.value))}
            options={optionsHtml(teaching)}
          />
        </Field>
      )}
      <Button
        variant="primary"
        className={bigButton}
        loading={busy}
        onClick={() => {
          const what = earlyStart(plan, Date.now());
          if (what) setAsking({ what, open: true });
          else start();
        }}
      >
        <Play className="size-6" />
        {t('classes.start')}
      </Button>
      <EarlyStart
        asking={asking}
        when={plan ? whenWords(plan.starts_at, locale) : ''}
        onPlanned={plan && asking.what === 'plan' ? () => start(plan.planned_at) : undefined}
        onExtra={() => start(null)}
        onClose={() => setAsking({ ...asking, open: false })}
      />
    </>
  );
}

type Asking = { what: 'plan' | 'extra' | 'none'; open: boolean };
type EarlyStartProps = {
  asking: Asking;
  /** When the next lesson is planned. */
  when: string;
  onPlanned: (() => void) | undefined;
  onExtra: () => void;
  onClose: () => void;
};

/** A lesson that is not due: which one it is. */
function EarlyStart({ asking: { what, open }, when, onPlanned, onExtra, onClose }: EarlyStartProps) {
  const t = useTranslate();
  return (
    <Sheet
      open={open}
      onClose={onClose}
      role="alertdialog"
      title={t(what === 'plan' ? 'classes.early.titlePlan' : 'classes.early.titleExtra')}
      description={t(`classes.early.${what}`, { when })}
      footer={
        <div className="grid gap-2">
          {onPlanned && (
            <Button variant="primary" onClick={onPlanned}>
              {t('classes.early.startPlanned', { when })}
            </Button>
          )}
          <Button variant={onPlanned ? 'secondary' : 'primary'} onClick={onExtra}>
            {t('classes.early.startExtra')}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {t('classes.early.keep')}
          </Button>
        </div>
      }
    />
  );
}

/** For a lesson in progress: whether a trusted person watches its end, and a link to set that up. */
function SafetyTimer({ timer }: { timer: Timer | null }) {
  const t = useTranslate();
  const { href } = useShell();
  const isOn = timer !== null && timer.state !== 'ended';
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t pt-4">
      <p className="grow basis-48 text-ink-2 text-sm">
        {isOn
          ? t(timer.state === 'overdue' ? 'classes.safety.overdue' : 'classes.safety.on', {
              time: clockOf(timer.ends_at),
            })
          : t('classes.safety.text')}
      </p>
      <ButtonLink to={href('/me/safety')}>{t('classes.safety.title')}</ButtonLink>
    </div>
  );
}
