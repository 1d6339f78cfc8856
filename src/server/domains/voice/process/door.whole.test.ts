import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { callAs, type Person } from '#tests/callers.ts';
import { createTestDatabase, silentLog, type TestDatabase } from '#tests/database.ts';
import { addPerson } from '#tests/people.ts';
import { brokenOffers } from '#tests/voice/broken-offers.ts';
import { goodOffer } from '#tests/voice/good-offer.ts';
import { openVoiceService } from '#tests/voice/service.ts';

let testDatabase: TestDatabase;
let good: string;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  good = await goodOffer();
}, 60_000);
afterAll(() => testDatabase.drop());

async function service(environment: Record<string, string> = {}) {
  const made = await openVoiceService(testDatabase.database, { environment, log: silentLog });
  onTestFinished(() => made.close());
  return made;
}
const callsOf = async (id: number) =>
  (
    await testDatabase.database.pool.query(
      'select used_seconds, ended_reason from voice_calls where user_id = $1 order by begun_at',
      [id],
    )
  ).rows;

test('without a voice process the list says so and an offer is refused; no quota is reserved and no thread created', async () => {
  const { offer, app, quota } = await service();
  const person = await addPerson(testDatabase.database);
  const list = await callAs(app, { id: person.id, face: 'ai' }, 'GET /api_ai_jp/realtime/voice_list');
  expect(list.data).toEqual({
    list: [],
    is_upstream: false,
    missing: ['server', 'relay'],
    voice_limit: 1800,
    used_voice: 0,
  });
  const refused = await offer({ id: person.id, locale: 'zh-Hant' }, good);
  expect(refused).toMatchObject({
    status: 503,
    envelope: { code: 2703, message: '語音導師暫時未能接通，請稍後再試' },
  });
  const { remaining_count } = await quota.allowanceOf(testDatabase.database.db, person.id, 'voice');
  expect(remaining_count).toBe(1800);
  const { rows } = await testDatabase.database.pool.query('select 1 from chat_threads where user_id = $1', [
    person.id,
  ]);
  expect(rows).toEqual([]);
  for (const { body, type = 'text/plain', what } of brokenOffers(good, 19)) {
    const { status, envelope } = await offer({ id: person.id }, body, {}, type);
    expect(status, what).toBeGreaterThanOrEqual(400);
    expect(status, what).toBeLessThan(500);
    expect(envelope?.code, what).toBeGreaterThan(0);
  }
  const anonymous = await app.inject({
    headers: { 'content-type': 'text/plain' },
    method: 'POST',
    url: '/api_ai_jp/realtime/answer_sdp',
    payload: good,
  });
  expect(anonymous.json().code).toBe(3002);
}, 60_000);

