import { and, eq, gte, lt, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import { notify } from '#server/domains/messages/notices.ts';
import type { Tx } from '#server/ground/db/db.ts';
import { addJob, defineJob } from '#server/ground/jobs/jobs.ts';
import { addToMonth, dayOf, firstDayOf, isoTimeAt, type Month, monthOf } from '#shared/hong-kong.ts';
import { currentTime, lockClassForJob } from './locks.ts';
import { monthRange } from './statement.ts';
import { lessons } from './tables.ts';
import { minutesAfter } from './weekly-plan.ts';

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
  const params = { class: classId, month };
  for (const userId of [cls.familyUserId, cls.tutorUserId]) {
    // The class is locked, so that nobody else tells it meanwhile.
    const { rows } = await tx.execute(sql`
      select from notices
      where user_id = ${userId} and kind = 'statement_ready' and params = ${JSON.stringify(params)}::jsonb`);
    if (rows.length === 0) await notify(tx, { userId, kind: 'statement_ready', params });
  }
}
