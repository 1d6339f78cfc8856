/** Spoken answers: the thread stores only what was heard. The built-in tutor writes them. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type EraserTools, openEraserTools } from '#server/domains/eraser/tools.ts';
import { openBank } from '#server/domains/practice/bank.ts';
import { createQuota } from '#server/domains/quota/quota.ts';
import { readConfig } from '#server/ground/config/config.ts';
import { localFiles } from '#server/ground/files/files.ts';
import type { MessageState } from '#shared/chat/chat.ts';
import { createTestDatabase, silentLog, type TestDatabase } from '#tests/database.ts';
import { addPerson, testKey } from '#tests/people.ts';
import { type Chat, openChat } from '../chat.ts';

const problem = 'Solve x^2 - 5x + 6 = 0';
const quota = createQuota({ free: { assistant: 10 }, dailyMax: {} });

let dataDir: string;
let testDatabase: TestDatabase;
let eraserTools: EraserTools;
let chat: Chat;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mingshi-interrupt-'));
  testDatabase = await createTestDatabase();
  eraserTools = await openEraserTools(readConfig({ DATA_DIR: dataDir }));
  chat = await openChatThatWritesFor(0);
});
const openChatThatWritesFor = async (ms: number) =>
  openChat({
    config: readConfig({ DATA_DIR: dataDir, AI_BUILT_IN_WRITING_MS: String(ms) }),
    keys: { phone: [{ id: 'k1', key: testKey }], secret: testKey },
    database: testDatabase.database,
    files: await localFiles(join(dataDir, 'files')),
    eraserTools,
    quota,
    bank: openBank(),
    log: silentLog,
  });
afterAll(async () => {
  await chat.close();
  await eraserTools.close();
  await testDatabase.drop();
  await rm(dataDir, { recursive: true });
});

const rowsOf = async <Row extends object>(text: string, values: unknown[]) =>
  (await testDatabase.database.pool.query<Row>(text, values)).rows;

async function newUserWithThread() {
  const { id: userId } = await addPerson(testDatabase.database);
  const [thread] = await rowsOf<{ id: string }>(
    'insert into chat_threads (user_id, assistant_id) values ($1, 1) returning id',
    [userId],
  );
  return { userId, threadId: Number(thread?.id) };
}

/** Asks a question by voice, and collects what the listener receives of the answer. */
async function ask({ userId, threadId }: { userId: number; threadId: number }, text: string, of = chat) {
  const received = { text: '', ended: undefined as MessageState | undefined };
  const accepted = await of.ask(
    { owner: { userId }, address: '127.0.0.1', locale: 'en' },
    { thread_id: threadId, text, file_ids: [], client_key: randomUUID() },
    {
      listener: {
        text(piece) {
          received.text += piece;
        },
        end(state) {
          received.ended = state;
        },
      },
    },
  );
  if (!accepted) throw new Error('the question was taken for one that was asked before');
  return { messageId: accepted.messageId, received };
}

async function stored(messageId: number) {
  const [row] = await rowsOf<{ text: string; state: string; parts: { type: string }[] }>(
    'select text, state, parts from chat_messages where id = $1',
    [messageId],
  );
  return { text: row?.text, state: row?.state, parts: row?.parts.map(({ type }) => type) };
}

const usedBy = async (userId: number) =>
  10 - (await quota.allowanceOf(testDatabase.database.db, userId, 'assistant:aitutor')).remaining_count;

test('an answer interrupted while it is written ends at the interruption, and the next question can be asked', {
  tags: ['whole'],
}, async () => {
  const me = await newUserWithThread();
  const unhurried = await openChatThatWritesFor(60_000);
  onTestFinished(() => unhurried.close());
  const { messageId, received } = await ask(me, problem, unhurried);
  await vi.waitFor(() => expect(received.text.length).toBeGreaterThan(17));
  await unhurried.interrupt(me, messageId, 17);
  expect(await stored(messageId)).toEqual({
    text: received.text.slice(0, 17),
    state: 'stopped',
    // The solution part describes the whole answer, so it is removed.
    parts: ['data-tutor'],
  });
  expect(received.ended).toBe('stopped');
  const marks = await rowsOf('select role, is_spoken from chat_messages where thread_id = $1 order by id', [
    me.threadId,
  ]);
  expect(marks).toEqual([
    { role: 'user', is_spoken: true },
    { role: 'assistant', is_spoken: true },
  ]);
  expect(await usedBy(me.userId)).toBe(1);
  const next = await ask(me, 'Thank you');
  await vi.waitFor(() => expect(next.received.ended).toBe('done'));
  expect(await usedBy(me.userId)).toBe(2);
});

test('an answer that was written before it was spoken is cut to the part that was heard, and charged once', async () => {
  const me = await newUserWithThread();
  const { messageId, received } = await ask(me, problem);
  await vi.waitFor(() => expect(received.ended).toBe('done'));
  expect((await stored(messageId)).parts).toEqual(['data-tutor', 'data-solution']);
  const length = [...received.text].length;
  // Heard to the end: nothing is cut.
  await chat.interrupt(me, messageId, length);
  expect(await stored(messageId)).toEqual({
    text: received.text,
    state: 'done',
    parts: ['data-tutor', 'data-solution'],
  });
  await chat.interrupt(me, messageId, 30);
  const cut = { text: received.text.slice(0, 30), state: 'stopped', parts: ['data-tutor'] };
  expect(await stored(messageId)).toEqual(cut);
  // A repeated interruption, or a late one with a longer part, changes nothing.
  await chat.interrupt(me, messageId, 30);
  await chat.interrupt(me, messageId, length);
  expect(await stored(messageId)).toEqual(cut);
  expect(await usedBy(me.userId)).toBe(1);
});

test('an answer of which nothing was heard is stored empty; a surrogate pair counts as one character', async () => {
  const me = await newUserWithThread();
  const { messageId, received } = await ask(me, 'Hello');
  await vi.waitFor(() => expect(received.ended).toBe('done'));
  await rowsOf('update chat_messages set text = $2 where id = $1', [messageId, '𠮷野家👍好吃']);
  await chat.interrupt(me, messageId, 4);
  expect((await stored(messageId)).text).toBe('𠮷野家👍');
  await chat.interrupt(me, messageId, 0);
  expect(await stored(messageId)).toMatchObject({ text: '', state: 'stopped' });
});

test("another user's answer cannot be interrupted, neither a running nor a finished one", async () => {
  const [me, other] = [await newUserWithThread(), await newUserWithThread()];
  const { messageId, received } = await ask(me, problem);
  await expect(chat.interrupt(other, messageId, 3)).rejects.toMatchObject({ code: 'notFound' });
  await vi.waitFor(() => expect(received.ended).toBe('done'));
  await expect(chat.interrupt(other, messageId, 3)).rejects.toMatchObject({ code: 'notFound' });
  expect(await stored(messageId)).toMatchObject({ text: received.text, state: 'done' });
});