test('with an upstream endpoint the offer is forwarded, and seconds are counted until its socket closes', async () => {
  const endpoint = await openTestEndpoint();
  const { offer, app, quota } = await service({
    REALTIME_URL: `${endpoint.url}/v1/realtime/calls`,
    REALTIME_API_KEY: 'key',
  });
  const person = await addPerson(testDatabase.database);
  const answered = await offer({ id: person.id }, good, {
    language: 'yue',
    voice: 'cedar@yue',
    end_silence_ms: '900',
  });
  expect(answered).toMatchObject({ status: 200, sdp: 'v=0\r\nanswer\r\n' });
  const [forwarded] = endpoint.requests;
  expect(forwarded?.authorization).toBe('Bearer key');
  expect(forwarded?.body).toContain('a=ice-ufrag');
  expect(forwarded?.body).toContain('"model":"gpt-realtime"');
  expect(forwarded?.body).toContain('"silence_duration_ms":900');
  expect(forwarded?.body).toContain('"voice":"cedar"');
  const { used_voice } = (
    await callAs(app, { id: person.id, face: 'ai' }, 'GET /api_ai_jp/realtime/voice_list')
  ).data;
  expect(used_voice).toBe(60);
  const socket = await endpoint.socket;
  // The transcript of speech arrives after the answer has begun; invalid events are ignored.
  for (const event of [
    { type: 'input_audio_buffer.committed', item_id: 'item_1' },
    { type: 'response.output_item.added', item: { id: 'item_2', type: 'message', role: 'assistant' } },
    { type: 'response.output_audio_transcript.done', item_id: 'item_2', transcript: '你好！' },
    { type: 'response.done', response: { status: 'completed', output: [{ id: 'item_2' }] } },
    { type: 'conversation.item.input_audio_transcription.completed', item_id: 'item_1', transcript: '哈囉' },
    { type: 'constructor' },
    { type: 'response.output_audio_transcript.done', item_id: 'item_3', transcript: '再' },
  ])
    socket.write(frameOf(JSON.stringify(event)));
  socket.write(frameOf('nonsense'));
  const messages = async () =>
    (
      await testDatabase.database.pool.query(
        `select title, role, text, state, is_spoken, (leaf_id = messages.id) as is_last
         from chat_messages messages join chat_threads threads on threads.id = thread_id
         where user_id = $1 order by messages.id`,
        [person.id],
      )
    ).rows;
  const spoken = { title: '哈囉', state: 'done', is_spoken: true };
  const said = [
    { ...spoken, role: 'user', text: '哈囉', is_last: false },
    { ...spoken, role: 'assistant', text: '你好！', is_last: true },
  ];
  await vi.waitFor(async () => expect(await messages()).toEqual(said));
  socket.end();
  await vi.waitFor(async () => expect(await callsOf(person.id)).toMatchObject([{ ended_reason: 'ended' }]));
  const [call] = await callsOf(person.id);
  const { remaining_count } = await quota.allowanceOf(testDatabase.database.db, person.id, 'voice');
  expect(1800 - remaining_count).toBe(call.used_seconds);
  expect(call.used_seconds).toBeLessThan(60);
  // Only the socket may have been cut, so the call is hung up: no call goes on unwatched.
  await vi.waitFor(() => expect(endpoint.hungUp).toEqual(['/v1/realtime/calls/rtc_1/hangup']));
  expect(await messages()).toMatchObject([
    { ...said[0] },
    { ...said[1], is_last: false },
    { role: 'assistant', text: '再', is_last: true },
  ]);

  endpoint.refuse();
  const refused = await offer({ id: person.id }, good);
  expect(refused).toMatchObject({ status: 503, envelope: { code: 2703 } });
  expect((await callsOf(person.id)).at(-1)).toEqual({ used_seconds: 0, ended_reason: 'failed' });
  // Nothing was said in the refused call, so it has no thread.
  const { rows } = await testDatabase.database.pool.query('select from chat_threads where user_id = $1', [
    person.id,
  ]);
  expect(rows).toHaveLength(1);
}, 60_000);

test('in an upstream call a child in need gets the lines, on the screen and in the thread, and free time', async () => {
  const endpoint = await openTestEndpoint();
  const { offer, app } = await service({
    REALTIME_URL: `${endpoint.url}/v1/realtime/calls`,
    REALTIME_API_KEY: 'key',
  });
  const person = await addPerson(testDatabase.database);
  const look = async (text: string, caller?: Person) =>
    callAs(app, caller, 'POST /api_ai_jp/realtime/help', { text, language: 'yue' });
  const me: Person = { id: person.id, face: 'ai' };
  expect((await look('我想練習說英文', me)).data).toEqual({ help: null });
  expect((await look('爸爸打我', me)).data.help.lines[0]).toMatchObject({ phone: '999' });
  expect(await look('爸爸打我')).toMatchObject({ code: 3002 });

  const beganAt = performance.now();
  await offer({ id: person.id }, good, { language: 'yue' });
  const socket = await endpoint.socket;
  const said = (item_id: string, transcript: string) => [
    { type: 'input_audio_buffer.committed', item_id },
    { type: 'conversation.item.input_audio_transcription.completed', item_id, transcript },
  ];
  const answered = (id: string, transcript: string) => [
    { type: 'response.output_item.added', item: { id, type: 'message', role: 'assistant' } },
    { type: 'response.output_audio_transcript.done', item_id: id, transcript },
    { type: 'response.done', response: { status: 'completed', output: [{ id }] } },
  ];
  for (const event of [
    ...said('item_1', '爸爸打我'),
    ...answered('item_2', '多謝你告訴我'),
    ...said('item_3', '好'),
    ...answered('item_4', '我在這裏'),
    ...said('item_5', '我唔想做人'),
  ])
    socket.write(frameOf(JSON.stringify(event)));
  const messages = async () =>
    (
      await testDatabase.database.pool.query(
        `select title, text, jsonb_path_query_array(parts, '$[*].data.lines[0].phone') as phones
         from chat_messages messages join chat_threads threads on threads.id = thread_id
         where user_id = $1 order by messages.id`,
        [person.id],
      )
    ).rows;
  await vi.waitFor(async () => expect(await messages()).toHaveLength(5));
  const freeMs = 1100;
  await new Promise((resolve) => setTimeout(resolve, freeMs));
  socket.end();
  const longest = Math.ceil((performance.now() - beganAt - freeMs) / 1000);
  const title = '傾談';
  await vi.waitFor(async () =>
    expect(await messages()).toEqual([
      { title, text: '爸爸打我', phones: [] },
      { title, text: '多謝你告訴我', phones: ['999'] },
      { title, text: '好', phones: [] },
      { title, text: '我在這裏', phones: [] },
      { title, text: '我唔想做人', phones: [] },
      { title, text: expect.stringContaining('999'), phones: ['999'] },
    ]),
  );
  await vi.waitFor(async () => expect(await callsOf(person.id)).toMatchObject([{ ended_reason: 'ended' }]));
  expect((await callsOf(person.id))[0].used_seconds).toBeLessThanOrEqual(longest);
}, 60_000);

