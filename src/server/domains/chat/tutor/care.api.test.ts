import { randomUUID } from 'node:crypto';
import { LLMock } from '@copilotkit/aimock';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { openEraserTools } from '#server/domains/eraser/tools.ts';
import type { DataPart } from '#shared/chat/parts.ts';
import { createChatClient } from '#tests/chat.ts';
import { printedLine } from '#tests/printed-text.ts';
import { serve } from '#tests/serve.ts';

const mock = new LLMock({ port: 0 });
mock.onMessage('爸爸打我', { content: '你很勇敢。' });
mock.onMessage('想死', { error: { message: 'no', type: 'server_error' }, status: 500 });
mock.onMessage('好', { content: '我在這裏陪你。' });
mock.onMessage('2x', { content: 'x = 4' });
const mockUrl = await mock.start();
afterAll(() => mock.stop());

const limits = { QUOTA_FREE: 'assistant=2' };
const builtIn = await serve({ environment: limits, openTools: openEraserTools });
const withModel = await serve({
  environment: { ...limits, AI_BASE_URL: `${mockUrl}/v1`, AI_API_KEY: 'mock', AI_MODEL: 'test-model' },
});
const origins = new Map([
  [builtIn, await builtIn.listen()],
  [withModel, await withModel.listen()],
]);

async function newUser(world = builtIn) {
  const { browser, id } = await world.registered();
  const authorization = `Bearer ${browser.tokens.ai}`;
  const origin = origins.get(world) ?? '';
  return {
    ...createChatClient(origin, { authorization }),
    id,
    async upload(bytes: Uint8Array) {
      const form = new FormData();
      form.append('file', new Blob([Buffer.from(bytes)]), 'note');
      const init = { method: 'POST', headers: { authorization }, body: form };
      return (await (await fetch(`${origin}/api_ai/chat_ai/files`, init)).json()).data.id as number;
    },
  };
}

const phonesIn = (parts: readonly DataPart[]) =>
  parts.flatMap((part) => (part.type === 'data-help' ? part.data.lines.map(({ phone }) => phone) : []));

const careCount = async () =>
  Number((await builtIn.run(sql`select sum(used) from chat_trials where scope = 'care_owner'`)).rows[0]?.sum);

