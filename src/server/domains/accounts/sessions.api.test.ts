import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Tx } from '#server/ground/db/db.ts';
import { sha256 } from '#server/ground/http/signing.ts';
import { createTestDatabase, type TestDatabase } from '#tests/database.ts';
import { whileLocked } from '#tests/while-locked.ts';
import {
  endedByBan,
  endSession,
  endSessionsOf,
  listSessions,
  liveSession,
  openSession,
  renewSession,
  sessionByRenewal,
} from './sessions.ts';
import { users } from './tables.ts';

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());

const chrome = 'Mozilla/5.0 (Windows NT 10.0) Chrome/150 Safari/537.36';
const updated = chrome.replace('150', '151');
const thief = 'curl/8';
const database = () => testDatabase.database;

let userId: number;
beforeEach(async () => {
  const [user] = await database().db.insert(users).values({ name: '樣本' }).returning();
  userId = user?.id ?? 0;
});

const open = (face: 'product' | 'ai' = 'product', openedBy?: string) =>
  database().transaction((tx) =>
    openSession(tx, { userId, face, userAgent: chrome, ...(openedBy && { openedBy }) }),
  );
const renew = (renewal: string, userAgent = chrome) =>
  renewSession(database(), renewal, { face: 'product', userAgent });
const alive = async (id: string) => (await liveSession(database().db, id)) !== undefined;
/** Moves the session’s timestamps into the past instead of waiting. */
const age = (column: 'used_at' | 'created_at', seconds: number) =>
  database().db.execute(
    sql`update session_tokens set ${sql.raw(column)} = ${sql.raw(column)} - ${seconds} * interval '1 second'`,
  );
const refused = { code: 'sessionInvalid' };

