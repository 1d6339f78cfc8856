import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase, silentLog, type TestDatabase } from '#tests/database.ts';
import { addPerson } from '#tests/people.ts';
import { callVoice, speechPackets, type VoiceClient } from '#tests/voice/client.ts';
import { openVoiceService, type VoiceService } from '#tests/voice/service.ts';
import { answerTo, untilUnderstood } from '#tests/voice/understood.ts';

let testDatabase: TestDatabase;
let service: VoiceService;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  service = await openVoiceService(testDatabase.database, { log: silentLog });
  await service.startProcess();
}, 150_000);
afterAll(async () => {
  await service.close();
  await testDatabase.drop();
});

const rows = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await testDatabase.database.pool.query<Row>(text, values)).rows;

/** Asks in writing and waits until the spoken answer begins; undefined if the answer ended before. */
async function voiceUnderWay(client: VoiceClient, text: string) {
  const from = client.events.length;
  client.send({ type: 'conversation.item.create', text, client_key: randomUUID() });
  const { response_id, message_id } = await client.until('response.created', { from });
  const isOfResponse = (event: { response_id: string }) => event.response_id === response_id;
  const done = client.until('response.done', { from, where: isOfResponse });
  const started = client.until('output_audio_buffer.started', { from, where: isOfResponse });
  const isStarted = await Promise.race([started.then(() => true), done.then(() => false)]);
  return isStarted ? { from, messageId: message_id, isOfResponse, done } : undefined;
}

/**
 * One attempt to interrupt a long answer; undefined if the answer was not cancelled, or only after the
 * interruption had ended.
 */
async function interrupted(client: VoiceClient, packets: readonly Uint8Array[]) {
  const answer = await voiceUnderWay(client, 'Solve x^2 - 5x + 6 = 0');
  if (!answer) return undefined;
  const { from, messageId, isOfResponse } = answer;
  const saying = client.say(packets);
  const done = await answer.done;
  await saying;
  if (done.status !== 'cancelled') return undefined;
  const stopped = await client.until('input_audio_buffer.speech_stopped', { from });
  const cleared = client.eventOf('output_audio_buffer.cleared', { from, where: isOfResponse });
  // The voice has to stop while the interruption is being spoken, not after its end.
  const isInTime = cleared !== undefined && client.events.indexOf(cleared) < client.events.indexOf(stopped);
  return isInTime ? { messageId, cleared, done } : undefined;
}

test('a voice call answers a greeting aloud, stops when interrupted, stores the text played so far and charges the used seconds', async () => {
  const [hello, interruption, backchannel] = await Promise.all([
    speechPackets('Hello there, how are you today?'),
    speechPackets('Please stop now, I have another question.'),
    speechPackets('Uh huh.'),
  ]);
  const person = await addPerson(testDatabase.database);
  const client = await callVoice(
    async (sdp) => (await service.offer(person, sdp, { end_silence_ms: '480' })).sdp,
  );
  onTestFinished(() => client.close());
  const { session } = await client.until('session.created');
  expect(session).toMatchObject({ mode: 'talk', language: 'en', is_recognised: true });
  expect(session.remaining_seconds).toBeGreaterThan(1780);
  expect(session.remaining_seconds).toBeLessThanOrEqual(1800);

  const greeted = await untilUnderstood(async () => {
    const done = await answerTo(client, hello);
    return done?.status === 'completed' && done.heard.startsWith('Hello!') ? done : undefined;
  });
  expect(greeted.heard).toContain('What would you like to ask?');
  expect(Math.max(...client.heard.map((frame) => frame.rms))).toBeGreaterThan(0.02);
  const captions = client.events.flatMap((event) =>
    event.type === 'response.output_audio_transcript.delta' && event.response_id === greeted.response_id
      ? [event.delta]
      : [],
  );
  expect(captions.join('')).toBe(greeted.heard);

  // A short "uh huh" is detected as speech, but the answer is spoken to its end.
  await untilUnderstood(async () => {
    const answer = await voiceUnderWay(client, 'Thank you');
    if (!answer) return undefined;
    await client.say(backchannel);
    const { status, heard } = await answer.done;
    const isHeard = client.eventOf('input_audio_buffer.speech_started', { from: answer.from }) !== undefined;
    return (isHeard && status === 'completed' && heard.endsWith('just say it.')) || undefined;
  });

  const { messageId, cleared, done } = await untilUnderstood(() => interrupted(client, interruption));
  // From half a second after the interruption until the next answer begins, no audio is received.
  const next = await client.until('response.created', { from: client.events.indexOf(cleared) });
  const late = client.heard.filter(({ at, rms }) => at > cleared.receivedAt + 500 && rms > 0.005);
  expect(late.filter(({ at }) => at < next.receivedAt)).toEqual([]);
  await vi.waitFor(async () =>
    expect(await rows('select text, state from chat_messages where id = $1', [messageId])).toEqual([
      { text: done.heard, state: 'stopped' },
    ]),
  );

  client.send({ type: 'session.end' });
  await client.until('session.closed', { where: ({ reason }) => reason === 'ended' });
  // The session.closed event is sent before the row is written.
  const ended = await vi.waitFor(async () => {
    const [row] = await rows<{ used_seconds: number; thread_id: string }>(
      'select used_seconds, thread_id from voice_calls where id = $1 and ended_at is not null',
      [session.call_id],
    );
    expect(row?.thread_id).toBe(String(session.thread_id));
    return row;
  });
  const { total_count, remaining_count } = await service.quota.allowanceOf(
    testDatabase.database.db,
    person.id,
    'voice',
  );
  expect(total_count - remaining_count).toBe(ended?.used_seconds);
  expect(
    await rows('select 1 from quota_reservations where state = $1 and kind = $2', ['held', 'voice']),
  ).toEqual([]);
}, 240_000);
