import { and, asc, count, desc, eq, gte, inArray, lt, or, sql } from 'drizzle-orm';
import { sideOf } from '#server/domains/accounts/lock-account.ts';
import { haltsOf } from '#server/domains/accounts/standing.ts';
import { caseOutlines } from '#server/domains/cases/case-outline.ts';
import { nicknamesKnownTo } from '#server/domains/interest/contact.ts';
import { hasSharedContacts, pairsOf } from '#server/domains/interest/matches.ts';
import { displayNamesOf } from '#server/domains/tutors/tutors.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { fieldsOf } from '#server/ground/db/fields.ts';
import { type Paging, pageOfTable } from '#server/ground/db/paging.ts';
import { Class, type ClassFinishStatus, Lesson, type LessonPage, type LessonState } from '#shared/classes.ts';
import { coverContacts } from '#shared/contacts/cover-contacts.ts';
import { startOfDay } from '#shared/hong-kong.ts';
import type { Side } from '#shared/interest.ts';
import { amountOf, chargedMinutes } from '#shared/money/fee-rules.ts';
import { slotAt } from '#shared/rules/half-hours.ts';
import { nameShown } from '#shared/tutor-name.ts';
import { classOf, lessonById } from './locks.ts';
import { lastNotes, noteOf, tagsOf } from './notes.ts';
import { openProposals } from './proposal-views.ts';
import { type ClassRow, classes, classHistory, type LessonRow, lessonDisputes, lessons } from './tables.ts';
import { isConfirmedByDeadline, minutesOf, stateNow, sums } from './totals.ts';
import { undoOf } from './undo-rule.ts';
import { endOfDay, slotsAtTime } from './weekly-plan.ts';

/** Classes of which the user is a side. */
export function classesIn(userId: number, side: Side | undefined) {
  const asFamily = eq(classes.familyUserId, userId);
  const asTutor = eq(classes.tutorUserId, userId);
  if (side) return side === 'family' ? asFamily : asTutor;
  return or(asFamily, asTutor);
}

export async function listClasses(
  db: Db,
  userId: number,
  filter: Paging & { side?: Side | undefined; finish_status?: ClassFinishStatus | undefined },
) {
  const { side, finish_status } = filter;
  const { rows, counted } = await pageOfTable(db, classes, filter, {
    wanted: and(classesIn(userId, side), finish_status && eq(classes.finishStatus, finish_status)),
    order: [desc(classes.id)],
  });
  return { list: await toClasses(db, userId, rows), ...counted };
}

export async function readClass(db: Db | Tx, userId: number, id: number): Promise<Class> {
  const [only] = await toClasses(db, userId, [await classOf(db, userId, id)]);
  if (!only) throw new Error('a list of one is empty');
  return only;
}

export async function toClasses(db: Db | Tx, userId: number, rows: readonly ClassRow[]): Promise<Class[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const pairs = await pairsOf(
    db,
    rows.map(({ matchId }) => matchId),
  );
  const caseIds = pairs.map(({ caseId }) => caseId);
  const outlines = await caseOutlines(db, caseIds);
  const nicknames = await nicknamesKnownTo(db, userId, caseIds);
  const names = await displayNamesOf(
    db,
    pairs.flatMap(({ listingId }) => listingId ?? []),
  );
  const totals = await db
    .select({
      classId: lessons.classId,
      ...sums,
      open: sql<string | null>`max(${lessons.id}) filter (where ${lessons.state} = 'open')`,
    })
    .from(lessons)
    .innerJoin(classes, eq(classes.id, lessons.classId))
    .where(inArray(lessons.classId, ids))
    .groupBy(lessons.classId);
  const halts = await haltsOf(
    db,
    rows.map((row) => ({
      ...row,
      isLive: row.finishStatus === 1,
      closedFor: pairs.find(({ id }) => id === row.matchId)?.closedFor ?? null,
    })),
  );
  const proposals = await openProposals(db, ids);
  const notes = await lastNotes(db, userId, rows);
  const tags = await tagsOf(db, userId, ids);
  const now = new Date();
  return rows.map((row, at) => {
    const pair = pairs.find(({ id }) => id === row.matchId);
    if (!pair) throw new Error('a class has lost its match');
    const outline = outlines.get(pair.caseId);
    const total = totals.find(({ classId }) => classId === row.id);
    const side = sideOf(row, userId);
    return {
      ...fieldsOf(Class, row),
      interest_id: pair.interestId,
      case_id: pair.caseId,
      my_side: side,
      slots: slotsAtTime(row, now).map(slotAt),
      next_weekly: nextWeekly(row, now),
      proposals: row.finishStatus === 1 ? proposals.filter(({ class_id }) => class_id === row.id) : [],
      tag: tags.get(row.id) ?? '',
      last_note: notes[at] ?? null,
      tutoring_type: row.tutoringTypeId,
      tutoring_region: row.regionId,
      halt: halts[at] ?? null,
      stop_reason: row.stoppedBy === side ? row.stopReason : coverContacts(row.stopReason),
      tutor: {
        display_name: nameShown(
          (pair.listingId !== null && names.get(pair.listingId)) || '',
          side === 'tutor' || hasSharedContacts(pair),
        ),
      },
      children: nicknames.get(pair.caseId) ?? [],
      grade: outline?.grade ?? [],
      major_subject: outline?.major_subject ?? [],
      other_subject: outline?.other_subject ?? [],
      open_lesson_id: total?.open ? Number(total.open) : null,
      totals: {
        lessons: total?.lessons ?? 0,
        minutes: total?.minutes ?? 0,
        charged_minutes: total?.charged_minutes ?? 0,
        amount: total?.amount ?? 0,
      },
    };
  });
}

