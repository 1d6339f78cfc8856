import { and, asc, eq, gte, lt, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import { areBlocked } from '#server/domains/blocks/blocks.ts';
import { notify } from '#server/domains/messages/notices.ts';
import type { Tx } from '#server/ground/db/db.ts';
import { addJob, defineJob } from '#server/ground/jobs/jobs.ts';
import { addDays, addToMonth, dayOf, firstDayOf, isoTimeAt, type Month, monthOf } from '#shared/hong-kong.ts';
import { paymentRules } from '#shared/money/fee-rules.ts';
import { classById, currentTime, lockClassForJob } from '../locks.ts';
import { classes, lessons } from '../tables.ts';
import { minutesAfter } from '../weekly-plan.ts';
import { accountsOf, monthRange } from './accounts.ts';

/** When the month is over and people are awake. */
const tellingTime = '09:00';

/** Tells both sides of a class, once, that the statement of a month with lessons is ready. */
export const tellStatementJob = defineJob({
  name: 'classes-statement',
  payload: z.object({ class: z.int(), month: z.string() }),
  async run({ class: id, month }, { database }) {
    await database.transaction((tx) => tellStatement(tx, id, month));
  },
});

/** For the month of a lesson that has begun: the single job of a class and a month. */
export async function tellStatementLater(tx: Tx, classId: number, startedAt: Date) {
  const month = monthOf(dayOf(startedAt));
  await tellAt(tx, classId, month, new Date(isoTimeAt(firstDayOf(addToMonth(month, 1)), tellingTime)));
}

const tellAt = (tx: Tx, classId: number, month: Month, runAt: Date) =>
  addJob(tx, tellStatementJob, { class: classId, month }, { key: `statement:${classId}:${month}`, runAt });

export async function tellStatement(tx: Tx, classId: number, month: Month) {
  const cls = await lockClassForJob(tx, classId);
  if (!cls) return;
  const { from, to } = monthRange(month);
  const held = await tx
    .select({ state: lessons.state })
    .from(lessons)
    .where(
      and(
        eq(lessons.classId, classId),
        gte(lessons.startedAt, from),
        lt(lessons.startedAt, to),
        ne(lessons.state, 'void'),
      ),
    );
  // The statement would lack it; a lesson that nobody ends is ended for them within the day.
  if (held.some(({ state }) => state === 'open'))
    return tellAt(tx, classId, month, minutesAfter(await currentTime(tx), 24 * 60));
  if (held.length === 0) return;
  for (const userId of [cls.familyUserId, cls.tutorUserId])
    await tellOnce(tx, userId, 'statement_ready', { class: classId, month });
  await remindLater(tx, classId, month);
}

/** The class is locked, so that nobody else tells it meanwhile. */
async function tellOnce(
  tx: Tx,
  userId: number,
  kind: 'statement_ready' | 'fee_unpaid',
  params: { class: number; month: Month },
) {
  const { rows } = await tx.execute(sql`
    select from notices
    where user_id = ${userId} and kind = ${kind} and params = ${JSON.stringify(params)}::jsonb`);
  if (rows.length === 0) await notify(tx, { userId, kind, params });
}

/** Not early in the morning: it is no hurry. */
const remindingTime = '10:00';

/** Reminds a family, once and kindly, of a month of which nothing is marked as paid. */
export const remindFeesJob = defineJob({
  name: 'classes-fees-reminder',
  payload: z.object({ class: z.int(), month: z.string() }),
  async run({ class: id, month }, { database }) {
    await database.transaction((tx) => remindFees(tx, id, month));
  },
});

async function remindLater(tx: Tx, classId: number, month: Month) {
  const day = addDays(dayOf(await currentTime(tx)), paymentRules.remindAfterDays);
  await addJob(
    tx,
    remindFeesJob,
    { class: classId, month },
    { key: `fees:${classId}:${month}`, runAt: new Date(isoTimeAt(day, remindingTime)) },
  );
}

export async function remindFees(tx: Tx, classId: number, month: Month) {
  const first = await lockFirstClass(tx, classId);
  if (!first || (await areBlocked(tx, first.familyUserId, first.tutorUserId))) return;
  const { id, familyUserId, tutorUserId: otherId } = first;
  const [account] = await accountsOf(tx, familyUserId, { side: 'family', from: month, to: month, otherId });
  if (!account || account.open <= 0 || account.payments.length > 0) return;
  await tellOnce(tx, familyUserId, 'fee_unpaid', { class: id, month });
}

/** The two share one account: whichever of their classes it is about, it is told of the first. */
async function lockFirstClass(tx: Tx, classId: number) {
  const peek = await classById(tx, classId);
  if (!peek) return undefined;
  const [first] = await tx
    .select({ id: classes.id })
    .from(classes)
    .where(and(eq(classes.familyUserId, peek.familyUserId), eq(classes.tutorUserId, peek.tutorUserId)))
    .orderBy(asc(classes.id))
    .limit(1);
  return first && lockClassForJob(tx, first.id);
}