describe('renewal', () => {
  test('exchanges the token for the next one, repeatedly', async () => {
    let { id, renewal } = await open();
    for (let turn = 0; turn < 3; turn++) {
      const next = await renew(renewal);
      expect(next.renewal).not.toBe(renewal);
      expect(next.session).toMatchObject({ id, userId, face: 'product' });
      renewal = next.renewal;
      await age('used_at', 60);
    }
    expect(await alive(id)).toBe(true);
  });

  test('a renewal token used again later ends the session, for the thief and for the owner', async () => {
    const { id, renewal } = await open();
    const next = await renew(renewal);
    await age('used_at', 11);
    await expect(renew(renewal)).rejects.toMatchObject(refused);
    expect(await alive(id)).toBe(false);
    await expect(renew(next.renewal)).rejects.toMatchObject(refused);
  });

  test('a browser that was updated since the log-in may repeat its renewal within ten seconds', async () => {
    const { id, renewal } = await open();
    const [first, second] = [await renew(renewal, updated), await renew(renewal, updated)];
    await age('used_at', 60);
    await renew(second.renewal, updated);
    expect(await alive(id)).toBe(true);
    expect(first.renewal).not.toBe(second.renewal);
  });

  test('the browser of the log-in cannot repeat a renewal of another browser', async () => {
    const { id, renewal } = await open();
    await renew(renewal, updated);
    await expect(renew(renewal)).rejects.toMatchObject(refused);
    expect(await alive(id)).toBe(false);
  });

  test('a renewal token used at once from another browser counts as theft and ends the session', async () => {
    const { id, renewal } = await open();
    await renew(renewal);
    await expect(renew(renewal, thief)).rejects.toMatchObject(refused);
    expect(await alive(id)).toBe(false);
  });

  test('a renewal token used by two browsers at the same time counts as theft and ends the session', async () => {
    const { id, renewal } = await open();
    const lock = (tx: Tx) => tx.execute(sql`select from sessions where id = ${id} for update`);
    const outcome = (work: Promise<unknown>) =>
      work.then(
        () => 'renewed',
        (error) => error.code,
      );
    const outcomes = await whileLocked(database(), lock, [
      () => outcome(renew(renewal)),
      () => outcome(renew(renewal, thief)),
    ]);
    expect(outcomes).toEqual(['renewed', 'sessionInvalid']);
    expect(await alive(id)).toBe(false);
  });

  test('twenty tabs that renew with one cookie at the same time all stay logged in, with one token to go on with', async () => {
    const { id, renewal } = await open();
    const answers = await Promise.all(Array.from({ length: 20 }, () => renew(renewal)));
    const { rows } = await database().db.execute<{ hash: Buffer }>(
      sql`select hash from session_tokens where session_id = ${id} and used_at is null`,
    );
    expect(rows).toHaveLength(1);
    await age('used_at', 60);
    // The browser stores the cookie of the last answer.
    const last = answers.find((answer) => rows[0]?.hash.equals(sha256(answer.renewal)));
    await renew(last?.renewal ?? '');
    expect(await alive(id)).toBe(true);
  });

  test('a copy of the token taken within the ten-second grace period ends the session when it is used later', async () => {
    const { id, renewal } = await open();
    const [copy, owner] = [await renew(renewal), await renew(renewal)];
    await renew(owner.renewal);
    await age('used_at', 11);
    await expect(renew(copy.renewal)).rejects.toMatchObject(refused);
    expect(await alive(id)).toBe(false);
  });

  test('a copied token cannot begin a second line of tokens beside the first, however quick', async () => {
    const { id, renewal } = await open();
    const owner = await renew(renewal);
    const copy = await renew(renewal);
    await renew(copy.renewal);
    // Its owner goes on with the token of the first answer, which the copy has superseded.
    await expect(renew(owner.renewal)).rejects.toMatchObject(refused);
    expect(await alive(id)).toBe(false);
  });

  test('a renewal is not repeated once the browser has gone on with the next token', async () => {
    const { id, renewal } = await open();
    const next = await renew(renewal);
    await renew(next.renewal);
    await expect(renew(renewal)).rejects.toMatchObject(refused);
    expect(await alive(id)).toBe(false);
  });

  test('a made-up token, a token of the other app and a token of an ended session are refused', async () => {
    const { id, renewal } = await open();
    await expect(renew(`${id}.made-up`)).rejects.toMatchObject(refused);
    await expect(renew('')).rejects.toMatchObject(refused);
    await expect(renewSession(database(), renewal, { face: 'ai', userAgent: chrome })).rejects.toMatchObject(
      refused,
    );
    expect(await alive(id)).toBe(true);
    await database().transaction((tx) => endSession(tx, id, 'logout'));
    await expect(renew(renewal)).rejects.toMatchObject(refused);
  });

  test('the database stores neither token in plain text', async () => {
    const { renewal } = await open();
    const { rows } = await database().db.execute(
      sql`select encode(hash, 'escape') as text from session_tokens`,
    );
    expect(JSON.stringify(rows)).not.toContain(renewal.split('.')[1]);
  });
});

