import { and, eq, sql } from 'drizzle-orm';
import { secondFactorState } from '#server/domains/accounts/second-factor.ts';
import { sealedAccounts, users } from '#server/domains/accounts/tables.ts';
import type { QueueKind } from '#server/domains/operator/queue.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { addJob } from '#server/ground/jobs/jobs.ts';
import { coverContacts } from '#shared/contacts/cover-contacts.ts';
import { tellNumber } from './job-names.ts';
import { type NumberRequest, requestKind, tellKey } from './requests.ts';
import { numberRequests } from './tables.ts';

/** Operator queue item: somebody who lost the number of an account asks for it with a new one. */
export const numberRequestKind: QueueKind = {
  kind: requestKind,
  titleOf: ({ subjectId }) => ({
    'zh-Hant': `遺失號碼，申請取回帳戶 #${subjectId}`,
    en: `Lost number, asks for the account #${subjectId}`,
  }),
  decisions: {
    grant: { 'zh-Hant': '批准，等候 72 小時', en: 'Grant, after 72 hours' },
    refuse: { 'zh-Hant': '不批准', en: 'Refuse' },
  },

  async detailsOf(db, { subjectId }) {
    const [row] = await db
      .select()
      .from(numberRequests)
      .where(eq(numberRequests.id, Number(subjectId)));
    const [user] = row ? await db.select().from(users).where(eq(users.id, row.userId)) : [];
    if (!row || !user) return {};
    const [sealed] = await db.select().from(sealedAccounts).where(eq(sealedAccounts.userId, user.id));
    return {
      given_name: coverContacts(row.givenName),
      account_name: user.name,
      story: coverContacts(row.story),
      account_since_at: user.createdAt,
      last_visit: user.activeOn,
      has_second_factor: (await secondFactorState(db, user.id)).isOn,
      number_has_new_owner: sealed !== undefined,
      ...(await earlierOnes(db, row)),
      move_state: row.state,
    };
  },

  async decide(tx, { subjectId }, decision) {
    const id = Number(subjectId);
    const isGranted = decision === 'grant';
    const [row] = await tx
      .select()
      .from(numberRequests)
      .where(and(eq(numberRequests.id, id), eq(numberRequests.state, 'asked')))
      .for('update');
    if (!row) throw new AppError('conflict');
    const [other] = await tx
      .select({ id: numberRequests.id })
      .from(numberRequests)
      .where(
        and(eq(numberRequests.userId, row.userId), sql`${numberRequests.state} in ('granted', 'waiting')`),
      );
    // One move at a time: the other is over first, or its owner stops it.
    if (isGranted && other) throw new AppError('conflict');
    await tx
      .update(numberRequests)
      .set(isGranted ? { state: 'granted' } : { state: 'refused', endedAt: sql`now()` })
      .where(eq(numberRequests.id, id));
    await addJob(tx, tellNumber, { request: id }, { key: tellKey(id) });
    const about = {
      kind: isGranted ? 'number_move_granted' : 'number_move_refused',
      params: { number: true },
    } as const;
    return { opener: about, about };
  },
};

/** How many requests for the same account were refused before this one, and how many its owner stopped. */
async function earlierOnes(db: Db | Tx, { id, userId }: NumberRequest) {
  const { rows } = await db.execute<{ refused_before: number; stopped_before: number }>(sql`
    select count(*) filter (where state = 'refused')::int as refused_before,
      count(*) filter (where state = 'stopped')::int as stopped_before
    from number_requests where user_id = ${userId} and id < ${id}`);
  return rows[0];
}