describe('without a model', () => {
  test.each([
    ['爸爸打我', /沒有人有權打你/, ['999', '18281', '2755 1122', '2343 2255']],
    ['有人摸我身體', /你的身體屬於你/, ['999', '18281', '2375 5322', '2755 1122']],
    ['我俾同學欺凌', /錯的不是你/, ['18111', '2755 1122', '2343 2255', '999']],
    ['屋企冇嘢食，我兩日冇食飯', /有飯吃/, ['2755 1122', '2343 2255', '999']],
    ['我想離家出走', /想離開/, ['2896 0000', '2755 1122', '2343 2255', '999']],
    ['我唔想返學，成日喊', /你的感受/, ['2389 2222', '2896 0000', '18111', '999']],
    ['我唔想做人喇', /999/, ['999', '2389 2222', '2896 0000', '2382 0000', '18111']],
    ['我食完嘢就去廁所扣喉', /食物、身體/, ['2389 2222', '2896 0000', '18111', '999']],
    ['My dad hits me', /Nobody has the right to hit you/, ['999', '18281', '2755 1122', '2343 2255']],
  ])('%s is answered with its words and lines', async (text, words, phones) => {
    const me = await newUser();
    const shown = await me.send(await me.newThread(), text);
    expect(shown.state).toBe('done');
    expect(shown.text).toMatch(words);
    expect(phonesIn(shown.parts)).toEqual(phones);
    expect(await me.remaining()).toBe(2);
    const { data } = await me.call('GET', 'threads');
    expect(data.list[0].title).toMatch(/^(傾談|A talk)$/);
  });

  test('nothing is refused or charged when the quota is used up, and a school question later is answered as ever', async () => {
    const me = await newUser();
    const thread = await me.newThread();
    for (let n = 0; n < 2; n += 1) await me.send(thread, '解方程 2x + 5 = 13');
    await expect(me.send(thread, '解方程 3x = 9')).rejects.toMatchObject({ code: 2009 });
    expect((await me.send(thread, '爸爸打我')).text).toContain('沒有人有權打你');
    for (const reply of ['好', '唔敢講', '多謝']) {
      const answer = await me.send(thread, reply);
      expect(answer.state).toBe('done');
      expect(answer.text).toMatch(/熱線|999/);
      expect(answer.text).not.toMatch(/方程|算式|題目是/);
    }
    await expect(me.send(thread, '解方程 3x = 9')).rejects.toMatchObject({ code: 2009 });

    const other = await newUser();
    const second = await other.newThread();
    await other.send(second, '爸爸打我');
    await other.send(second, '好');
    expect(await other.remaining()).toBe(2);
    expect((await other.send(second, '解方程 2x + 5 = 13')).text).toContain('x=4');
    expect(await other.remaining()).toBe(1);
  });

  test('a visitor without trials left is answered too', async () => {
    const device = createChatClient(origins.get(builtIn) ?? '');
    const thread = await device.newThread();
    for (let n = 0; n < 5; n += 1) await device.send(thread, '3 + 4');
    await expect(device.send(thread, '3 + 4')).rejects.toMatchObject({ code: 2604 });
    expect((await device.send(thread, '我想死')).text).toContain('999');
    expect(await device.remaining()).toBe(0);
  });

  test('a regenerated answer has the lines and costs nothing', async () => {
    const me = await newUser();
    const shown = await me.send(await me.newThread(), '爸爸打我');
    const again = await me.stream('POST', `messages/${shown.messageId}/regenerate`, {
      client_key: randomUUID(),
    });
    expect(again.text).toBe(shown.text);
    expect(phonesIn((await me.messages(shown.threadId)).at(-1).parts)).toEqual(phonesIn(shown.parts));
    expect(await me.remaining()).toBe(2);
  });

  test('of a copy it is the words that make an answer free, not lines that came along', async () => {
    const [giver, taker] = [await newUser(), await newUser()];
    const note = await giver.upload(await printedLine('第一題', 40));
    await giver.call('PUT', `files/${note}/text`, { text: '爸爸日日打我，我好驚' });
    const shown = await giver.send(await giver.newThread(), '解方程 2x + 5 = 13', { file_ids: [note] });
    expect(phonesIn(shown.parts)).toContain('18281');
    expect(await giver.remaining()).toBe(2);
    const { code } = (await giver.call('GET', `share_code?assistant_id=1&thread_id=${shown.threadId}`)).data;
    const { id } = (await taker.call('POST', 'share_code', { code })).data;
    const copy = (await taker.messages(id)).at(-1);
    expect(phonesIn(copy.parts)).toContain('18281');

    await builtIn.run(sql`update chat_messages set state = 'interrupted' where id = ${copy.id}`);
    await taker.stream('POST', `messages/${copy.id}/continue`, { client_key: randomUUID() });
    expect(await taker.remaining()).toBe(1);
    const again = await taker.stream('POST', `messages/${copy.id}/regenerate`, { client_key: randomUUID() });
    expect(again.text).toContain('x=4');
    expect(phonesIn((await taker.messages(id)).at(-1).parts)).toEqual([]);
    expect(await taker.remaining()).toBe(0);
  });

  test('a note on a photograph is found, also when it is read only after sending; a printed passage is not', {
    tags: ['whole'],
  }, async () => {
    const me = await newUser();
    const thread = await me.newThread();
    const before = await careCount();
    const corrected = await me.upload(await printedLine('第一題', 40));
    await me.call('PUT', `files/${corrected}/text`, { text: '爸爸日日打我，我好驚' });
    const note = await me.send(thread, '', { file_ids: [corrected] });
    expect(phonesIn(note.parts)).toContain('18281');

    const unread = await me.upload(await printedLine('My dad hits me', 40));
    const late = await me.send(await me.newThread(), '', { file_ids: [unread] });
    expect(phonesIn(late.parts)).toContain('18281');
    expect(await me.remaining()).toBe(2);
    // Both were free, and both are counted.
    expect(await careCount()).toBe(before + 2);

    const printed = await me.upload(await printedLine('第一題', 40));
    await me.call('PUT', `files/${printed}/text`, { text: '閱讀理解：爸爸打了我一巴掌，我哭了。（2分）' });
    const passage = await me.send(await me.newThread(), '', { file_ids: [printed] });
    expect(phonesIn(passage.parts)).toEqual([]);
  });
});

