/** Who may call, and when a call ends. Nothing is spoken, so neither a recogniser nor a voice is needed. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase, silentLog, type TestDatabase } from '#tests/database.ts';
import { addPerson } from '#tests/people.ts';
import { callVoice } from '#tests/voice/client.ts';
import { openVoiceService, type VoiceService } from '#tests/voice/service.ts';
import type { VoiceProcess } from '../process/voice-process.ts';
import { createEventReader } from './client-events.ts';

let testDatabase: TestDatabase;
let service: VoiceService;
let process: VoiceProcess;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  service = await openVoiceService(testDatabase.database, {
    environment: { VOICE_CAPACITY: '2', SPEECH_BUILT_IN: '0' },
    log: silentLog,
  });
  process = await service.startProcess();
});
afterAll(async () => {
  await service.close();
  await testDatabase.drop();
});

// The calls of the previous test have ended.
beforeEach(async () => {
  await vi.waitFor(() => expect(process.calls()).toBe(0), 30_000);
});

async function call(caller: { id: number }) {
  const client = await callVoice(async (sdp) => {
    const { sdp: answer, envelope } = await service.offer(caller, sdp);
    if (envelope) throw Object.assign(new Error(envelope.message), { code: envelope.code });
    return answer;
  });
  onTestFinished(() => client.close());
  return client;
}

const rows = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await testDatabase.database.pool.query<Row>(text, values)).rows;

const usedBy = async (userId: number) => {
  const { db } = testDatabase.database;
  const { total_count, remaining_count } = await service.quota.allowanceOf(db, userId, 'voice');
  return total_count - remaining_count;
};

test('a second call ends the first, a full process refuses calls, and a call without packets is ended', async () => {
  const { database } = testDatabase;
  const [one, other, third] = [
    await addPerson(database),
    await addPerson(database),
    await addPerson(database),
  ];
  const first = await call(one);
  await first.until('session.created');
  const second = await call(one);
  await second.until('session.created');
  await first.until('session.closed', { where: ({ reason }) => reason === 'ended' });
  await vi.waitFor(() => expect(process.calls()).toBe(1));

  const offeredAt = performance.now();
  const guest = await call(other);
  await guest.until('session.created');
  await expect(call(third)).rejects.toMatchObject({ code: 2702 });
  // The refused caller has no empty thread.
  expect(await rows('select 1 from chat_threads where user_id = $1', [third.id])).toEqual([]);

  const cutAt = performance.now();
  guest.cut();
  const { receivedAt } = await guest.until('session.closed', { where: ({ reason }) => reason === 'silent' });
  expect(receivedAt - cutAt).toBeGreaterThan(3_500);
  expect(receivedAt - cutAt).toBeLessThan(5_000);
  // The silence before the call was given up is not charged.
  const { rows: guests } = await vi.waitFor(async () => {
    const found = await database.pool.query<{ used_seconds: number }>(
      'select used_seconds from voice_calls where user_id = $1 and ended_at is not null',
      [other.id],
    );
    expect(found.rows).toHaveLength(1);
    return found;
  });
  expect(guests[0]?.used_seconds).toBeLessThanOrEqual(Math.ceil((cutAt - offeredAt) / 1000));
  await vi.waitFor(() => expect(process.calls()).toBe(1));
  // There is capacity again.
  await (await call(third)).until('session.created');
});

test('a call is warned and ended exactly when its seconds are used up', async () => {
  const { database } = testDatabase;
  const person = await addPerson(database);
  await database.transaction((tx) =>
    service.quota.reserve(tx, { userId: person.id, kind: 'voice', amount: 1797, key: 'spent' }),
  );
  const poor = await call(person);
  const { session } = await poor.until('session.created');
  expect(session.remaining_seconds).toBeLessThanOrEqual(3);
  await poor.until('quota', { where: ({ is_warning }) => is_warning });
  await poor.until('session.closed', { where: ({ reason }) => reason === 'quota' });
  await vi.waitFor(async () =>
    expect(
      await rows('select used_seconds from voice_calls where id = $1 and ended_at is not null', [
        session.call_id,
      ]),
    ).toEqual([{ used_seconds: 3 }]),
  );
  expect(await usedBy(person.id)).toBe(1800);
  await expect(call(person)).rejects.toMatchObject({ code: 2009 });
});

test('a call of a dead process is settled by what the process last reported', async () => {
  const { database } = testDatabase;
  const person = await addPerson(database);
  const dead = randomUUID();
  await rows(
    `insert into voice_processes (id, address, capacity, calls, speech, seen_at)
     values ($1, 'http://127.0.0.1:1', 5, 1, '{}', now() - interval '1 minute')`,
    [dead],
  );
  const reservation = await database.transaction((tx) =>
    service.quota.reserve(tx, {
      userId: person.id,
      kind: 'voice',
      amount: 60,
      key: 'slice',
      holdSeconds: 3600,
    }),
  );
  const id = randomUUID();
  await rows(
    `insert into voice_calls (id, user_id, process_id, mode, language, used_seconds, slice_seconds, reservation_id)
     values ($1, $2, $3, 'talk', 'en', 7, 60, $4)`,
    [id, person.id, dead, reservation],
  );
  await vi.waitFor(
    async () =>
      expect(await rows('select used_seconds, ended_reason from voice_calls where id = $1', [id])).toEqual([
        { used_seconds: 7, ended_reason: 'failed' },
      ]),
    30_000,
  );
  expect(await usedBy(person.id)).toBe(7);
});

test('an invalid client event is refused and the call goes on', async () => {
  const person = await addPerson(testDatabase.database);
  const client = await call(person);
  await client.until('session.created');
  client.sendText('{"type":"nothing"}');
  await client.until('error', { where: ({ error }) => error.code === 1001 });
  client.send({ type: 'session.end' });
  await client.until('session.closed', { where: ({ reason }) => reason === 'ended' });
});

test('client events are limited to twenty a second, and a flooding client is cut off', () => {
  let now = 0;
  const read = createEventReader(() => now);
  const cancel = JSON.stringify({ type: 'response.cancel' });
  for (let i = 0; i < 40; i += 1) expect(read(cancel)).toEqual({ event: { type: 'response.cancel' } });
  expect(read(cancel)).toEqual({ refused: 'tooMany' });
  now += 1_000;
  expect(read(`{"type":"conversation.item.create","text":"${'x'.repeat(9_000)}"}`)).toEqual({
    refused: 'badInput',
  });
  expect(read(cancel)).toEqual({ event: { type: 'response.cancel' } });
  for (let i = 0; i < 198; i += 1) read('[]');
  expect(read('[]')).toEqual({ flood: true });
});
