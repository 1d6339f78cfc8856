import { randomUUID } from 'node:crypto';
import { LLMock } from '@copilotkit/aimock';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createChatClient, eventually } from '#tests/chat.ts';
import { serve } from '#tests/serve.ts';

const mock = new LLMock({ port: 0 });
const long = '慢慢來：第一步，先把常數移到右邊。'.repeat(20);
mock.onMessage('你好', { content: '你好，我們一起想。12 × 12 = 144，但 7 × 8 = 54。' });
mock.onMessage('慢', { content: long }, { chunkSize: 7, streamingProfile: { ttft: 5, tps: 200 } });
mock.onMessage('等', { content: '等到了' }, { streamingProfile: { ttft: 5_000, tps: 100 } });
mock.onMessage('表情', { content: '數學好玩👩‍👧𠮷！'.repeat(10) }, { chunkSize: 1 });
mock.onMessage('壞', { error: { message: 'no', type: 'server_error' }, status: 500 });
mock.onMessage(/^請求無效$/, { error: { message: 'no', type: 'bad' }, status: 400 });
mock.onMessage('cut off', { content: '（接着說完）' });
mock.onMessage('想死', { content: '多謝你告訴我。' });
const mockUrl = await mock.start();
afterAll(() => mock.stop());

const world = await serve({
  environment: {
    AI_BASE_URL: `${mockUrl}/v1`,
    AI_API_KEY: 'mock',
    AI_MODEL: 'test-model',
    AI_ENDPOINTS: JSON.stringify({ frail: { base_url: `${mockUrl}/v1`, model: 'other' } }),
    QUOTA_FREE: 'assistant=20',
  },
});
/** Uses an endpoint of its own, so that failures here do not disable the endpoint of other tests. */
const frail = 2;
let origin: string;
beforeAll(async () => {
  origin = await world.listen();
  await world.run(sql`update chat_assistants set endpoints = '{frail}' where id = ${frail}`);
});

async function newUser() {
  const { browser, id } = await world.registered();
  return { ...createChatClient(origin, { authorization: `Bearer ${browser.tokens.ai}` }), id };
}

