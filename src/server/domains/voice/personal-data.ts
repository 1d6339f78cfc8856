import { sql } from 'drizzle-orm';
import { type PersonalData, readAll } from '#server/ground/db/personal-data.ts';

/**
 * When a user called the tutor and for how long. What was said is in their chat threads; no audio is stored.
 */
export const voiceData: PersonalData = {
  name: 'voice',
  tables: ['voice_calls'],

  exportRows: (db, { userId }) =>
    readAll(db, {
      voice_calls: sql`
      select thread_id, mode, language, begun_at, ended_at, ended_reason, used_seconds
      from voice_calls where user_id = ${userId} order by begun_at`,
    }),

  /** A running call finds its row gone and ends. */
  async forget(tx, { userId }) {
    await tx.execute(sql`
      with gone as (delete from voice_calls where user_id = ${userId} returning process_id, ended_at)
      update voice_processes set calls = calls - 1 from gone
      where gone.process_id = voice_processes.id and gone.ended_at is null and calls > 0`);
  },
};