describe('with a model', () => {
  test('the fixed words and lines come first, and the model goes on with an instruction', async () => {
    const me = await newUser(withModel);
    mock.clearRequests();
    const shown = await me.send(await me.newThread(), '爸爸打我');
    expect(shown.text).toMatch(/^多謝你願意告訴我。沒有人有權打你.*你很勇敢。$/s);
    expect(phonesIn(shown.parts)).toContain('18281');
    expect(JSON.stringify(mock.getRequests())).toContain('The student may be in need');
    expect(await me.remaining()).toBe(2);
  });

  test('that fails, the words stand alone and the answer is whole', async () => {
    const me = await newUser(withModel);
    const shown = await me.send(await me.newThread(), '我好想死');
    expect(shown.state).toBe('done');
    expect(shown.text).toContain('999');
    expect(phonesIn(shown.parts)[0]).toBe('999');
    expect(await me.remaining()).toBe(2);
  });

  test('what follows is free and kind, and a school question is charged', async () => {
    const me = await newUser(withModel);
    const thread = await me.newThread();
    await me.send(thread, '爸爸打我');
    mock.clearRequests();
    expect((await me.send(thread, '好')).text).toBe('我在這裏陪你。');
    expect(JSON.stringify(mock.getRequests())).toContain('told of something hard');
    expect(await me.remaining()).toBe(2);
    await me.send(thread, '解方程 2x = 8');
    expect(await me.remaining()).toBe(1);
  });
});

test('past the free answers of a day no model writes, and the words and lines still come for nothing', async () => {
  const me = await newUser(withModel);
  const first = await me.send(await me.newThread(), '爸爸打我');
  expect(first.text).toContain('你很勇敢');
  await withModel.run(sql`update chat_trials set used = 29 where scope = 'care_owner'`);
  const threads = [await me.newThread(), await me.newThread(), await me.newThread()];
  const together = await Promise.all(threads.map((thread) => me.send(thread, '爸爸打我')));
  expect(together.filter(({ text }) => text.includes('你很勇敢'))).toHaveLength(1);
  const path = `messages/${first.messageId}/regenerate`;
  const again = await me.stream('POST', path, { client_key: randomUUID() });
  for (const shown of [...together, again]) {
    expect(shown.state).toBe('done');
    expect(shown.text).toContain('沒有人有權打你');
    expect(phonesIn(shown.parts)[0]).toBe('999');
  }
  expect(again.text).not.toContain('你很勇敢');
  expect(await me.remaining()).toBe(2);

  // Somebody who makes new devices or accounts meets the bound of the address.
  await withModel.run(sql`update chat_trials set used = 150 where scope = 'care_address'`);
  const device = createChatClient(origins.get(withModel) ?? '');
  const shown = await device.send(await device.newThread(), '爸爸打我');
  expect(shown).toMatchObject({ state: 'done', text: together.map(({ text }) => text).toSorted()[0] });
  await withModel.run(sql`delete from chat_trials`);
});

test('an operator changes the lines, and 999 stays', async () => {
  const { browser, id: operatorId } = await builtIn.registered();
  await builtIn.run(sql`insert into operators (user_id) values (${operatorId})`);
  await builtIn.run(sql`update sessions set second_factor_at = now() where user_id = ${operatorId}`);
  const { data } = await browser.get('/api/operator/help_lines');
  expect(data.total).toBe(9);
  const [first] = data.list;
  expect(first.phone).toBe('999');
  const { id, ...form } = first;
  expect((await browser.delete(`/api/operator/help_lines/${id}`)).status).toBe(409);
  expect((await browser.put(`/api/operator/help_lines/${id}`, { ...form, phone: '112' })).status).toBe(409);
  expect((await browser.put(`/api/operator/help_lines/${id}`, { ...form, kinds: ['fear'] })).status).toBe(
    409,
  );
  const line = { ...form, phone: '2000 0000', kinds: ['bullying'], sort: 50, is_urgent: false };
  const added = await browser.post('/api/operator/help_lines', line);
  expect(added.data).toMatchObject({ phone: '2000 0000' });
  expect((await browser.post('/api/operator/help_lines', line)).status).toBe(409);
  expect((await browser.post('/api/operator/help_lines', { ...line, phone: 'call me' })).status).toBe(400);
  const me = await newUser();
  expect(phonesIn((await me.send(await me.newThread(), '我俾同學欺凌')).parts)).toContain('2000 0000');
  await browser.delete(`/api/operator/help_lines/${added.data.id}`);
  expect(phonesIn((await me.send(await me.newThread(), '我俾同學欺凌')).parts)).not.toContain('2000 0000');
  const { browser: stranger } = await builtIn.registered();
  expect((await stranger.get('/api/operator/help_lines')).code).not.toBe(0);
});
