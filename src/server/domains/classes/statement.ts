import { Readable } from 'node:stream';
import { and, asc, eq, gte, lt, ne } from 'drizzle-orm';
import type { Reference } from '#server/domains/reference/reference.ts';
import type { Db } from '#server/ground/db/db.ts';
import type { FileAnswer } from '#server/ground/http/file-answer.ts';
import type { Statement } from '#shared/classes.ts';
import { addToMonth, clockOf, dayOf, firstDayOf, type Month, startOfDay } from '#shared/hong-kong.ts';
import type { Locale } from '#shared/locale.ts';
import { tutorBySurname, tutorCalled } from '#shared/tutor-name.ts';
import { classOf } from './locks.ts';
import type { Sheet } from './statement-page.ts';
import { statementWords } from './statement-words.ts';
import { lessons } from './tables.ts';
import { countsInSums } from './totals.ts';
import { readClass, toLesson } from './views.ts';

/** The start of a month and of the next month, in Hong Kong time. */
export const monthRange = (month: Month) => ({
  from: startOfDay(firstDayOf(month)),
  to: startOfDay(firstDayOf(addToMonth(month, 1))),
});

/**
 * A month of one class. A lesson belongs to the month it started in; disputed lessons are shown but not
 * counted.
 */
export async function readStatement(db: Db, userId: number, id: number, month: string): Promise<Statement> {
  const cls = await classOf(db, userId, id);
  const { from, to } = monthRange(month);
  const rows = await db
    .select()
    .from(lessons)
    .where(
      and(
        eq(lessons.classId, id),
        gte(lessons.startedAt, from),
        lt(lessons.startedAt, to),
        ne(lessons.state, 'void'),
        ne(lessons.state, 'open'),
      ),
    )
    .orderBy(asc(lessons.startedAt));
  const now = new Date();
  const list = rows.map((row) => toLesson(row, cls, userId, now));
  const counted = list.filter(countsInSums);
  const sum = (of: 'minutes' | 'amount') => counted.reduce((total, lesson) => total + (lesson[of] ?? 0), 0);
  return {
    class_id: id,
    month,
    price: cls.price,
    lessons: list,
    totals: { lessons: counted.length, minutes: sum('minutes'), amount: sum('amount') },
  };
}

/** For spreadsheets. The file contains no user input, so no cell can be a formula. */
export function statementCsv(
  { lessons, totals, price, month, class_id }: Statement,
  locale: Locale,
): FileAnswer {
  const { head, total, states } = statementWords[locale];
  const lines = [
    head,
    ...lessons.map((lesson) => [
      dayOf(lesson.started_at),
      clockOf(lesson.started_at),
      lesson.ended_at ? clockOf(lesson.ended_at) : '',
      lesson.minutes ?? '',
      price,
      countsInSums(lesson) ? (lesson.amount ?? '') : 0,
      states[lesson.state],
    ]),
    [total, '', '', totals.minutes, '', totals.amount, ''],
  ];
  // Excel recognises UTF-8 only with a byte order mark.
  const text = `\uFEFF${lines.map((line) => line.join(',')).join('\r\n')}\r\n`;
  return {
    content: Readable.from([text]),
    mediaType: 'text/csv; charset=utf-8',
    fileName: `mingshi-${class_id}-${month}.csv`,
  };
}

type SheetRequest = { userId: number; classId: number; month: string; locale: Locale };

/** The heading of a printed statement: which class it is, as far as both sides may know. */
export async function readSheet(
  db: Db,
  { lists }: Reference,
  { userId, classId, month, locale }: SheetRequest,
): Promise<Omit<Sheet, 'isSample'>> {
  const statement = await readStatement(db, userId, classId, month);
  const { tutor, grade, major_subject, other_subject } = await readClass(db, userId, classId);
  const [grades, majors, others] = await Promise.all([
    lists.grade(locale),
    lists.major_subject(locale),
    lists.other_subject(locale),
  ]);
  const named = (list: readonly { id: number; name: string }[], ids: readonly number[]) =>
    ids.flatMap((id) => list.find((one) => one.id === id)?.name ?? []);
  const between = locale === 'en' ? ', ' : '、';
  return {
    statement,
    locale,
    tutor: tutorCalled(tutor.display_name, tutorBySurname[locale]),
    grades: named(grades, grade).join(between),
    subjects: [...named(majors, major_subject), ...named(others, other_subject)].join(between),
    madeAt: new Date().toISOString(),
  };
}
