import { useState } from 'react';
import type { Lesson, LessonNote } from '#shared/classes.ts';
import { clockOf, dayOf } from '#shared/hong-kong.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { money } from '#web/ground/i18n/numbers.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { PageLink } from '#web/ground/routing/page-link.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Notice, ProblemNotice } from '#web/ui/feedback/notice.tsx';
import { useMessageBox } from '#web/ui/overlays/message-box.tsx';
import { lengthWords, shortDay, span, whenWords } from './format.ts';
import { GapNote } from './gap-note.tsx';
import type { ClassOverview } from './load-overview.ts';
import { NoteText } from './record/lesson-note.tsx';
import { NoteSheet } from './record/note-sheet.tsx';

type FamilyDeskProps = {
  desk: ClassOverview;
  /** Whether the page's one red button is here: the answer to the first lesson. */
  isMain: boolean;
  now: number;
  onChanged: () => Promise<unknown>;
};

/** The lesson in progress, and the lessons that await the family's confirmation. */
export function FamilyPanel({ desk, isMain, now, onChanged }: FamilyDeskProps) {
  const t = useTranslate();
  const classOf = (lesson: Lesson) => desk.classes.find(({ id }) => id === lesson.class_id);
  const nameOf = (lesson: Lesson) => classOf(lesson)?.name ?? '';
  const noteOf = (lesson: Lesson) => {
    const last = classOf(lesson)?.lastNote;
    return last?.lesson_id === lesson.id ? last : null;
  };
  const open = desk.open.filter(({ my_side }) => my_side === 'family');
  return (
    <>
      {open.map((lesson) => (
        <Card as="section" key={lesson.id} className="grid gap-1">
          <p className="text-ink-2 text-sm">{t('classes.running')}</p>
          <h2 className="text-xl">{nameOf(lesson)}</h2>
          <p role="status">
            {t('classes.since', {
              time: clockOf(lesson.started_at),
              length: lengthWords(t, Math.max(0, Math.floor((now - Date.parse(lesson.started_at)) / 60_000))),
            })}
          </p>
          <GapNote seconds={lesson.start_gap_seconds} what="start" />
        </Card>
      ))}
      {desk.awaiting.length > 0 && (
        <section className="grid gap-3" aria-labelledby="awaiting-title">
          <h2 id="awaiting-title" className="text-xl">
            {t('classes.awaiting', { count: desk.awaiting.length })}
          </h2>
          <ul className="grid gap-3">
            {desk.awaiting.map((lesson, place) => (
              <Awaiting
                key={lesson.id}
                lesson={lesson}
                name={nameOf(lesson)}
                note={noteOf(lesson)}
                isMain={isMain && place === 0}
                onChanged={onChanged}
              />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

type AwaitingProps = { lesson: Lesson; name: string; note: LessonNote | null } & Pick<
  FamilyDeskProps,
  'isMain' | 'onChanged'
>;

function Awaiting({ lesson, name, note, isMain, onChanged }: AwaitingProps) {
  const t = useTranslate();
  const { locale } = useShell();
  const when = `${shortDay(dayOf(lesson.started_at), locale)} ${span(lesson.started_at, lesson.ended_at)}`;
  return (
    <Card as="li" className="grid gap-2">
      <div className="-mt-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <PageLink
          to={`/clock-in/${lesson.id}`}
          className="inline-flex min-h-11 items-center font-semibold underline decoration-ink-2/50 underline-offset-4"
        >
          {when}
        </PageLink>
        {lesson.minutes !== null && lesson.amount !== null && (
          <span>
            {lengthWords(t, lesson.minutes)} ・ {money(lesson.amount)}
          </span>
        )}
      </div>
      <p className="text-sm">{name}</p>
      {note && <NoteText note={note} className="grid gap-1" />}
      <GapNote seconds={lesson.start_gap_seconds} what="start" />
      <GapNote seconds={lesson.end_gap_seconds} what="end" />
      {lesson.is_added && <Notice>{t('classes.is.added.family')}</Notice>}
      {lesson.ended_how === 'forgotten' && <Notice>{t('classes.forgotten')}</Notice>}
      <FamilyAnswer lesson={lesson} about={when} name={name} isMain={isMain} onChanged={onChanged} />
      {lesson.confirm_by && (
        <p className="text-ink-2 text-xs">
          {t('classes.silence', { when: whenWords(lesson.confirm_by, locale) })}
        </p>
      )}
    </Card>
  );
}

/** Confirm, told first what is confirmed, or dispute with a note. Neither can be taken back. */
export function FamilyAnswer({
  lesson: { id, minutes, amount },
  about,
  name,
  isMain = true,
  onChanged,
}: {
  lesson: Pick<Lesson, 'id' | 'minutes' | 'amount'>;
  about: string;
  /** The class: whose lesson it is. */
  name: string;
  isMain?: boolean;
  onChanged: () => Promise<unknown>;
}) {
  const t = useTranslate();
  const { busy, problem, run } = useAction({ refresh: onChanged });
  const [disputing, setDisputing] = useState(false);
  const ask = useMessageBox();
  const confirm = async () => {
    const what = minutes !== null && amount !== null && `${lengthWords(t, minutes)} ・ ${money(amount)}`;
    const sure = await ask({
      title: t('classes.confirmTitle'),
      message: t('classes.confirmText', { what: [about, name, what].filter(Boolean).join(' ・ ') }),
      confirmLabel: t('classes.confirm'),
      cancelLabel: t('classes.confirmNotYet'),
    });
    if (!sure) return;
    await run(
      (api) => api('PUT /api/users/clock_in/{id}/confirm', { params: { id } }),
      t('classes.confirmed'),
    );
  };
  return (
    <>
      <ProblemNotice>{problem}</ProblemNotice>
      <div className="flex flex-wrap gap-2">
        <Button
          variant={isMain ? 'primary' : 'secondary'}
          loading={busy}
          aria-label={t('classes.confirmNamed', { about })}
          onClick={() => void confirm()}
        >
          {t('classes.confirm')}
        </Button>
        <Button aria-label={t('classes.disputeNamed', { about })} onClick={() => setDisputing(true)}>
          {t('classes.dispute')}
        </Button>
      </div>
      <NoteSheet
        open={disputing}
        onClose={() => setDisputing(false)}
        title={t('classes.disputeTitle')}
        description={t('classes.disputeText', { about })}
        label={t('classes.disputeLabel')}
        sendLabel={t('classes.disputeSend')}
        maxLength={1000}
        draft={`dispute-${id}`}
        onSend={(api, note) =>
          api('PUT /api/users/clock_in/{id}/dispute', { params: { id }, body: { note } })
        }
        doneWords={t('classes.disputed')}
        onChanged={onChanged}
      />
    </>
  );
}
