import { sql } from 'drizzle-orm';
import { type PersonalData, readAll } from '#server/ground/db/personal-data.ts';
import { pictureName } from './pictures.ts';

/** Whom a user blocked and what they reported; who blocked or reported them is not theirs to know. */
export const reportData: PersonalData = {
  name: 'reports',
  tables: ['user_blocks', 'reports', 'report_pictures'],

  exportRows: (db, { userId }) =>
    readAll(db, {
      blocks: sql`
        select place, place_id, blocked_at from user_blocks where blocker_user_id = ${userId} order by id`,
      reports: sql`
        select id, place, place_id, kind, words, message_ids, reported_at, decision, answer, decided_at
        from reports where reporter_user_id = ${userId} order by id`,
      report_pictures: sql`
        select report_pictures.id, report_id, byte_size, created_at
        from report_pictures join reports on reports.id = report_id
        where reporter_user_id = ${userId} order by report_pictures.id`,
    }),

  async files(db, { userId }) {
    const { rows } = await db.execute<{ id: string; file_key: string }>(sql`
      select report_pictures.id, file_key from report_pictures join reports on reports.id = report_id
      where reporter_user_id = ${userId} order by report_pictures.id`);
    return rows.map(({ id, file_key }) => ({ key: file_key, name: pictureName(Number(id)) }));
  },

  /** That there was a complaint stays, with ids that identify nobody; a block has nobody left to hide. */
  async forget(tx, { userId }) {
    await tx.execute(sql`delete from user_blocks where ${userId} in (blocker_user_id, blocked_user_id)`);
    await tx.execute(sql`
      delete from report_pictures using reports
      where reports.id = report_id and reporter_user_id = ${userId}`);
    await tx.execute(sql`
      update reports set words = '', answer = '' where reporter_user_id = ${userId} and (words, answer) <> ('', '')`);
  },
};
