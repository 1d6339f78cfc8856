import { and, desc, eq, inArray } from 'drizzle-orm';
import { sideOf } from '#server/domains/accounts/lock-account.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { Class, LessonNote } from '#shared/classes.ts';
import { coverContacts } from '#shared/contacts/cover-contacts.ts';
import { recordRules } from '#shared/rules/schedule-rules.ts';
import { announceLesson } from './lesson-due.ts';
import { classOf, currentTime, lockLesson } from './locks.ts';
import { type ClassRow, classTags, lessonNotes, lessons } from './tables.ts';
import { minutesAfter } from './weekly-plan.ts';

/** The tutor writes down what was done and what to do until the next lesson; nothing at all takes it away. */
export async function writeNote(tx: Tx, userId: number, id: number, note: LessonNote) {
  const { cls, lesson, side } = await lockLesson(tx, userId, id);
  if (side !== 'tutor') throw new AppError('notAllowed');
  const until = minutesAfter(lesson.startedAt, recordRules.addDays * 24 * 60);
  if (lesson.state === 'void' || until < (await currentTime(tx))) throw new AppError('lessonSettled');
  if (note.done === '' && note.homework === '')
    await tx.delete(lessonNotes).where(eq(lessonNotes.lessonId, id));
  else
    await tx
      .insert(lessonNotes)
      .values({ lessonId: id, ...note })
      .onConflictDoUpdate({ target: lessonNotes.lessonId, set: note });
  await announceLesson(tx, cls, id);
}

export async function noteOf(db: Db | Tx, cls: ClassRow, userId: number, id: number) {
  const [row] = await db.select().from(lessonNotes).where(eq(lessonNotes.lessonId, id));
  return row ? shownTo(cls, userId, row) : null;
}

/** The latest note of each of these classes. */
export async function lastNotes(db: Db | Tx, userId: number, rows: readonly ClassRow[]) {
  const ids = rows.map(({ id }) => id);
  const found = await db
    .selectDistinctOn([lessons.classId], { lesson: lessons, note: lessonNotes })
    .from(lessonNotes)
    .innerJoin(lessons, eq(lessons.id, lessonNotes.lessonId))
    .where(inArray(lessons.classId, ids))
    .orderBy(lessons.classId, desc(lessons.startedAt));
  return rows.map((cls): Class['last_note'] => {
    const last = found.find(({ lesson }) => lesson.classId === cls.id);
    if (!last || last.lesson.state === 'void') return null;
    const { id: lesson_id, startedAt } = last.lesson;
    return { lesson_id, started_at: startedAt.toISOString(), ...shownTo(cls, userId, last.note) };
  });
}

/** Contact details are shared by the match, not through a note. */
function shownTo(cls: ClassRow, userId: number, { done, homework }: LessonNote): LessonNote {
  if (sideOf(cls, userId) === 'tutor') return { done, homework };
  return { done: coverContacts(done), homework: coverContacts(homework) };
}

/** One's own word for a class; an empty one takes it away. */
export async function tagClass(tx: Tx, userId: number, classId: number, tag: string) {
  await classOf(tx, userId, classId);
  if (tag === '')
    await tx.delete(classTags).where(and(eq(classTags.classId, classId), eq(classTags.userId, userId)));
  else
    await tx
      .insert(classTags)
      .values({ classId, userId, tag })
      .onConflictDoUpdate({ target: [classTags.classId, classTags.userId], set: { tag } });
}

export async function tagsOf(db: Db | Tx, userId: number, classIds: number[]) {
  const rows = await db
    .select()
    .from(classTags)
    .where(and(eq(classTags.userId, userId), inArray(classTags.classId, classIds)));
  return new Map(rows.map(({ classId, tag }) => [classId, tag]));
}
