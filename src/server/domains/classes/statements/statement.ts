import { userOn } from '#server/domains/accounts/lock-account.ts';
import type { Db } from '#server/ground/db/db.ts';
import type { FileAnswer } from '#server/ground/http/file-answer.ts';
import type { Lesson, Statement } from '#shared/classes.ts';
import { clockOf, dayOf } from '#shared/hong-kong.ts';
import type { Locale } from '#shared/locale.ts';
import { otherSide } from '#shared/rules/offer-rules.ts';
import { classOf } from '../locks.ts';
import { countsInSums, totalsOf } from '../totals.ts';
import { accountsOf } from './accounts.ts';
import { csvFile } from './csv.ts';
import { statementWords } from './words.ts';

/**
 * A month of one class. A lesson belongs to the month it started in; disputed lessons are shown but not
 * counted.
 */
export async function readStatement(db: Db, userId: number, id: number, month: string): Promise<Statement> {
  const cls = await classOf(db, userId, id);
  const side = cls.tutorUserId === userId ? 'tutor' : 'family';
  const otherId = userOn(cls, otherSide(side));
  const [account] = await accountsOf(db, userId, { side, from: month, to: month, otherId });
  const taught = account?.taught.find((one) => one.cls.id === id);
  const { lessons, totals } = taught ?? { lessons: [], totals: totalsOf([]) };
  return { class_id: id, month, price: cls.price, lessons, totals };
}

/** A lesson as a line of a file. What is not counted stands there with zeros, so that the columns add up. */
export function lessonCells(lesson: Lesson, locale: Locale) {
  const counts = countsInSums(lesson);
  const counted = (value: number | null) => (counts ? (value ?? 0) : 0);
  return [
    dayOf(lesson.started_at),
    clockOf(lesson.started_at),
    lesson.ended_at ? clockOf(lesson.ended_at) : '',
    counted(lesson.minutes),
    counted(lesson.charged_minutes),
    lesson.price,
    counted(lesson.amount),
    statementWords[locale].states[lesson.state],
  ];
}

export function statementCsv({ lessons, totals, month, class_id }: Statement, locale: Locale): FileAnswer {
  const { head, total } = statementWords[locale];
  const lines = [
    head,
    ...lessons.map((lesson) => lessonCells(lesson, locale)),
    [total, '', '', totals.minutes, totals.charged_minutes, '', totals.amount, ''],
  ];
  return csvFile(lines, `mingshi-${class_id}-${month}.csv`);
}