test('an upstream call whose web process died is hung up by another process and charged by its last report', async () => {
  const endpoint = await openTestEndpoint();
  const { quota } = await service({
    REALTIME_URL: `${endpoint.url}/v1/realtime/calls`,
    REALTIME_API_KEY: 'key',
  });
  const person = await addPerson(testDatabase.database);
  const reservation = await testDatabase.database.transaction((tx) =>
    quota.reserve(tx, { userId: person.id, kind: 'voice', amount: 60, key: 'slice', holdSeconds: 3600 }),
  );
  await testDatabase.database.pool.query(
    `insert into voice_calls (id, user_id, mode, language, used_seconds, slice_seconds, reservation_id, upstream_id, watched_until)
     values (gen_random_uuid(), $1, 'talk', 'en', 7, 60, $2, 'rtc_7', now() - interval '1 s')`,
    [person.id, reservation],
  );
  await vi.waitFor(() => expect(endpoint.hungUp).toEqual(['/v1/realtime/calls/rtc_7/hangup']), 30_000);
  expect(await callsOf(person.id)).toEqual([{ used_seconds: 7, ended_reason: 'failed' }]);
  const { remaining_count } = await quota.allowanceOf(testDatabase.database.db, person.id, 'voice');
  expect(remaining_count).toBe(1793);
}, 60_000);

/** A WebSocket text frame as a server sends it, shorter than 64 KiB. */
function frameOf(text: string) {
  const bytes = Buffer.from(text);
  const header = Buffer.from([0x81, 126, bytes.length >> 8, bytes.length & 255]);
  return Buffer.concat([bytes.length < 126 ? Buffer.from([0x81, bytes.length]) : header, bytes]);
}

/**
 * A test endpoint like OpenAI's: takes a form, answers SDP, names the call; an open socket shows that the
 * call is live.
 */
async function openTestEndpoint() {
  const requests: { authorization: string | undefined; body: string }[] = [];
  const { promise: socket, resolve } = Promise.withResolvers<Duplex>();
  const hungUp: string[] = [];
  let isRefusing = false;
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    if (request.url?.endsWith('/hangup')) {
      hungUp.push(request.url);
      return void response.end();
    }
    if (isRefusing) return void response.writeHead(500).end('{}');
    requests.push({ authorization: request.headers.authorization, body });
    response.writeHead(201, { 'content-type': 'application/sdp', location: '/v1/realtime/calls/rtc_1' });
    response.end('v=0\r\nanswer\r\n');
  });
  server.on('upgrade', (request: IncomingMessage, made: Duplex) => {
    const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash('sha1').update(key).digest('base64');
    made.write(
      `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`,
    );
    made.on('error', () => {});
    if (request.url?.endsWith('call_id=rtc_1') && request.headers.authorization === 'Bearer key')
      resolve(made);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    hungUp,
    socket,
    refuse() {
      isRefusing = true;
    },
  };
}

test('a call for a dead voice process goes to another one, and the dead one gets no more calls', async () => {
  const { offer, startProcess } = await service();
  const { address } = await startProcess();
  const { pool } = testDatabase.database;
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  listener.close();
  // The dead process has the most capacity, so it is chosen first.
  const { rows } = await pool.query<{ id: string }>(
    `insert into voice_processes (id, address, capacity, speech)
     select gen_random_uuid(), $2, 1000, speech from voice_processes where address = $1 returning id`,
    [address, `http://127.0.0.1:${port}`],
  );
  await pool.query('update voice_processes set calls = 1 where address = $1', [address]);
  const person = await addPerson(testDatabase.database);
  expect((await offer(person, good)).sdp).toContain('m=audio');
  expect(await callsOf(person.id)).toEqual([
    { used_seconds: 0, ended_reason: 'failed' },
    { used_seconds: 0, ended_reason: '' },
  ]);
  const dead = await pool.query('select seen_at::text from voice_processes where id = $1', [rows[0]?.id]);
  expect(dead.rows).toEqual([{ seen_at: '-infinity' }]);
});
