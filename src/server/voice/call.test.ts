import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, silentLog, type TestDatabase } from '../../../tests/database.ts';
import { addPerson } from '../../../tests/people.ts';
import { callVoice, speechPackets } from '../../../tests/voice/client.ts';
import { openVoiceService, type VoiceService } from '../../../tests/voice/service.ts';
import { createEventReader } from './client-events.ts';
import type { VoiceProcess } from './voice-process.ts';

let testDatabase: TestDatabase;
let service: VoiceService;
let process: VoiceProcess;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  service = await openVoiceService(testDatabase.database, {
    environment: { VOICE_CAPACITY: '2' },
    log: silentLog,
  });
  process = await service.startProcess();
}, 150_000);
afterAll(async () => {
  await service.close();
  await testDatabase.drop();
});

// Nobody of the test before is on the line any more.
beforeEach(async () => {
  await expect.poll(() => process.calls(), { timeout: 30_000 }).toBe(0);
}, 40_000);

async function call(caller: { id: number }, query: Record<string, string> = {}) {
  const client = await callVoice(async (sdp) => {
    const { sdp: answer, envelope } = await service.offer(caller, sdp, query);
    if (envelope) throw Object.assign(new Error(envelope.message), { code: envelope.code });
    return answer;
  });
  onTestFinished(() => client.close());
  return client;
}

const rows = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await testDatabase.database.pool.query<Row>(text, values)).rows;

const usedBy = async (userId: number) => {
  const { total_count, remaining_count } = await service.quota.allowanceOf(
    testDatabase.database.db,
    userId,
    'voice',
  );
  return total_count - remaining_count;
};

test('hello is answered aloud, an interruption stops the voice, and the thread holds what was heard', async () => {
  const hello = await speechPackets('Hello there, how are you today?');
  const interruption = await speechPackets('Please stop now, I have another question.');
  const person = await addPerson(testDatabase.database);
  const client = await call(person, { end_silence_ms: '480' });
  const { session } = await client.until('session.created');
  expect(session).toMatchObject({
    mode: 'talk',
    language: 'en',
    is_recognised: true,
  });

  expect(session.remaining_seconds).toBeGreaterThan(1780);
  expect(session.remaining_seconds).toBeLessThanOrEqual(1800);

  let from = 0;
  // A machine that is too busy to send sound in time breaks words: as a person would, it is said again.
  for (let tries = 0, isHeard = false; !isHeard && tries < 4; tries += 1) {
    from = client.events.length;
    await client.say(hello);
    await client.until('input_audio_buffer.speech_stopped', { from });
    isHeard = await client
      .until('conversation.item.input_audio_transcription.completed', {
        from,
        within: 15_000,
        where: ({ transcript }) => /^hello/i.test(transcript),
      })
      .then(
        () => true,
        () => false,
      );
  }
  const { delta } = await client.until('response.output_audio_transcript.delta', {
    from,
    where: (event) => event.delta.startsWith('Hello!'),
  });
  expect(delta).toMatch(/^Hello!/);
  const done = await client.until('response.done', {
    from,
    where: ({ heard }) => heard.startsWith('Hello!'),
  });
  expect(done.status).toBe('completed');
  expect(done.heard).toContain('step by step');
  expect(Math.max(...client.heard.map((frame) => frame.rms))).toBeGreaterThan(0.02);
  const captions = client.events.flatMap((event) =>
    event.type === 'response.output_audio_transcript.delta' && event.response_id === done.response_id
      ? [event.delta]
      : [],
  );
  expect(captions.join('')).toBe(done.heard);

  from = client.events.length;
  client.send({ type: 'conversation.item.create', text: 'Solve x^2 - 5x + 6 = 0', client_key: randomUUID() });
  await client.until('response.output_audio_transcript.delta', { from });
  const saying = client.say(interruption);
  const speech = await client.until('input_audio_buffer.speech_started', { from });
  const cleared = await client.until('output_audio_buffer.cleared', { from });
  const cut = await client.until('response.done', { from, where: ({ status }) => status === 'cancelled' });
  // From the first word that is one: the voice goes down at once, and stops when words were recognised.
  expect(cleared.at_ms - speech.at_ms).toBeLessThan(3_000);
  const late = client.heard.filter((frame) => frame.at > cleared.receivedAt + 500 && frame.rms > 0.005);
  const next = client.events
    .slice(from)
    .find(
      ({ type, receivedAt }) => type === 'output_audio_buffer.started' && receivedAt > cleared.receivedAt,
    );
  expect(late.filter((frame) => frame.at < (next?.receivedAt ?? Number.POSITIVE_INFINITY))).toEqual([]);
  await saying;
  const created = client.events.slice(from).find((event) => event.type === 'response.created');
  const messageId = created?.type === 'response.created' ? created.message_id : 0;
  await expect
    .poll(async () => (await rows('select text, state from chat_messages where id = $1', [messageId]))[0])
    .toEqual({ text: cut.heard, state: 'stopped' });

  client.send({ type: 'session.end' });
  await client.until('session.closed', { where: ({ reason }) => reason === 'ended' });
  const endedRow = async () => {
    const [row] = await rows<{ used_seconds: number; thread_id: string }>(
      'select used_seconds, thread_id from voice_calls where id = $1 and ended_at is not null',
      [session.call_id],
    );
    return row;
  };
  // The page is told at once, the row follows.
  await expect.poll(async () => (await endedRow())?.thread_id).toBe(String(session.thread_id));
  const ended = await endedRow();
  expect(await usedBy(person.id)).toBe(ended?.used_seconds);
  expect(
    await rows('select 1 from quota_reservations where state = $1 and kind = $2', ['held', 'voice']),
  ).toEqual([]);
}, 150_000);