/** Weekly times that both agreed on and that begin later. */
function nextWeekly(cls: ClassRow, now: Date): Class['next_weekly'] {
  const next = cls.weeks.find(({ from }) => Date.parse(from) > now.getTime());
  return next ? { from: next.from, slots: next.slots.map(slotAt) } : null;
}

type LessonFilter = Paging & {
  side?: Side | undefined;
  class_id?: number | undefined;
  state?: LessonState | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

export async function listLessons(db: Db, userId: number, filter: LessonFilter) {
  const { page, page_size, class_id, state, from, to } = filter;
  const wanted = and(
    classesIn(userId, filter.side),
    class_id === undefined ? undefined : eq(lessons.classId, class_id),
    state && eq(stateNow, state),
    from ? gte(lessons.startedAt, startOfDay(from)) : undefined,
    to ? lt(lessons.startedAt, endOfDay(to)) : undefined,
  );
  const rows = await db
    .select({ lesson: lessons, cls: classes })
    .from(lessons)
    .innerJoin(classes, eq(classes.id, lessons.classId))
    .where(wanted)
    .orderBy(desc(lessons.startedAt), desc(lessons.id))
    .limit(page_size)
    .offset((page - 1) * page_size);
  const [total] = await db
    .select({ total: count(), minutes: sums.minutes, amount: sums.amount })
    .from(lessons)
    .innerJoin(classes, eq(classes.id, lessons.classId))
    .where(wanted);
  const now = new Date();
  return {
    list: rows.map(({ lesson, cls }) => toLesson(lesson, cls, userId, now)),
    total: total?.total ?? 0,
    page,
    page_size,
    minutes: total?.minutes ?? 0,
    amount: total?.amount ?? 0,
  };
}

/** A lesson for one of its sides; both see the same, and the tutor what may be taken back. */
export function toLesson(row: LessonRow, cls: ClassRow, userId: number, now: Date): Lesson {
  const side = sideOf(cls, userId);
  const silent = isConfirmedByDeadline(row, now);
  const minutes = row.endedAt && minutesOf(row.startedAt, row.endedAt);
  const charged = minutes === null ? null : chargedMinutes(row.feeRule, minutes, row.agreedMinutes);
  const gap = (happened: Date, received: Date) =>
    Math.max(0, Math.round((received.getTime() - happened.getTime()) / 1000));
  return {
    ...fieldsOf(Lesson, row),
    my_side: side,
    state: silent ? 'confirmed' : row.state,
    minutes,
    price: cls.price,
    charged_minutes: charged,
    amount: charged === null ? null : amountOf(cls.price, charged),
    start_gap_seconds: gap(row.startedAt, row.startReceivedAt),
    end_gap_seconds: row.endedAt && row.endReceivedAt && gap(row.endedAt, row.endReceivedAt),
    settled_how: silent ? 'silence' : row.settledHow,
    settled_at: (silent ? row.confirmBy : row.settledAt)?.toISOString() ?? null,
    is_extra: row.plannedAt === null,
    undo: side === 'tutor' ? undoOf(row, now) : null,
  };
}

/** The API answer to a clock-in. */
export const toClocked = (cls: ClassRow, lesson: LessonRow | null, userId: number) => ({
  class_id: cls.id,
  finish_status: cls.finishStatus,
  lesson: lesson && toLesson(lesson, cls, userId, new Date()),
});

export async function readLesson(db: Db | Tx, userId: number, id: number): Promise<LessonPage> {
  const row = await lessonById(db, id);
  const cls = await classOf(db, userId, row.classId);
  const side = sideOf(cls, userId);
  const [dispute] = await db.select().from(lessonDisputes).where(eq(lessonDisputes.lessonId, id));
  const history = await db
    .select()
    .from(classHistory)
    .where(eq(classHistory.lessonId, id))
    .orderBy(asc(classHistory.id));
  return {
    ...toLesson(row, cls, userId, new Date()),
    note: await noteOf(db, cls, userId, id),
    dispute: dispute
      ? {
          // Contact details are shared by the match, not through a dispute.
          family_note: side === 'family' ? dispute.familyNote : coverContacts(dispute.familyNote),
          tutor_note: side === 'tutor' ? dispute.tutorNote : coverContacts(dispute.tutorNote),
          opened_at: dispute.openedAt.toISOString(),
        }
      : null,
    history: history.map(({ at, actor, what, facts }) => ({ at: at.toISOString(), actor, what, facts })),
  };
}
