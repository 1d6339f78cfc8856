import { eq, sql } from 'drizzle-orm';
import { type PersonalData, readAll } from '#server/ground/db/personal-data.ts';
import { fpsPurpose } from './statements/fps.ts';
import { fpsIds } from './tables.ts';

const mySide = (userId: number) =>
  sql`case when classes.family_user_id = ${userId} then 'family' else 'tutor' end`;
const isMine = (userId: number) => sql`${userId} in (classes.family_user_id, classes.tutor_user_id)`;

/** Lessons are the other side's record too: they stay after one side's account is deleted. */
export const classData: PersonalData = {
  name: 'classes',
  tables: [
    'classes',
    'lessons',
    'clock_entries',
    'class_history',
    'lesson_disputes',
    'lesson_changes',
    'lesson_outcomes',
    'calendar_feeds',
    'lesson_reminders',
    'plan_proposals',
    'fee_payments',
    'fps_ids',
    'lesson_notes',
    'class_tags',
  ],

  exportRows: async (db, { userId, decrypt }) => ({
    ...(await readAll(db, {
      classes: sql`
        select id, match_id, ${mySide(userId)} as my_side, price, fee_rule, slots, weeks, lesson_minutes, begins_on,
          made_at, finish_status, stopped_at, stopped_by,
          case when stopped_by = ${mySide(userId)} then stop_reason else '' end as my_reason
        from classes where ${isMine(userId)} order by id`,
      lessons: sql`
        select lessons.id, class_id, ${mySide(userId)} as my_side, started_at, ended_at, ended_how, start_device_at,
          start_received_at, end_device_at, end_received_at, planned_at, is_trial, is_added, state, settled_how, settled_at,
          lessons.fee_rule, agreed_minutes
        from lessons join classes on classes.id = class_id where ${isMine(userId)} order by lessons.id`,
      clock_entries: sql`
        select class_id, lesson_id, status, device_at, received_at from clock_entries
        where user_id = ${userId} order by id`,
      lesson_disputes: sql`
        select lesson_id, opened_at,
          case when classes.family_user_id = ${userId} then family_note else tutor_note end as my_note
        from lesson_disputes join lessons on lessons.id = lesson_id join classes on classes.id = class_id
        where ${isMine(userId)} order by lesson_id`,
      lesson_changes: sql`
        select class_id, planned_at, kind, moved_to, minutes, is_extra, changed_by, changed_at,
          case when changed_by = ${mySide(userId)} then reason else '' end as my_reason
        from lesson_changes join classes on classes.id = class_id where ${isMine(userId)}
        order by class_id, planned_at`,
      plan_proposals: sql`
        select class_id, kind, made_by, plan_proposals.made_at, state, answered_at, planned_at, was_at,
          starts_at, minutes, from_day, to_day, plan_proposals.slots, lesson_id, was_minutes, plan_proposals.fee_rule,
          was_fee_rule
        from plan_proposals join classes on classes.id = class_id where ${isMine(userId)}
        order by plan_proposals.id`,
      lesson_outcomes: sql`
        select class_id, planned_at, outcome, appeal, appeal_note from lesson_outcomes
        where tutor_user_id = ${userId} order by id`,
      lesson_notes: sql`
        select lesson_id, done, homework, written_at
        from lesson_notes join lessons on lessons.id = lesson_id
        where tutor_user_id = ${userId} order by lesson_id`,
      class_tags: sql`select class_id, tag from class_tags where user_id = ${userId} order by class_id`,
      calendar_feeds: sql`select locale, made_at, is_busy_only from calendar_feeds where user_id = ${userId}`,
      fee_payments: sql`
        select class_id, to_char(month, 'YYYY-MM') as month, amount, made_by, made_at, received_at, undone_at
        from fee_payments where ${userId} in (family_user_id, tutor_user_id) order by id`,
    })),
    fps_ids: (await db.select().from(fpsIds).where(eq(fpsIds.userId, userId))).map((row) => ({
      kind: row.kind,
      value: decrypt({ cipher: row.valueCipher, key: row.valueKey }, fpsPurpose),
      changed_at: row.changedAt,
    })),
  }),

  async forget(tx, { userId }) {
    await tx.execute(sql`delete from calendar_feeds where user_id = ${userId}`);
    await tx.delete(fpsIds).where(eq(fpsIds.userId, userId));
    await tx.execute(sql`delete from class_tags where user_id = ${userId}`);
    // The tutor's own words, and words about the family's child.
    await tx.execute(sql`
      delete from lesson_notes using lessons, classes
      where lessons.id = lesson_id and classes.id = lessons.class_id and ${isMine(userId)}`);
    await tx.execute(sql`
      update classes set stop_reason = ''
      where ${isMine(userId)} and stopped_by = ${mySide(userId)} and stop_reason <> ''`);
    await tx.execute(sql`
      update lesson_changes set reason = '' from classes
      where classes.id = class_id and ${isMine(userId)} and changed_by = ${mySide(userId)} and reason <> ''`);
    await tx.execute(sql`
      update lesson_disputes set
        family_note = case when classes.family_user_id = ${userId} then '' else family_note end,
        tutor_note = case when classes.tutor_user_id = ${userId} then '' else tutor_note end
      from lessons, classes
      where lessons.id = lesson_id and classes.id = lessons.class_id and ${isMine(userId)}`);
    await tx.execute(sql`
      update lesson_outcomes set appeal_note = '' where tutor_user_id = ${userId} and appeal_note <> ''`);
  },
};
