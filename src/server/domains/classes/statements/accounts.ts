import { and, asc, eq, gte, inArray, isNull, lt, lte, ne } from 'drizzle-orm';
import { userOn } from '#server/domains/accounts/lock-account.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import type { Lesson } from '#shared/classes.ts';
import { addToMonth, dayOf, firstDayOf, type Month, monthOf, startOfDay } from '#shared/hong-kong.ts';
import type { Side } from '#shared/interest.ts';
import { otherSide } from '#shared/rules/offer-rules.ts';
import { type ClassRow, classes, feePayments, lessons, type PaymentRow } from '../tables.ts';
import { totalsOf } from '../totals.ts';
import { classesIn, toLesson } from '../views.ts';

/** The start of a month and of the next month, in Hong Kong time. */
export const monthRange = (month: Month) => ({
  from: startOfDay(firstDayOf(month)),
  to: startOfDay(firstDayOf(addToMonth(month, 1))),
});

export type Sums = ReturnType<typeof totalsOf> & { received: number; marked: number; open: number };

/** What two people have to settle for one month, over all their classes. */
export type Account = Sums & {
  month: Month;
  otherId: number;
  /** The first of their classes, which names the account. */
  first: ClassRow;
  /** The classes with lessons in this month. */
  taught: { cls: ClassRow; lessons: Lesson[]; totals: ReturnType<typeof totalsOf> }[];
  /** Without those that were taken back. */
  payments: PaymentRow[];
};

type Scope = {
  side: Side;
  from: Month;
  /** The last month. */
  to: Month;
  otherId?: number | undefined;
};

/** The accounts of these months. Every page, file and call about fees takes its figures from here. */
export async function accountsOf(
  db: Db | Tx,
  userId: number,
  { side, from, to, otherId }: Scope,
): Promise<Account[]> {
  const theirs = otherSide(side);
  const sides = { family: classes.familyUserId, tutor: classes.tutorUserId };
  const own = await db
    .select()
    .from(classes)
    .where(and(classesIn(userId, side), otherId === undefined ? undefined : eq(sides[theirs], otherId)))
    .orderBy(asc(classes.id));
  if (own.length === 0) return [];
  const rows = await db
    .select()
    .from(lessons)
    .where(
      and(
        inArray(
          lessons.classId,
          own.map(({ id }) => id),
        ),
        gte(lessons.startedAt, monthRange(from).from),
        lt(lessons.startedAt, monthRange(to).to),
        ne(lessons.state, 'void'),
        ne(lessons.state, 'open'),
      ),
    )
    .orderBy(asc(lessons.startedAt), asc(lessons.id));
  const payers = { family: feePayments.familyUserId, tutor: feePayments.tutorUserId };
  const payments = await db
    .select()
    .from(feePayments)
    .where(
      and(
        eq(payers[side], userId),
        otherId === undefined ? undefined : eq(payers[theirs], otherId),
        gte(feePayments.month, firstDayOf(from)),
        lte(feePayments.month, firstDayOf(to)),
        isNull(feePayments.undoneAt),
      ),
    )
    .orderBy(asc(feePayments.id));

  const now = new Date();
  const byOther = Map.groupBy(own, (cls) => userOn(cls, theirs));
  return monthsBetween(from, to).flatMap((month) =>
    [...byOther].flatMap(([other, theirClasses]) => {
      const taught = theirClasses.flatMap((cls) => {
        const list = rows
          .filter(({ classId, startedAt }) => classId === cls.id && monthOf(dayOf(startedAt)) === month)
          .map((row) => toLesson(row, cls, userId, now));
        return list.length === 0 ? [] : { cls, lessons: list, totals: totalsOf(list) };
      });
      const paid = payments.filter(
        (payment) => userOn(payment, theirs) === other && monthOf(payment.month) === month,
      );
      const [first] = theirClasses;
      if (!first || (taught.length === 0 && paid.length === 0)) return [];
      const totals = totalsOf(taught.flatMap((one) => one.lessons));
      const settled = settledOf(totals.amount, paid);
      return { month, otherId: other, first, taught, payments: paid, ...totals, ...settled };
    }),
  );
}

/** What became of an amount. */
function settledOf(amount: number, payments: readonly PaymentRow[]) {
  const sum = (isReceived: boolean) =>
    payments
      .filter(({ receivedAt }) => (receivedAt !== null) === isReceived)
      .reduce((total, payment) => total + payment.amount, 0);
  const [received, marked] = [sum(true), sum(false)];
  return { received, marked, open: amount - received - marked };
}

export function sumsOf(list: readonly Sums[]): Sums {
  const sum = (of: keyof Sums) => list.reduce((total, one) => total + one[of], 0);
  return {
    lessons: sum('lessons'),
    minutes: sum('minutes'),
    charged_minutes: sum('charged_minutes'),
    amount: sum('amount'),
    received: sum('received'),
    marked: sum('marked'),
    open: sum('open'),
  };
}

export function monthsBetween(from: Month, to: Month): Month[] {
  const months = [from];
  for (let month = from; month < to; months.push(month)) month = addToMonth(month, 1);
  return months;
}