describe('the lifetime of a session', () => {
  const shift = (assignment: string, id: string) =>
    database().db.execute(sql`update sessions set ${sql.raw(assignment)} where id = ${id}`);

  test('ends after two weeks without use, and after 90 days in any case', async () => {
    const { id, renewal } = await open();
    await shift(`last_used_at = now() - interval '13 days'`, id);
    expect(await alive(id)).toBe(true);
    await shift(`last_used_at = now() - interval '15 days'`, id);
    expect(await alive(id)).toBe(false);
    await expect(renew(renewal)).rejects.toMatchObject(refused);
    await shift(`last_used_at = now(), ends_at = now() - interval '1 second'`, id);
    expect(await alive(id)).toBe(false);
  });

  test('is 90 days from the login, and each renewal counts as use', async () => {
    const { id, renewal } = await open();
    const { rows } = await database().db.execute(
      sql`select extract(day from ends_at - created_at)::int as days from sessions where id = ${id}`,
    );
    expect(rows).toEqual([{ days: 90 }]);
    await shift(`last_used_at = now() - interval '13 days', ends_at = now() + interval '1 day'`, id);
    await renew(renewal);
    const { rows: used } = await database().db.execute(sql`
      select last_used_at > now() - interval '1 minute' as now, ends_at < now() + interval '2 days' as unmoved
      from sessions where id = ${id}`);
    expect(used).toEqual([{ now: true, unmoved: true }]);
  });

  test('only live sessions are listed', async () => {
    const [idle, old, live] = [await open(), await open(), await open()];
    await shift(`last_used_at = now() - interval '15 days'`, idle.id);
    await shift(`ends_at = now() - interval '1 second'`, old.id);
    expect((await listSessions(database().db, userId)).map(({ id }) => id)).toEqual([live.id]);
  });

  test('an ended session keeps its first reason', async () => {
    const { id } = await open();
    await database().transaction((tx) => endSession(tx, id, 'banned'));
    await database().transaction((tx) => endSession(tx, id, 'logout'));
    await database().transaction((tx) => endSessionsOf(tx, userId, 'everywhere'));
    expect(await endedByBan(database().db, id)).toBe(true);
  });

  test('renewal tokens that can no longer be used are deleted', async () => {
    const { id, renewal } = await open();
    const next = await renew(renewal);
    await age('used_at', 15 * 24 * 3600);
    await renew(next.renewal);
    const { rows } = await database().db.execute(sql`select from session_tokens where session_id = ${id}`);
    expect(rows).toHaveLength(2);
  });

  test('an AI session that a product login opened ends with that login; a separately opened AI session does not', async () => {
    const product = await open();
    const [opened, own] = [await open('ai', product.id), await open('ai')];
    await database().transaction((tx) => endSession(tx, product.id, 'logout'));
    expect(await alive(opened.id)).toBe(false);
    expect(await alive(own.id)).toBe(true);
    const { rows } = await database().db.execute(sql`select ended_why from sessions where id = ${opened.id}`);
    expect(rows).toEqual([{ ended_why: 'logout' }]);
    // Even where only the login’s own row was marked as ended.
    await shift('ended_at = null, ended_why = null', opened.id);
    expect(await alive(opened.id)).toBe(false);
  });

  test('a ban or a deletion of the user invalidates the session even if its row was not ended', async () => {
    const { id } = await open();
    await database().db.execute(sql`
      update users set phone_hash = '\\x01', phone_cipher = '\\x02', phone_key = 'k1' where id = ${userId}`);
    await database().db.execute(sql`
      insert into bans (phone_hash, phone_key, reason) values ('\\x01', 'k1', 'sample')`);
    expect(await alive(id)).toBe(false);
    await database().db.execute(sql`update bans set lifted_at = now()`);
    expect(await alive(id)).toBe(true);
    await database().db.execute(sql`
      update users set name = '', phone_hash = null, phone_cipher = null, phone_key = null, deleted_at = now()
      where id = ${userId}`);
    expect(await alive(id)).toBe(false);
  });

  test('logging out everywhere ends all sessions of one user and none of other users', async () => {
    const [one, two] = [await open(), await open('ai')];
    const [other] = await database().db.insert(users).values({}).returning();
    const kept = await database().transaction((tx) =>
      openSession(tx, { userId: other?.id ?? 0, face: 'product', userAgent: chrome }),
    );
    await database().transaction((tx) => endSessionsOf(tx, userId, 'everywhere'));
    expect([await alive(one.id), await alive(two.id), await alive(kept.id)]).toEqual([false, false, true]);
    expect(await listSessions(database().db, userId)).toEqual([]);
  });
});

describe('sessions for rendering pages', () => {
  test('the cookie is read without being exchanged, and an outdated copy of it identifies nobody', async () => {
    const { id, renewal } = await open();
    const read = () => sessionByRenewal(database().db, renewal);
    expect(await read()).toMatchObject({ id });
    expect(await read()).toMatchObject({ id });
    const next = await renew(renewal);
    expect(await read()).toMatchObject({ id });
    await age('used_at', 11);
    expect(await read()).toBeUndefined();
    expect(await sessionByRenewal(database().db, next.renewal)).toMatchObject({ id });
  });
});
