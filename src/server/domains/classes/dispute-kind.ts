import { asc, eq, sql } from 'drizzle-orm';
import { markDone } from '#server/domains/messages/notices.ts';
import type { QueueKind } from '#server/domains/operator/queue.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { coverContacts } from '#shared/contacts/cover-contacts.ts';
import { disputeKind } from './confirm.ts';
import { announceLesson } from './lesson-due.ts';
import { actAs, lessonById, lockClassForJob } from './locks.ts';
import { noteOutcome } from './outcomes.ts';
import { openOccasions } from './review-occasions.ts';
import { classes, classHistory, lessonDisputes, lessons } from './tables.ts';
import { minutesOf } from './totals.ts';

/** A lesson that the family disputes, with both sides' comments. */
export const lessonDisputeKind: QueueKind = {
  kind: disputeKind,
  titleOf: ({ subjectId }) => ({
    'zh-Hant': `課堂紀錄爭議 #${subjectId}`,
    en: `Disputed lesson #${subjectId}`,
  }),
  decisions: {
    stand: { 'zh-Hant': '紀錄成立', en: 'The record stands' },
    planned: { 'zh-Hant': '最多計算原定時長', en: 'Count the planned length at most' },
    void: { 'zh-Hant': '不計算', en: 'Does not count' },
  },
  answer: 'needed',

  async detailsOf(db, { subjectId }) {
    const id = Number(subjectId);
    const lesson = await lessonById(db, id);
    const [cls] = await db.select().from(classes).where(eq(classes.id, lesson.classId));
    const [dispute] = await db.select().from(lessonDisputes).where(eq(lessonDisputes.lessonId, id));
    const history = await db
      .select({ at: classHistory.at, actor: classHistory.actor, what: classHistory.what })
      .from(classHistory)
      .where(eq(classHistory.lessonId, id))
      .orderBy(asc(classHistory.id));
    return {
      lesson_id: id,
      class_id: lesson.classId,
      started_at: lesson.startedAt,
      ended_at: lesson.endedAt,
      ended_how: lesson.endedHow,
      minutes: lesson.endedAt && minutesOf(lesson.startedAt, lesson.endedAt),
      planned_at: lesson.plannedAt,
      planned_minutes: cls?.lessonMinutes,
      start_received_at: lesson.startReceivedAt,
      end_received_at: lesson.endReceivedAt,
      family_note: coverContacts(dispute?.familyNote ?? ''),
      tutor_note: coverContacts(dispute?.tutorNote ?? ''),
      history,
    };
  },

  async decide(tx, { subjectId }, decision, { answer }) {
    const id = Number(subjectId);
    const { classId } = await lessonById(tx, id);
    const cls = await lockClassForJob(tx, classId);
    if (!cls) throw new AppError('conflict');
    const lesson = await lessonById(tx, id);
    if (lesson.state !== 'disputed') throw new AppError('conflict');
    await actAs(tx, 'operator');
    const planned = sql`least(${lessons.endedAt}, ${lessons.startedAt} + make_interval(mins => ${cls.lessonMinutes}))`;
    await tx
      .update(lessons)
      .set({
        state: decision === 'void' ? 'void' : 'confirmed',
        settledHow: 'operator',
        settledAt: sql`now()`,
        ...(decision === 'planned' && { endedAt: planned }),
      })
      .where(eq(lessons.id, id));
    await tx.update(lessonDisputes).set({ reason: answer }).where(eq(lessonDisputes.lessonId, id));
    // A lesson that was not held counts as absent.
    if (decision === 'void' && lesson.plannedAt) await noteOutcome(tx, cls, lesson.plannedAt, 'absent');
    await openOccasions(tx, cls);
    await markDone(tx, 'dispute', { about: { lesson: id }, people: [cls.tutorUserId] });
    await announceLesson(tx, cls, id);
    const counted = { stand: 'stands', planned: 'planned', void: 'void' } as const;
    const notice = {
      kind: 'lesson_dispute_decided',
      params: { lesson: id, class: cls.id, decision: counted[decision as keyof typeof counted] },
    } as const;
    return { opener: notice, about: notice };
  },
};
