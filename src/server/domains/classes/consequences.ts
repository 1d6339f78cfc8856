import { and, asc, eq, gte, sql } from 'drizzle-orm';
import type { Consequence, Sanction } from '#server/domains/accounts/standing.ts';
import { announceToBoth } from '#server/domains/messages/events.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { scheduleRules } from '#shared/rules/schedule-rules.ts';
import { writeChange } from './change-plan.ts';
import { cutLesson } from './class-of-match.ts';
import { actAs, currentTime, lockClass } from './locks.ts';
import { judgeLater } from './outcomes.ts';
import { remindLater } from './reminders.ts';
import { type Entry, entriesBetween, isCancelled, lessonsOfPlan } from './schedule.ts';
import { type ClassRow, classes, lessonChanges } from './tables.ts';
import { classesIn } from './views.ts';
import { endOfDay, minutesAfter } from './weekly-plan.ts';

/**
 * A suspension ends the running lesson and cancels the planned ones up to its last day, for child safety all that
 * can be seen ahead. A ban ends the classes with their matches, and with them what was planned.
 */
export const classConsequence: Consequence = {
  async count(db, sanction) {
    const rows = await goingOn(db, sanction.userId);
    return { lessons: (await plannedOf(db, rows, new Date(), cancelUntil(sanction, new Date()))).length };
  },

  async follow(tx, sanction) {
    if (sanction.until === null) return;
    await actAs(tx, 'operator');
    for (const { id } of await goingOn(tx, sanction.userId)) {
      const cls = await lockClass(tx, id);
      if (cls.finishStatus === 2) continue;
      const now = await currentTime(tx);
      await cutLesson(tx, cls);
      for (const entry of await plannedOf(tx, [cls], now, cancelUntil(sanction, now)))
        await writeChange(tx, entry, 'platform', {
          kind: 'cancelled',
          isLate: false,
          reason: '',
          movedTo: entry.change?.movedTo ?? null,
        });
      await announceToBoth(tx, [cls.familyUserId, cls.tutorUserId], { kind: 'class', class: id });
    }
  },

  async restore(tx, { userId, until, since }) {
    if (until === null) return { restored: {} };
    const rows = await goingOn(tx, userId);
    for (const cls of rows) {
      await judgeLater(tx, cls);
      await remindLater(tx, cls);
      await announceToBoth(tx, [cls.familyUserId, cls.tutorUserId], { kind: 'class', class: cls.id });
    }
    const [lost] = await tx
      .select({ lessons: sql<number>`count(*)::int` })
      .from(lessonChanges)
      .innerJoin(classes, eq(classes.id, lessonChanges.classId))
      .where(
        and(
          classesIn(userId, undefined),
          eq(lessonChanges.changedBy, 'platform'),
          gte(lessonChanges.changedAt, since),
        ),
      );
    return { restored: {}, lost: { lessons: lost?.lessons ?? 0 } };
  },
};

const goingOn = (db: Db | Tx, userId: number): Promise<ClassRow[]> =>
  db
    .select()
    .from(classes)
    .where(and(classesIn(userId, undefined), eq(classes.finishStatus, 1)))
    .orderBy(asc(classes.id));

function cancelUntil({ cause, until }: Sanction, now: Date) {
  const visible = minutesAfter(now, scheduleRules.mostDays * 24 * 60);
  if (until === null) return visible;
  const last = endOfDay(until);
  return cause === 'child_safety' && visible > last ? visible : last;
}

async function plannedOf(db: Db | Tx, rows: readonly ClassRow[], from: Date, to: Date): Promise<Entry[]> {
  const entries = (await entriesBetween(db, rows, from, to)).filter((entry) => !isCancelled(entry));
  const ids = rows.map(({ id }) => id);
  const taught = await lessonsOfPlan(db, ids, entries);
  return entries.filter(
    ({ cls, plannedAt }) =>
      !taught.some((one) => one.classId === cls.id && one.plannedAt === plannedAt.getTime()),
  );
}
