import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { notify } from '#server/domains/messages/notices.ts';
import { createTestDatabase } from '#tests/database.ts';
import { addPerson } from '#tests/people.ts';
import { openPushPeer } from '#tests/push-peer.ts';

const kills = 20;
const persons = 400;
const workerFile = fileURLToPath(new URL('../deliveries/worker-process.ts', import.meta.url));

test('20 kills while push messages are sent lose none, and repeat none under another key', async () => {
  const { url, database, drop } = await createTestDatabase();
  onTestFinished(drop);
  const peer = await openPushPeer();
  onTestFinished(peer.close);
  peer.slow(100);
  const query = async (text: string, values: unknown[] = []) =>
    (await database.pool.query(text, values)).rows;

  for (let at = 0; at < persons; at += 1) {
    const { id } = await addPerson(database);
    const { endpoint, keys } = peer.subscription();
    await query(
      `with person as (update users set is_remind = true where id = $1),
       session as (
         insert into sessions (user_id, face, ends_at, browser_hash)
         values ($1, 'product', now() + interval '1 day', '') returning id)
       insert into push_subscriptions (session_id, user_id, endpoint, p256dh, auth, locale)
       select id, $1, $2, $3, $4, 'zh-Hant' from session`,
      [id, endpoint, keys.p256dh, keys.auth],
    );
    await database.transaction(async (tx) => {
      for (const amount of [1, 2])
        await notify(tx, { userId: id, kind: 'quota_granted', params: { family: 'paper', amount } });
    });
  }

  const start = () => spawn(process.execPath, [workerFile, url], { stdio: 'inherit' });
  const stop = async (worker: ChildProcess) => {
    worker.kill('SIGKILL');
    await once(worker, 'exit');
  };

  let interrupted = 0;
  for (let round = 0; round < kills; round += 1) {
    const before = peer.deliveries.length;
    const worker = start();
    onTestFinished(() => void worker.kill('SIGKILL'));
    // Early in some rounds, later in others; always while messages are under way.
    await vi.waitFor(() => expect(peer.deliveries.length).toBeGreaterThan(before + round), {
      timeout: 60_000,
      interval: 5,
    });
    await stop(worker);
    const [left] = await query(
      `select count(*)::int as count from deliveries
       where channel = 'push' and state = 'pending' and sent_with is not null`,
    );
    if (left.count > 0) interrupted += 1;
  }

  const last = start();
  onTestFinished(() => void last.kill('SIGKILL'));
  const pending = () => query(`select id from deliveries where channel = 'push' and state = 'pending'`);
  await vi.waitFor(async () => expect(await pending()).toEqual([]), { timeout: 120_000, interval: 250 });
  await stop(last);

  expect(peer.problems).toEqual([]);
  expect(interrupted).toBeGreaterThan(kills / 2);
  const rows = await query(`select state, sent_with, user_id from deliveries where channel = 'push'`);
  expect(rows).toHaveLength(2 * persons);
  expect(rows.filter(({ state }) => state !== 'sent')).toEqual([]);
  // Both events of a person went together, and the push service saw exactly these keys.
  const keys = new Set(rows.map(({ sent_with }) => `push-${sent_with}`));
  expect(keys.size).toBe(persons);
  const seen = peer.deliveries.map(({ headers }) => String(headers.topic));
  expect(new Set(seen)).toEqual(keys);
  const [counted] = await query(`select sum(count)::int as sent from delivery_days where state = 'sent'`);
  expect(counted.sent).toBe(2 * persons);
}, 300_000);