describe('an answer', () => {
  test('is streamed, stored, checked by computer algebra and charged as one message', async () => {
    const me = await newUser();
    const thread = await me.newThread();
    const shown = await me.send(thread, '你好');
    expect(shown).toMatchObject({ state: 'done', isDone: true, threadId: thread });
    expect(shown.text).toBe('你好，我們一起想。12 × 12 = 144，但 7 × 8 = 54。');
    expect(shown.lastId).toBe(shown.text.length);
    expect(shown.parts).toMatchObject([
      { type: 'data-checks', data: { checked: 1, mismatches: [{ statement: '7 × 8 = 54' }] } },
    ]);
    const [question, answer] = await me.messages(thread);
    expect(question).toMatchObject({ role: 'user', text: '你好', state: 'done' });
    expect(answer).toMatchObject({
      id: shown.messageId,
      text: shown.text,
      parts: shown.parts,
      state: 'done',
    });
    expect(await me.remaining()).toBe(19);
    const { data } = await me.call('GET', 'threads');
    expect(data).toMatchObject({ total: 1, page: 1, page_size: 8, list: [{ id: thread, title: '你好' }] });
    const { rows } = await world.run(sql`select count(*)::int as count from chat_chunks`);
    expect(rows[0]).toEqual({ count: 0 });
  });

  test('to a message sent twice with one client key is stored once and charged once', async () => {
    const me = await newUser();
    const thread = await me.newThread();
    const client_key = randomUUID();
    const both = await Promise.all([
      me.send(thread, '慢', { client_key }),
      me.send(thread, '慢', { client_key }),
    ]);
    expect(both.map(({ text }) => text)).toEqual([long, long]);
    expect(both[0]?.messageId).toBe(both[1]?.messageId);
    expect(await me.messages(thread)).toHaveLength(2);
    expect(await me.remaining()).toBe(19);
  });

  test('goes on when the page is closed, and resumes at the exact character', async () => {
    const me = await newUser();
    const thread = await me.newThread();
    const cut = await me.send(thread, '慢', {}, ({ text }) => text.length > 20);
    expect(cut.isDone).toBe(false);
    const rest = await me.follow(cut.messageId, cut.text.length);
    expect(cut.text + rest.text).toBe(long);
    expect(rest).toMatchObject({ from: cut.text.length, state: 'done', lastId: long.length });
    const other = await me.send(thread, '慢', {}, ({ text }) => text.length > 5);
    await eventually(async () => (await me.messages(thread)).at(-1).state === 'done');
    expect((await me.follow(other.messageId, 3)).text).toBe(long.slice(3));
  });

  test('keeps characters of several UTF-16 units whole, and can be followed from any offset', async () => {
    const me = await newUser();
    const shown = await me.send(await me.newThread(), '表情');
    expect(shown.text).toBe('數學好玩👩‍👧𠮷！'.repeat(10));
    expect((await me.follow(shown.messageId, 6)).text).toBe(shown.text.slice(6));
    expect((await me.follow(shown.messageId, shown.text.length)).text).toBe('');
    expect((await me.follow(shown.messageId, shown.text.length + 50)).text).toBe('');
  });

  test('stopped from another device ends within half a second; its text so far is stored and charged', async () => {
    const me = await newUser();
    const thread = await me.newThread();
    let isAsked = false;
    const shown = await me.send(thread, '慢', {}, ({ text, messageId }) => {
      if (text.length > 10 && !isAsked) {
        isAsked = true;
        void me.call('POST', `messages/${messageId}/stop`);
      }
      return false;
    });
    // By the database's clock, so that a busy test machine does not matter.
    const { rows } = await world.run(sql`
      select extract(epoch from ended_at - stop_asked_at)::float8 as seconds from chat_generations
      where message_id = ${shown.messageId}`);
    expect(rows[0]?.seconds).toBeLessThan(0.5);
    expect(shown.state).toBe('stopped');
    expect(long.startsWith(shown.text)).toBe(true);
    expect(shown.text.length).toBeLessThan(long.length);
    expect((await me.messages(thread)).at(-1)).toMatchObject({ state: 'stopped', text: shown.text });
    expect(await me.remaining()).toBe(19);
    const more = await me.stream('POST', `messages/${shown.messageId}/continue`, {
      client_key: randomUUID(),
    });
    expect(more.from).toBe(shown.text.length);
    expect((await me.messages(thread)).at(-1)).toMatchObject({ state: 'done', text: shown.text + more.text });
  });

  test('is continued once when six devices ask for it at the same time', async () => {
    const me = await newUser();
    for (let round = 0; round < 4; round += 1) {
      const thread = await me.newThread();
      const { messageId, text } = await me.send(thread, '慢', {}, (shown) => shown.text.length > 10);
      await me.call('POST', `messages/${messageId}/stop`);
      await eventually(async () => (await me.messages(thread)).at(-1).state === 'stopped');
      const before = (await me.messages(thread)).at(-1).text;
      expect(before.startsWith(text)).toBe(true);
      const results = await Promise.all(
        Array.from({ length: 6 }, () =>
          me.stream('POST', `messages/${messageId}/continue`, { client_key: randomUUID() }).then(
            ({ state }) => state,
            ({ code }) => code,
          ),
        ),
      );
      const { rows } = await world.run(sql`
        select count(*)::int as count from chat_generations where message_id = ${messageId}`);
      expect(rows[0]).toEqual({ count: 2 });
      expect(results.filter((result) => result === 'done')).toHaveLength(1);
      expect((await me.messages(thread)).at(-1).text).toBe(`${before}（接着說完）`);
    }
    expect(await me.remaining()).toBe(12);
  });

  test('is requested again before its first text only after an error that a retry may fix', async () => {
    const me = await newUser();
    mock.clearRequests();
    await me.send(await me.newThread(frail), '請求無效');
    expect(mock.getRequests()).toHaveLength(1);
    mock.clearRequests();
    await me.send(await me.newThread(frail), '壞');
    expect(mock.getRequests()).toHaveLength(2);
  });

  test('to a question that could not be stored: nothing is stored, charged or left running', async () => {
    const me = await newUser();
    const thread = await me.newThread();
    await world.run(sql`
      create function refuse_question() returns trigger language plpgsql as $$
        begin raise exception 'refused'; end $$`);
    await world.run(sql`
      create trigger refuse_question before insert on chat_messages for each row
      when (new.text = '慢，不留') execute function refuse_question()`);
    await expect(me.send(thread, '慢，不留')).rejects.toMatchObject({ code: 1500 });
    await world.run(sql`drop trigger refuse_question on chat_messages`);
    expect(await me.messages(thread)).toEqual([]);
    expect(await me.remaining()).toBe(20);
    expect((await me.send(thread, '你好')).state).toBe('done');
    const { rows } = await world.run(sql`
      select from chat_chunks union all select from chat_generations where state = 'running'`);
    expect(rows).toHaveLength(0);
  });

  test('that failed costs nothing and can be regenerated', async () => {
    const me = await newUser();
    const thread = await me.newThread(frail);
    const shown = await me.send(thread, '壞');
    expect(shown).toMatchObject({ text: '', state: 'failed' });
    expect(await me.remaining()).toBe(20);
    const again = await me.stream('POST', `messages/${shown.messageId}/regenerate`, {
      client_key: randomUUID(),
    });
    expect(again.state).toBe('failed');
    const messages = await me.messages(thread);
    expect(messages).toHaveLength(2);
    expect(messages[1].versions).toEqual([shown.messageId, again.messageId]);
    expect(await me.remaining()).toBe(20);
  });

  test('is not requested from an endpoint that failed five times in a row', async () => {
    const me = await newUser();
    mock.clearRequests();
    expect(await me.send(await me.newThread(frail), '你好')).toMatchObject({ state: 'failed' });
    expect(mock.getRequests()).toHaveLength(0);
    expect(await me.send(await me.newThread(), '你好')).toMatchObject({ state: 'done' });
  });

  test('to a student in distress comes with help lines, also when it is resumed', async () => {
    const me = await newUser();
    const shown = await me.send(await me.newThread(), '我好想死');
    const help = shown.parts.find(({ type }) => type === 'data-help');
    const phones = help?.type === 'data-help' ? help.data.lines.map(({ phone }) => phone) : [];
    expect(phones).toEqual(['999', '2389 2222', '2896 0000', '2382 0000', '18111']);
    expect((await me.follow(shown.messageId)).parts).toEqual(shown.parts);
  });
});

