import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { ban, isBanned, lift, refuseOperators } from '#server/domains/accounts/bans.ts';
import { type Consequence, type Sanction, suspensionsOf } from '#server/domains/accounts/standing.ts';
import { openPhone } from '#server/domains/accounts/stored-phone.ts';
import { bans, measures, users } from '#server/domains/accounts/tables.ts';
import { notify } from '#server/domains/messages/notices.ts';
import { hongKongToday } from '#server/ground/db/columns.ts';
import type { Database, Db, Tx } from '#server/ground/db/db.ts';
import { fieldsOf } from '#server/ground/db/fields.ts';
import { transactionWithRetry } from '#server/ground/db/transaction-with-retry.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { addJob, defineJob, type Job } from '#server/ground/jobs/jobs.ts';
import type { PhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import { coverContacts } from '#shared/contacts/cover-contacts.ts';
import { addDays, type Day, startOfDay, today } from '#shared/hong-kong.ts';
import { mostSuspendedDays } from '#shared/safety/limits.ts';
import { type Cause, type Consequences, Measure } from '#shared/safety/standing.ts';
import { closeAppealOf } from './appeals.ts';
import { recordAction } from './audit.ts';
import { toBan } from './users.ts';

type MeasureRow = typeof measures.$inferSelect;
export type Whom = { userId: number } | { e164: string };
type Given = { cause: Cause; reason: string; operatorId: number };
type GivenMeasure = Given & { userId: number; key: string };

const nothing: Consequences = {
  matches: 0,
  classes: 0,
  lessons: 0,
  conversations: 0,
  applications: 0,
  invitations: 0,
  listings: 0,
  cases: 0,
};

const toMeasure = (row: MeasureRow): Measure => fieldsOf(Measure, row);

/** At the end of its last day a suspension is lifted by itself; the job only restores and tells. */
const endSuspension = {
  name: 'standing-end-suspension',
  payload: z.object({ measure: z.int() }),
};

export type StandingDesk = ReturnType<typeof createStandingDesk>;

/** Warnings, suspensions and bans, each in one transaction with everything that follows from it. */
export function createStandingDesk(consequences: readonly Consequence[]) {
  async function countAll(db: Db | Tx, sanction: Sanction): Promise<Consequences> {
    const counted = { ...nothing };
    for (const consequence of consequences) Object.assign(counted, await consequence.count(db, sanction));
    return counted;
  }

  async function followAll(tx: Tx, sanction: Sanction): Promise<Consequences> {
    const followed = await countAll(tx, sanction);
    for (const { follow } of consequences) await follow?.(tx, sanction);
    return followed;
  }

  async function restoreAll(tx: Tx, sanction: Sanction & { since: Date }) {
    const restored = { ...nothing };
    const lost = { ...nothing };
    for (const { restore } of consequences) {
      const done = await restore(tx, sanction);
      Object.assign(restored, done.restored);
      Object.assign(lost, done.lost);
    }
    return { restored, lost };
  }

  /** Ends a suspension that is locked and in force, or whose last day has passed. */
  async function end(tx: Tx, row: MeasureRow, { operatorId }: { operatorId: number | null }) {
    const [lifted] = await tx
      .update(measures)
      .set({ liftedAt: sql`now()`, liftedBy: operatorId })
      .where(eq(measures.id, row.id))
      .returning();
    await closeAppealOf(tx, row.id, operatorId === null ? 'over' : 'lifted');
    // The account was deleted meanwhile, and the number is free again.
    if (row.banId !== null)
      await tx
        .update(bans)
        .set({ liftedAt: sql`now()`, liftedBy: operatorId })
        .where(and(eq(bans.id, row.banId), isNull(bans.liftedAt)));
    const done = await restoreAll(tx, {
      userId: row.userId,
      cause: row.cause,
      until: row.until,
      since: row.madeAt,
    });
    await notify(tx, { userId: row.userId, kind: 'suspension_over', params: { measure: row.id } });
    return { measure: lifted as MeasureRow, ...done };
  }

  return {
    async preview(db: Db | Tx, { userId, cause, until }: Sanction) {
      await userById(db, userId);
      return countAll(db, { userId, cause, until });
    },

    async warn(tx: Tx, given: GivenMeasure): Promise<Measure> {
      const { userId, operatorId } = given;
      await lockUser(tx, userId);
      const before = await madeBefore(tx, given);
      if (before) return toMeasure(before);
      await refuseOperators(tx, userId);
      const row = await insertMeasure(tx, { ...given, kind: 'warning', until: null });
      const params = { measure: row.id, cause: row.cause };
      await recordAction(tx, { operatorId, action: 'users.warned', aboutUser: userId, params });
      await notify(tx, { userId, kind: 'warned', params: { measure: row.id } });
      return toMeasure(row);
    },

    async suspend(tx: Tx, vault: PhoneEncryption, given: GivenMeasure & { until: Day }) {
      const { userId, operatorId, until, cause } = given;
      const user = await lockUser(tx, userId);
      const before = await madeBefore(tx, given);
      if (before) return { measure: toMeasure(before), followed: nothing };
      await refuseOperators(tx, userId);
      const phone = openPhone(vault, user);
      if (phone && (await isBanned(tx, vault.hashes(phone.e164)))) throw new AppError('alreadySuspended');
      if ((await suspensionsOf(tx, [userId])).size > 0) throw new AppError('alreadySuspended');
      // One whose last day has passed, and whose job has not run yet.
      for (const over of await pastSuspensionsOf(tx, userId)) await end(tx, over, { operatorId: null });
      const row = await insertMeasure(tx, { ...given, kind: 'suspension' });
      const followed = await followAll(tx, { userId, cause, until });
      const runAt = startOfDay(addDays(until, 1));
      const key = `suspension:${row.id}`;
      await addJob(tx, endSuspension, { measure: row.id }, { key, runAt });
      const params = { measure: row.id, cause, until };
      await recordAction(tx, { operatorId, action: 'users.suspended', aboutUser: userId, params });
      return { measure: toMeasure(row), followed };
    },

    /** By an operator, before the last day. */
    async liftSuspension(tx: Tx, { id, operatorId }: { id: number; operatorId: number }) {
      const row = await lockSuspension(tx, id);
      if (!row) throw new AppError('notFound');
      if (row.liftedAt !== null) throw new AppError('conflict');
      const { measure, restored, lost } = await end(tx, row, { operatorId });
      const params = { measure: id };
      const action = 'users.suspension_lifted';
      await recordAction(tx, { operatorId, action, aboutUser: row.userId, params });
      return { ...toMeasure(measure), restored, lost };
    },

    async ban(tx: Tx, vault: PhoneEncryption, { whom, ...given }: Given & { whom: Whom }) {
      const e164 = 'e164' in whom ? whom.e164 : await numberOf(tx, vault, whom.userId);
      const { ban: made, userId } = await ban(tx, vault, { ...given, e164 });
      const { cause } = made;
      const followed = userId === null ? nothing : await followAll(tx, { userId, cause, until: null });
      await recordAction(tx, {
        operatorId: given.operatorId,
        action: 'bans.made',
        aboutUser: userId,
        params: { ban: made.id, cause },
      });
      return { ...toBan(made, userId), followed };
    },

    async liftBan(tx: Tx, { banId, operatorId }: { banId: number; operatorId: number }) {
      // The account first, as for a ban.
      const [user] = await tx
        .select({ id: users.id })
        .from(users)
        .where(sql`${users.phoneHash} = (select phone_hash from bans where id = ${banId})`)
        .for('update');
      const lifted = await lift(tx, { banId, operatorId });
      const aboutUser = user?.id ?? null;
      await recordAction(tx, { operatorId, action: 'bans.lifted', aboutUser, params: { ban: banId } });
      if (!user) return { ...toBan(lifted, null), restored: nothing, lost: nothing };
      const sanction = { userId: user.id, cause: lifted.cause, until: null, since: lifted.bannedAt };
      const done = await restoreAll(tx, sanction);
      await notify(tx, { userId: user.id, kind: 'ban_lifted', params: {} });
      return { ...toBan(lifted, user.id), ...done };
    },

    /** Of suspensions whose last day has passed. */
    endJob: defineJob({
      ...endSuspension,
      async run({ measure }, { database }) {
        await transactionWithRetry(database, async (tx) => {
          const row = await lockSuspension(tx, measure);
          if (!row || row.liftedAt !== null || row.until === null || row.until >= today()) return;
          await end(tx, row, { operatorId: null });
        });
      },
    }) as Job,
  };
}

export async function listMeasures(db: Db | Tx, userId: number): Promise<{ list: Measure[] }> {
  await userById(db, userId);
  const rows = await db.select().from(measures).where(eq(measures.userId, userId)).orderBy(desc(measures.id));
  return { list: rows.map(toMeasure) };
}

/** A last day from today on, and not too far. */
export const isPossibleEnd = (until: Day) => until >= today() && until <= addDays(today(), mostSuspendedDays);

async function userById(db: Db | Tx, id: number) {
  const [user] = await db.select().from(users).where(eq(users.id, id));
  if (!user || user.deletedAt !== null) throw new AppError('notFound');
  return user;
}

/** As for a ban: who is about to be matched or to clock in is waited for, and the next one waits. */
async function lockUser(tx: Tx, id: number) {
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for('update');
  if (!user || user.deletedAt !== null) throw new AppError('notFound');
  return user;
}

async function lockSuspension(tx: Tx, id: number) {
  const [peek] = await tx.select().from(measures).where(eq(measures.id, id));
  if (peek?.kind !== 'suspension') return undefined;
  await tx.select({ id: users.id }).from(users).where(eq(users.id, peek.userId)).for('update');
  const [row] = await tx.select().from(measures).where(eq(measures.id, id));
  return row;
}

async function madeBefore(tx: Tx, { userId, key }: GivenMeasure): Promise<MeasureRow | undefined> {
  const [row] = await tx.select().from(measures).where(eq(measures.key, key));
  if (row && row.userId !== userId) throw new AppError('conflict');
  return row;
}

const pastSuspensionsOf = (tx: Tx, userId: number) =>
  tx
    .select()
    .from(measures)
    .where(
      and(
        eq(measures.userId, userId),
        eq(measures.kind, 'suspension'),
        isNull(measures.liftedAt),
        lt(measures.until, hongKongToday),
      ),
    );

async function insertMeasure(
  tx: Tx,
  { userId, cause, reason, operatorId, key, kind, until }: GivenMeasure & Pick<MeasureRow, 'kind' | 'until'>,
) {
  const [row] = await tx
    .insert(measures)
    .values({ userId, kind, cause, reason: coverContacts(reason), until, key, madeBy: operatorId })
    .returning();
  if (!row) throw new Error('a measure was not written');
  return row;
}

async function numberOf(tx: Tx, vault: PhoneEncryption, userId: number) {
  const [user] = await tx.select().from(users).where(eq(users.id, userId));
  const phone = user && openPhone(vault, user);
  if (!phone) throw new AppError('notFound');
  return phone.e164;
}

/** Runs a transaction of the desk; a deadlock with somebody who is just being matched is tried again. */
export const settleStanding = <T>(database: Database, work: (tx: Tx) => Promise<T>) =>
  transactionWithRetry(database, work, {
    one_suspension_at_a_time: 'alreadySuspended',
    bans_in_force: 'conflict',
  });
