import { and, desc, eq, isNull, or, sql } from 'drizzle-orm';
import { hongKongToday } from '#server/ground/db/columns.ts';
import type { Database, Db, Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { type AppSide, sessionIdOf } from '#server/ground/http/session-cookies.ts';
import { randomText, sha256 } from '#server/ground/http/signing.ts';
import type { Session } from '#server/ground/http/visitor.ts';
import { browserName } from '#shared/user-agent.ts';
import { isSuspendedNow } from './standing.ts';
import { qrLogins, sessions, sessionTokens } from './tables.ts';

/** A session ends after two weeks without use, and after 90 days in any case. */
const idleDays = 14;
export const absoluteDays = 90;
/**
 * Grace period: two tabs that renew at the same time, or a renewal whose answer was lost, are not theft. The
 * browser must be the one that made the renewal (that of the login may have been updated since), and must not
 * have gone on with what it got.
 */
const repeatSeconds = 10;

export type EndReason =
  | 'logout'
  | 'everywhere'
  | 'ended by owner'
  | 'ended by operator'
  | 'replaced'
  | 'banned'
  | 'deleted'
  | 'number changed'
  | 'reuse';

export type NewSession = {
  userId: number;
  face: AppSide;
  userAgent: string;
  openedBy?: string;
  secondFactorShown?: boolean;
};

const idle = sql.raw(`interval '${idleDays} days'`);

/** Opens a session; only the browser knows its renewal token, the database stores a hash. */
export async function openSession(tx: Tx, given: NewSession) {
  const [row] = await tx
    .insert(sessions)
    .values({
      userId: given.userId,
      face: given.face,
      openedBy: given.openedBy,
      endsAt: sql`now() + ${sql.raw(`interval '${absoluteDays} days'`)}`,
      browser: browserName(given.userAgent),
      secondFactorAt: given.secondFactorShown ? sql`now()` : null,
    })
    .returning({ id: sessions.id });
  if (!row) throw new Error('a session was not written');
  await noteVisit(tx, given.userId);
  return { id: row.id, renewal: await issueRenewal(tx, row.id, null) };
}

/** Stores only the day, and writes only on the first visit of a day. */
async function noteVisit(db: Db | Tx, userId: number) {
  await db.execute(sql`
    update users set active_on = ${hongKongToday}
    where id = ${userId} and deleted_at is null and (active_on is null or active_on < ${hongKongToday})`);
}

async function issueRenewal(tx: Tx, sessionId: string, parent: Buffer | null) {
  const renewal = `${sessionId}.${randomText(32)}`;
  await tx.insert(sessionTokens).values({ hash: sha256(renewal), sessionId, parent });
  return renewal;
}

/** SQL: a session `s` of the user `u`, opened from the session `p`, is not ended, and its owner neither deleted nor banned. */
const isLive = sql`s.ended_at is null and s.ends_at > now() and s.last_used_at > now() - ${idle}
  and p.ended_at is null and u.deleted_at is null
  and not exists (select from bans b where b.phone_hash = u.phone_hash and b.lifted_at is null)`;

/** Which of these sessions are live. */
export async function liveSessions(db: Db | Tx, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select s.id from sessions s join users u on u.id = s.user_id left join sessions p on p.id = s.opened_by
    where s.id = any(${sql.param([...ids])}::uuid[]) and ${isLive}`);
  return new Set(rows.map(({ id }) => id));
}

/** The session if it is live: not ended, not expired, its owner neither deleted nor banned. */
export async function liveSession(db: Db | Tx, id: string): Promise<Session | undefined> {
  const { rows } = await db.execute<{
    user_id: string;
    face: AppSide;
    created_at: string;
    opened_by: string | null;
    last_identity: 0 | 1 | 2;
    is_operator: boolean;
    is_suspended: boolean;
    second_factor_at: string | null;
  }>(sql`
    select s.user_id, s.face, s.created_at, s.opened_by, u.last_identity, o.user_id is not null as is_operator,
      ${isSuspendedNow(sql`u.id`)} as is_suspended, s.second_factor_at
    from sessions s
    join users u on u.id = s.user_id
    left join operators o on o.user_id = u.id
    left join sessions p on p.id = s.opened_by
    where s.id = ${id} and ${isLive}`);
  const row = rows[0];
  return (
    row && {
      id,
      userId: Number(row.user_id),
      face: row.face,
      openedAt: new Date(row.created_at),
      openedByProduct: row.opened_by !== null,
      identity: row.last_identity,
      operator: row.is_operator,
      isSuspended: row.is_suspended,
      secondFactorAt: row.second_factor_at === null ? null : new Date(row.second_factor_at),
    }
  );
}

/** For rendering pages: the session of a renewal token, without exchanging the token. */
export async function sessionByRenewal(db: Db | Tx, renewal: string): Promise<Session | undefined> {
  const { rows } = await db.execute(sql`
    select from session_tokens
    where hash = ${sha256(renewal)}
      and (used_at is null or used_at > now() - ${sql.raw(`interval '${repeatSeconds} seconds'`)})`);
  return rows.length > 0 ? liveSession(db, sessionIdOf(renewal)) : undefined;
}

/**
 * Exchanges a renewal token for the next one, the only one that counts from then on. A token that was exchanged
 * or superseded before must have been copied: the session ends for both holders.
 */
export async function renewSession(
  database: Database,
  renewal: string,
  { face, userAgent }: { face: AppSide; userAgent: string },
): Promise<{ session: Session; renewal: string }> {
  const renewed = await database.transaction(async (tx) => {
    const hash = sha256(renewal);
    const browser = sha256(userAgent);
    // A separate statement, because rows read together with a lock may be older than the change the lock
    // waited for.
    await tx.execute(sql`
      select from sessions where id = (select session_id from session_tokens where hash = ${hash}) for update`);
    const { rows } = await tx.execute<{ used: boolean; repeated: boolean }>(sql`
      select t.used_at is not null as used,
        t.used_at > now() - ${sql.raw(`interval '${repeatSeconds} seconds'`)}
          and t.used_browser_hash = ${browser}
          and not exists (
            select from session_tokens n
            where n.session_id = t.session_id and n.parent = t.hash and n.used_browser_hash is not null
          ) as repeated
      from session_tokens t join sessions s on s.id = t.session_id
      where t.hash = ${hash} and s.face = ${face}`);
    const [token] = rows;
    const session = token && (await liveSession(tx, sessionIdOf(renewal)));
    if (!session) return undefined;
    if (token.used && !token.repeated) {
      await endSession(tx, session.id, 'reuse');
      return undefined;
    }
    // Every other token is superseded, without a browser: a session has one token to go on with, and whoever
    // shows another one has a copy.
    await tx.execute(sql`
      update session_tokens
      set used_at = now(), used_browser_hash = case when hash = ${hash} then ${browser}::bytea end
      where used_at is null and session_id = ${session.id}`);
    await tx.execute(sql`
      delete from session_tokens where session_id = ${session.id} and used_at < now() - ${idle}`);
    await tx.update(sessions).set({ lastUsedAt: sql`now()` }).where(eq(sessions.id, session.id));
    return { session, renewal: await issueRenewal(tx, session.id, hash) };
  });
  if (!renewed) throw new AppError('sessionInvalid');
  // Outside the transaction, which locks the session: deleting an account locks the user first and the
  // sessions after.
  await noteVisit(database.db, renewed.session.userId);
  return renewed;
}

/** Ends a session and the AI session it opened. */
export async function endSession(tx: Tx, id: string, why: EndReason) {
  await tx
    .update(sessions)
    .set({ endedAt: sql`now()`, endedWhy: why })
    .where(and(or(eq(sessions.id, id), eq(sessions.openedBy, id)), isNull(sessions.endedAt)));
}

export async function endSessionsOf(tx: Tx, userId: number, why: EndReason) {
  await forgetQrLogins(tx, userId);
  await tx
    .update(sessions)
    .set({ endedAt: sql`now()`, endedWhy: why })
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt)));
}

/** A log-in that was confirmed and not taken yet would open a session after all others have ended. */
export const forgetQrLogins = (tx: Tx, userId: number) =>
  tx.delete(qrLogins).where(and(eq(qrLogins.confirmedBy, userId), isNull(qrLogins.usedAt)));

/** The sessions shown to their owner: an AI session opened by a product login is part of that login. */
export async function listSessions(db: Db, userId: number) {
  return db
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.endedAt),
        isNull(sessions.openedBy),
        sql`${sessions.endsAt} > now() and ${sessions.lastUsedAt} > now() - ${idle}`,
      ),
    )
    .orderBy(desc(sessions.lastUsedAt));
}

export async function ownsSession(tx: Tx, userId: number, id: string) {
  const [row] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId), isNull(sessions.endedAt)));
  return row !== undefined;
}

export async function endedByBan(db: Db, id: string) {
  const [row] = await db.select({ why: sessions.endedWhy }).from(sessions).where(eq(sessions.id, id));
  return row?.why === 'banned';
}
