import { sql } from 'drizzle-orm';
import { liveSession, liveSessions } from '#server/domains/accounts/sessions.ts';
import { startReminding } from '#server/domains/accounts/users.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { Locale } from '#shared/locale.ts';
import type { PushForm } from '#shared/push.ts';

/** Per user; beyond it the oldest subscription is deleted. */
export const mostPerPerson = 10;

type Owner = { id: string; userId: number };
export type Subscription = PushForm & { id: number; userId: number; sessionId: string; locale: Locale };

export async function isSubscribed(db: Db | Tx, session: Owner) {
  const { rows } = await db.execute(
    sql`select from push_subscriptions where session_id = ${session.id} and user_id = ${session.userId}`,
  );
  return rows.length > 0;
}

/** Whether any browser of the user gets push messages. */
export async function hasBrowser(db: Db | Tx, userId: number) {
  const { rows } = await db.execute(sql`select from push_subscriptions where user_id = ${userId} limit 1`);
  return rows.length > 0;
}

export async function subscribe(tx: Tx, session: Owner, { endpoint, keys }: PushForm, locale: Locale) {
  // A page that is opened sends its subscription again, which changes nothing of what the person chose. The
  // account is locked before the session.
  if (!(await isSubscribed(tx, session))) await startReminding(tx, session.userId);
  // The lock makes concurrent calls wait, and a call during the end of the session finds it ended.
  await tx.execute(sql`select from sessions where id = ${session.id} for update`);
  if (!(await liveSession(tx, session.id))) throw new AppError('sessionInvalid');
  await tx.execute(
    sql`delete from push_subscriptions where session_id = ${session.id} and endpoint <> ${endpoint}`,
  );
  await tx.execute(sql`
    insert into push_subscriptions (session_id, user_id, endpoint, p256dh, auth, locale)
    values (${session.id}, ${session.userId}, ${endpoint}, ${keys.p256dh}, ${keys.auth}, ${locale})
    on conflict (endpoint) do update set session_id = excluded.session_id, user_id = excluded.user_id,
      p256dh = excluded.p256dh, auth = excluded.auth, locale = excluded.locale, subscribed_at = now()`);
  await tx.execute(sql`
    delete from push_subscriptions where id in (
      select id from push_subscriptions where user_id = ${session.userId}
      order by subscribed_at desc, id desc offset ${mostPerPerson})`);
}

export async function unsubscribe(tx: Tx, session: Owner) {
  await tx.execute(sql`delete from push_subscriptions where session_id = ${session.id}`);
}

type Browser = Subscription & { lastKey: string | null };
type BrowserRow = {
  id: string;
  user_id: string;
  session_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  locale: Locale;
  last_key: string | null;
};

/** The browsers of each person whose sessions are live; others are deleted. */
export async function browsersOf(db: Db, userIds: readonly number[]): Promise<Map<number, Browser[]>> {
  const { rows } = await db.execute<BrowserRow>(sql`
    select id, user_id, session_id, endpoint, p256dh, auth, locale, last_key from push_subscriptions
    where user_id = any(${sql.param([...userIds])}::bigint[]) order by id`);
  const live = await liveSessions(
    db,
    rows.map(({ session_id }) => session_id),
  );
  const ended = rows.filter(({ session_id }) => !live.has(session_id));
  if (ended.length > 0)
    await db.execute(sql`
      delete from push_subscriptions browsers using unnest(${sql.param(ended.map(({ id }) => id))}::bigint[],
        ${sql.param(ended.map(({ session_id }) => session_id))}::uuid[]) as ended (id, session_id)
      where browsers.id = ended.id and browsers.session_id = ended.session_id`);
  const browsers = rows
    .filter(({ session_id }) => live.has(session_id))
    .map(({ id, user_id, session_id, endpoint, p256dh, auth, locale, last_key }) => ({
      ...{ id: Number(id), userId: Number(user_id), sessionId: session_id, locale, endpoint },
      ...{ keys: { p256dh, auth }, lastKey: last_key },
    }));
  return Map.groupBy(browsers, ({ userId }) => userId);
}

/** These took a delivery that has to be tried again for others. */
export async function noteTaken(db: Db, ids: readonly number[], key: string) {
  await db.execute(
    sql`update push_subscriptions set last_key = ${key} where id = any(${sql.param([...ids])}::bigint[])`,
  );
}

/** The push service no longer knows the browser. A subscription renewed in the meantime stays. */
export async function dropSubscription(db: Db, { id, endpoint }: Pick<Subscription, 'id' | 'endpoint'>) {
  await db.execute(sql`delete from push_subscriptions where id = ${id} and endpoint = ${endpoint}`);
}