describe('threads', () => {
  test('of other users cannot be read or changed by any call', async () => {
    const [me, other] = [await newUser(), await newUser()];
    const thread = await me.newThread();
    const shown = await me.send(thread, '你好');
    const message = shown.messageId;
    const client_key = randomUUID();
    const tries: [string, string, unknown?][] = [
      ['GET', `threads/${thread}`],
      ['PUT', `threads/${thread}`, { title: 'x' }],
      ['DELETE', `threads/${thread}`],
      ['PUT', `threads/${thread}/version`, { message_id: message }],
      ['GET', `threads/${thread}/export`],
      ['GET', `messages?thread_id=${thread}`],
      ['POST', 'messages', { thread_id: thread, text: 'x', client_key }],
      ['POST', `messages/${message}/regenerate`, { client_key }],
      ['POST', `messages/${message}/continue`, { client_key }],
      ['GET', `messages/${message}/stream`],
      ['POST', `messages/${message}/stop`],
      ['PUT', `messages/${message}/feedback`, { feedback: 1 }],
      ['GET', `share_code?assistant_id=1&thread_id=${thread}`],
    ];
    for (const stranger of [other, createChatClient(origin)])
      for (const [method, path, body] of tries) {
        const answer = await stranger.call(method, path, body);
        const expected = path.startsWith('share_code') && stranger !== other ? 401 : 404;
        expect([path, answer.status]).toEqual([path, expected]);
      }
    expect(await me.messages(thread)).toHaveLength(2);
    expect((await other.call('GET', 'threads')).data.total).toBe(0);
  });

  test('keep the versions of an edited question and of a regenerated answer', async () => {
    const me = await newUser();
    const thread = await me.newThread();
    const first = await me.send(thread, '你好');
    const [question] = await me.messages(thread);
    const second = await me.send(thread, '你好嗎', { edits: question.id });
    let shown = await me.messages(thread);
    expect(shown.map(({ text }: { text: string }) => text)[0]).toBe('你好嗎');
    expect(shown[0].versions).toEqual([question.id, shown[0].id]);
    const third = await me.stream('POST', `messages/${second.messageId}/regenerate`, {
      client_key: randomUUID(),
    });
    shown = await me.messages(thread);
    expect(shown[1]).toMatchObject({ id: third.messageId, versions: [second.messageId, third.messageId] });
    await me.call('PUT', `threads/${thread}/version`, { message_id: question.id });
    shown = await me.messages(thread);
    expect(shown.map(({ id }: { id: number }) => id)).toEqual([question.id, first.messageId]);
  });

  test('are renamed, searched, exported and deleted', async () => {
    const me = await newUser();
    const thread = await me.newThread();
    await me.newThread();
    await me.send(thread, '你好');
    await me.call('PUT', `threads/${thread}`, { title: '一百% 數學' });
    const found = async (search: string) =>
      (await me.call('GET', `threads?search=${encodeURIComponent(search)}`)).data.total;
    expect([await found('%'), await found('一起想'), await found('_'), await found('沒有')]).toEqual([
      1, 1, 0, 0,
    ]);
    const markdown = await me.text(`threads/${thread}/export`);
    expect(markdown).toMatch(/^# 一百% 數學\n\n## 我 · .*\n\n你好\n\n## 導師 · .*\n\n你好，我們一起想。/);
    expect(markdown).toContain('> 核對不符: `7 × 8 = 54`');
    expect((await me.call('DELETE', `threads/${thread}`)).code).toBe(0);
    expect((await me.call('GET', `threads/${thread}`)).status).toBe(404);
  });

  test('have one running answer at a time: three of four concurrent messages are refused', async () => {
    const me = await newUser();
    const thread = await me.newThread();
    const results = await Promise.all(
      [1, 2, 3, 4].map(() =>
        me.send(thread, '慢').then(
          ({ state }) => state,
          ({ code }) => code,
        ),
      ),
    );
    expect(results.sort()).toEqual([2601, 2601, 2601, 'done']);
    expect(await me.remaining()).toBe(19);
  });

  test('deleted while an answer is written: the answer ends and none of its text stays', async () => {
    const me = await newUser();
    const thread = await me.newThread();
    const shown = await me.send(thread, '慢', {}, ({ text }) => text.length > 10);
    await me.call('DELETE', `threads/${thread}`);
    await eventually(async () => {
      const { rows } = await world.run(sql`
        select from chat_chunks where message_id = ${shown.messageId}
        union all select from chat_messages where id = ${shown.messageId}`);
      return rows.length === 0;
    });
    expect((await me.call('GET', `messages/${shown.messageId}/stream`)).status).toBe(404);
  });

  test('deleted while an answer is written: text that was shown is charged, an answer without text is not', async () => {
    const reservationsOf = async (id: number) => {
      const { rows } = await world.run(sql`
        select state, used from quota_reservations where user_id = ${id} order by id`);
      return rows;
    };
    const me = await newUser();
    const thread = await me.newThread();
    await me.send(thread, '慢', {}, ({ text }) => text.length > 10);
    await me.call('DELETE', `threads/${thread}`);
    expect(await reservationsOf(me.id)).toEqual([{ state: 'settled', used: 1 }]);
    expect(await me.remaining()).toBe(19);
    // No text has arrived yet: the endpoint answers slowly.
    const other = await me.newThread();
    await me.send(other, '等', {}, () => true);
    await me.call('DELETE', `threads/${other}`);
    expect(await reservationsOf(me.id)).toEqual([
      { state: 'settled', used: 1 },
      { state: 'returned', used: 0 },
    ]);
    expect(await me.remaining()).toBe(19);
    const device = createChatClient(origin);
    const onTrial = await device.newThread();
    await device.send(onTrial, '等', {}, () => true);
    expect(await device.remaining()).toBe(4);
    await device.call('DELETE', `threads/${onTrial}`);
    expect(await device.remaining()).toBe(5);
  });
});
