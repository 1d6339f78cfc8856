import { sql } from 'drizzle-orm';
import { type PersonalData, readAll } from '#server/ground/db/personal-data.ts';

/** Answers in practice, and the review cards and mastery that follow from them. */
export const practiceData: PersonalData = {
  name: 'practice',
  tables: ['practice_mastery', 'practice_cards', 'practice_attempts'],

  exportRows: (db, { userId }) =>
    readAll(db, {
      practice_mastery: sql`
        select kind, mastery, attempts, correct, last_attempt_at
        from practice_mastery where user_id = ${userId} order by kind`,
      practice_cards: sql`
        select id, question_id, kind, due_at, reps, lapses, last_review_at, last_answer_correct, created_at
        from practice_cards where user_id = ${userId} order by id`,
      practice_attempts: sql`
        select id, question_id, kind, answer, is_correct, is_counted, next_due_at, created_at
        from practice_attempts where user_id = ${userId} order by id`,
    }),

  async forget(tx, { userId }) {
    await tx.execute(sql`delete from practice_attempts where user_id = ${userId}`);
    await tx.execute(sql`delete from practice_cards where user_id = ${userId}`);
    await tx.execute(sql`delete from practice_mastery where user_id = ${userId}`);
  },
};