test('a second call ends the first; a full process says so; seconds that run out end a call exactly', async () => {
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
  await expect.poll(() => process.calls()).toBe(1);

  await database.transaction((tx) =>
    service.quota.reserve(tx, { userId: other.id, kind: 'voice', amount: 1796, key: 'spent' }),
  );
  const poor = await call(other);
  const { session } = await poor.until('session.created');
  expect(session.remaining_seconds).toBeLessThanOrEqual(4);
  await expect(call(third)).rejects.toMatchObject({ code: 2702 });
  await poor.until('quota', { where: ({ is_warning }) => is_warning });
  await poor.until('session.closed', { where: ({ reason }) => reason === 'quota' });
  await expect
    .poll(() =>
      rows('select used_seconds from voice_calls where id = $1 and ended_at is not null', [session.call_id]),
    )
    .toEqual([{ used_seconds: 4 }]);
  expect(await usedBy(other.id)).toBe(1800);
  await expect(call(other)).rejects.toMatchObject({ code: 2009 });

  second.cut();
  const silent = await second.until('session.closed', { where: ({ reason }) => reason === 'silent' });
  expect(silent.reason).toBe('silent');
}, 150_000);

test('what a process that died had is settled by what it last reported, and its place is free', async () => {
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
  await expect
    .poll(() => rows('select used_seconds, ended_reason from voice_calls where id = $1', [id]), {
      timeout: 30_000,
    })
    .toEqual([{ used_seconds: 7, ended_reason: 'failed' }]);
  expect(await usedBy(person.id)).toBe(7);
}, 60_000);

test('what is no event is refused, and the call goes on', async () => {
  const person = await addPerson(testDatabase.database);
  const client = await call(person);
  await client.until('session.created');
  client.sendText('{"type":"nothing"}');
  await client.until('error', { where: ({ error }) => error.code === 1001 });
  client.send({ type: 'session.end' });
  await client.until('session.closed', { where: ({ reason }) => reason === 'ended' });
}, 150_000);

test('a page may tell twenty things a second; one that floods is cut off', () => {
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
