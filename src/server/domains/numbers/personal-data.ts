import { eq, sql } from 'drizzle-orm';
import { type PersonalData, readAll } from '#server/ground/db/personal-data.ts';
import { numberAsks, numberRequests } from './tables.ts';

/** Requests to move an account. What a request says may come from a stranger, so only its course is exported. */
export const numberData: PersonalData = {
  name: 'numbers',
  tables: ['number_asks', 'number_requests'],

  exportRows: (db, { userId }) =>
    readAll(db, {
      number_requests: sql`
        select state, asked_at, due_at, ended_at from number_requests where user_id = ${userId} order by id`,
    }),

  async forget(tx, { userId }) {
    // Those that were made with this number. An ask for this account stays: it is answered like any other.
    await tx
      .delete(numberAsks)
      .where(sql`${numberAsks.phoneHash} = (select phone_hash from users where id = ${userId})`);
    await tx.delete(numberRequests).where(eq(numberRequests.userId, userId));
  },
};
