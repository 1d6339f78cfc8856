import type { Consequence } from '#server/domains/accounts/standing.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { caseStatus } from '#shared/cases.ts';
import { caseListOf } from './cases.ts';

/** The market shows no case of a suspended or banned family; the status stays as the family left it. */
export const caseConsequence: Consequence = {
  count: async (db, { userId }) => ({ cases: await onlineOf(db, userId) }),
  restore: async (tx, { userId }) => ({ restored: { cases: await onlineOf(tx, userId) } }),
};

const onlineOf = async (db: Db | Tx, userId: number) =>
  (await caseListOf(db, userId)).filter(({ status }) => status === caseStatus.online).length;
