import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { createChatClient } from '#tests/chat.ts';
import { samplePerson } from '#tests/people.ts';
import { serve } from '#tests/serve.ts';
import { statementsIn } from '../answering/statements.ts';
import { openDomestic } from '../model/domestic.ts';
import { chatData } from '../personal-data.ts';

const folder = await mkdtemp(join(tmpdir(), 'mingshi-chat-'));
const networks = join(folder, 'networks');
await writeFile(networks, '# a comment\n203.0.113.0/24\n2001:db8::/32\n198.51.100.7\n');
afterAll(() => rm(folder, { recursive: true }));

// No endpoint: the built-in tutor answers.
const world = await serve({ environment: { DOMESTIC_CIDR_FILE: networks, TRUST_PROXY: '1' } });
const origin = await world.listen();

async function newUser() {
  const { browser, id } = await world.registered();
  const me = createChatClient(origin, { authorization: `Bearer ${browser.tokens.ai}` });
  return { ...me, browser, id };
}

describe('the built-in tutor', () => {
  test('says that it is not a language model, solves with checked steps, and continues a stopped answer to the same text', async () => {
    const me = await newUser();
    const thread = await me.newThread();
    const shown = await me.send(thread, '解方程 2x + 5 = 13');
    expect(shown).toMatchObject({ state: 'done' });
    expect(shown.text).toContain('不是語言模型');
    expect(shown.text).toContain('x=4');
    const solution = shown.parts.find(({ type }) => type === 'data-solution');
    expect(solution).toMatchObject({ data: { answer: 'x = 4', problem_latex: '2x+5=13' } });
    const steps = solution?.type === 'data-solution' ? solution.data.steps : [];
    expect(steps.some(({ checked }) => checked)).toBe(true);
    expect(shown.parts[0]).toMatchObject({ type: 'data-tutor', data: { built_in: true } });

    const again = await newUser();
    const unhurried = createChatClient(
      await (
        await serve({
          over: world.database,
          environment: { AI_BUILT_IN_WRITING_MS: '60000' },
          whenOver: onTestFinished,
        })
      ).listen(),
      { authorization: `Bearer ${again.browser.tokens.ai}` },
    );
    const cut = await again.newThread();
    let isStopSent = false;
    const stopped = await unhurried.send(cut, '解方程 2x + 5 = 13', {}, ({ text, messageId }) => {
      if (text !== '' && !isStopSent) {
        isStopSent = true;
        void again.call('POST', `messages/${messageId}/stop`);
      }
      return false;
    });
    expect(stopped.state).toBe('stopped');
    await again.stream('POST', `messages/${stopped.messageId}/continue`, { client_key: randomUUID() });
    // No part occurs twice.
    expect((await again.messages(cut)).at(-1)).toMatchObject({
      state: 'done',
      text: shown.text,
      parts: shown.parts,
    });
  });

  test('gives hints one after the other, and the answer on request', async () => {
    const me = await newUser();
    const thread = await me.newThread();
    const answers = [];
    for (const text of ['教我 x^2 - 5x + 6 = 0', '再給提示', '再給提示', '答案'])
      answers.push((await me.send(thread, text)).text);
    expect(answers[0]).toContain('提示 1');
    expect(answers[1]).toContain('提示 2');
    expect(answers[2]).toContain('提示 3');
    expect(answers[0]).not.toContain('答案：');
    expect(answers[3]).toMatch(/答案：.*x=2/s);
    // The request for help may stand beside the problem; words inside formulas are in the reader's language.
    const beside = await me.send(await me.newThread(), 'x^2 - 2x - 1 = 0，提示');
    expect(beside.text).toContain('提示 1');
    const whole = await me.send(await me.newThread(), 'x^2 - 2x - 1 = 0');
    expect(whole.text).toMatch(/答案：.*\\text\{ 或 \}/s);
    expect(whole.text).not.toContain('\\text{ or }');
  });

  test("declines what it cannot do in the reader's language without charging, and is listed as built-in", async () => {
    const me = await newUser();
    const before = await me.remaining();
    const shown = await me.send(await me.newThread(), '請幫我寫一篇作文');
    expect(shown.text).toContain('我是內置導師，不是語言模型');
    expect(await me.remaining()).toBe(before);
    await me.send(await me.newThread(), '2x + 5 = 13');
    expect(await me.remaining()).toBe(before - 1);
    const [assistant] = (await me.call('GET', 'assistants')).data.list;
    expect(assistant).toMatchObject({ is_built_in: true, isChecked: true, path_name: 'aitutor' });
    expect(Object.keys(assistant)).toEqual(
      expect.arrayContaining(
        'id name desc remaining_count total_count ability isChecked system_message path_name voice_limit used_voice is_login_required is_trial'.split(
          ' ',
        ),
      ),
    );
  });
});

test('statements are found in formulas and plain computations, but not in amounts of money or code', () => {
  const text =
    '先算 \\(2+3=5\\)，$5 一個，`1+1=3`，所以 12 × 3 = 36。\n\\[\\begin{aligned}x&=1\\\\y&=2\\end{aligned}\\]';
  expect(statementsIn(text).map(({ statement }) => statement)).toEqual([
    '2+3=5',
    '12 × 3 = 36',
    'x=1',
    'y=2',
  ]);
  for (const { statement, start } of statementsIn('甲 3+4=7 乙'))
    expect('甲 3+4=7 乙'.slice(start)).toContain(statement);
});

describe('addresses', () => {
  test('are domestic by the file, as reported by the trusted proxy', async () => {
    const ask = async (forwarded: string) => {
      const response = await fetch(`${origin}/api_ai/chat_ai/is_domestic_ip`, {
        headers: { 'x-forwarded-for': forwarded },
      });
      return (await response.json()).data.is_domestic_ip;
    };
    expect(await ask('203.0.113.9')).toBe(true);
    expect(await ask('2001:db8::1')).toBe(true);
    expect(await ask('::ffff:198.51.100.7')).toBe(true);
    expect(await ask('8.8.8.8')).toBe(false);
    // Addresses that the client wrote before the proxy's own entry are ignored.
    expect(await ask('203.0.113.9, 8.8.8.8')).toBe(false);
    const names = async (forwarded: string) => {
      const response = await fetch(`${origin}/api_ai/chat_ai/assistants`, {
        headers: { 'x-forwarded-for': forwarded },
      });
      return (await response.json()).data.list.map(({ path_name }: { path_name: string }) => path_name);
    };
    expect(await names('8.8.8.8')).toEqual(['aitutor', 'aitutor2', 'gpt4o', 'gpto1', 'doubao1-5']);
    expect(await names('203.0.113.9')).toEqual(['aitutor', 'aitutor2', 'doubao1-5']);
    const refused = await fetch(`${origin}/api_ai/chat_ai/threads`, {
      method: 'POST',
      headers: { 'x-forwarded-for': '203.0.113.9', 'content-type': 'application/json' },
      body: JSON.stringify({ assistant_id: 3 }),
    });
    expect(refused.status).toBe(404);
  });

  test('a file with an invalid line, or a missing one, prevents the start', async () => {
    const bad = join(folder, 'bad');
    await writeFile(bad, '203.0.113.0/24\nnonsense/8\n');
    await expect(openDomestic(bad)).rejects.toThrow('line 2');
    await expect(openDomestic(join(folder, 'none'))).rejects.toThrow('cannot be read');
    expect((await openDomestic(undefined))('203.0.113.1')).toBe(false);
  });
});

test('a shared thread is copied with contact details covered in what the person wrote', async () => {
  const [giver, taker] = [await newUser(), await newUser()];
  const thread = await giver.newThread();
  await giver.send(thread, '3 + 4，我電話 91837264');
  const { code } = (await giver.call('GET', `share_code?assistant_id=1&thread_id=${thread}`)).data;
  const taken = (await taker.call('POST', 'share_code', { code })).data;
  expect(taken.title).not.toContain('91837264');
  const [copied] = await taker.messages(taken.id);
  expect(copied.text).toBe('3 + 4，我電話 ▇▇▇');
  expect((await giver.messages(thread))[0].text).toBe('3 + 4，我電話 91837264');
});

test('a share code gives a copy: neither user sees what the other writes afterwards', async () => {
  const [giver, taker] = [await newUser(), await newUser()];
  const thread = await giver.newThread();
  await giver.send(thread, '3 + 4');
  const { code } = (await giver.call('GET', `share_code?assistant_id=1&thread_id=${thread}`)).data;
  await giver.send(thread, '5 + 6');
  const taken = (await taker.call('POST', 'share_code', { code: ` ${code.toLowerCase()} ` })).data;
  const copied = await taker.messages(taken.id);
  expect(copied.map(({ text }: { text: string }) => text)[0]).toBe('3 + 4');
  expect(copied).toHaveLength(2);
  await taker.send(taken.id, '7 + 8');
  expect(await giver.messages(thread)).toHaveLength(4);
  const plain = (await giver.call('GET', 'share_code?assistant_id=2')).data.code;
  expect((await taker.call('POST', 'share_code', { code: plain })).data).toMatchObject({
    assistant_id: 2,
    title: '',
  });
  expect((await taker.call('POST', 'share_code', { code: 'WRONGCODE' })).status).toBe(404);
  // A thread is copied with its own assistant, whatever the request says.
  const other = (await giver.call('GET', `share_code?assistant_id=2&thread_id=${thread}`)).data.code;
  expect((await taker.call('POST', 'share_code', { code: other })).data.assistant_id).toBe(1);
  // A code does not give an assistant that is not offered to the user.
  const hidden = (await giver.call('GET', 'share_code?assistant_id=3')).data.code;
  const abroad = createChatClient(origin, {
    authorization: `Bearer ${taker.browser.tokens.ai}`,
    'x-forwarded-for': '203.0.113.9',
  });
  expect((await abroad.call('POST', 'share_code', { code: hidden })).status).toBe(404);
  expect((await taker.call('POST', 'share_code', { code: hidden })).data.assistant_id).toBe(3);
  await world.run(sql`update chat_share_codes set expires_at = now() where code = ${code}`);
  expect((await taker.call('POST', 'share_code', { code })).status).toBe(404);
});

test('a share code of a running answer copies its text so far; without the thread it gives nothing', async () => {
  const [giver, taker] = [await newUser(), await newUser()];
  const thread = await giver.newThread();
  let taken: Promise<{ data: { id: number } }> | undefined;
  const shown = await giver.send(thread, '解方程 2x + 5 = 13', {}, ({ text }) => {
    if (text.length > 10)
      taken ??= giver
        .call('GET', `share_code?assistant_id=1&thread_id=${thread}`)
        .then(({ data }) => taker.call('POST', 'share_code', { code: data.code }));
    return false;
  });
  const copy = (await taken)?.data.id ?? 0;
  const [, answer] = await taker.messages(copy);
  expect(answer.text).not.toBe('');
  expect(shown.text.startsWith(answer.text)).toBe(true);
  const { code } = (await giver.call('GET', `share_code?assistant_id=1&thread_id=${thread}`)).data;
  await giver.call('DELETE', `threads/${thread}`);
  expect((await taker.call('POST', 'share_code', { code })).status).toBe(404);
});

test('example questions are listed for one assistant or for all that are offered', async () => {
  const me = createChatClient(origin);
  const all = (await me.call('GET', 'ai_question_examples')).data;
  const ofTutor = (await me.call('GET', 'ai_question_examples?assistant_id=1')).data;
  expect(all.total).toBeGreaterThan(ofTutor.total);
  expect(ofTutor.list[0]).toMatchObject({ subject: '初中數學', text: '解方程 2x + 5 = 13' });
  // Examples of an assistant that is not offered are left out.
  await world.run(sql`update chat_assistants set is_hidden_domestic = true where id = 2`);
  const there = createChatClient(origin, { 'x-forwarded-for': '203.0.113.9' });
  const offered = (await there.call('GET', 'ai_question_examples')).data;
  expect(offered.total).toBeLessThan(all.total);
  expect((await me.call('GET', 'ai_question_examples')).data.total).toBe(all.total);
  await world.run(sql`update chat_assistants set is_hidden_domestic = false where id = 2`);
});

describe('files', () => {
  const upload = async (me: Awaited<ReturnType<typeof newUser>>, bytes: Uint8Array) => {
    const form = new FormData();
    form.append('file', new Blob([Buffer.from(bytes)]), 'question.png');
    const response = await fetch(`${origin}/api_ai/chat_ai/files`, {
      method: 'POST',
      headers: { authorization: `Bearer ${me.browser.tokens.ai}` },
      body: form,
    });
    return { status: response.status, ...(await response.json()) };
  };
  const picture = () =>
    sharp({ create: { width: 20, height: 10, channels: 3, background: 'white' } })
      .png()
      .toBuffer();

  test('are checked by content, belong to their uploader, and are attached to one message', async () => {
    const [me, other] = [await newUser(), await newUser()];
    expect((await upload(me, Buffer.from('<svg onload=alert(1)>'))).status).toBe(415);
    const { data } = await upload(me, await picture());
    expect(data).toMatchObject({ media_type: 'image/webp', recognised_text: null });
    expect((await other.call('GET', `files/${data.id}`)).status).toBe(404);
    const theirs = await other.newThread();
    await expect(other.send(theirs, '看圖', { file_ids: [data.id] })).rejects.toMatchObject({ code: 1005 });
    expect(await other.messages(theirs)).toEqual([]);
    const thread = await me.newThread();
    const shown = await me.send(thread, '', { file_ids: [data.id] });
    expect(shown.text).toContain('看不到附上的檔案');
    expect((await me.messages(thread))[0].files).toMatchObject([{ id: data.id }]);
    await expect(me.send(thread, '再看', { file_ids: [data.id] })).rejects.toMatchObject({ code: 1005 });
  });

  test('and messages are exported, and deleted with the account', async () => {
    const me = await newUser();
    const thread = await me.newThread();
    const { data } = await upload(me, await picture());
    await me.send(thread, '3 + 4', { file_ids: [data.id] });
    await me.call('GET', `share_code?assistant_id=1&thread_id=${thread}`);
    const person = samplePerson(me.id);
    const exported = await chatData.exportRows(world.database.db, person);
    expect(Object.fromEntries(Object.entries(exported).map(([name, rows]) => [name, rows.length]))).toEqual({
      chat_threads: 1,
      chat_messages: 2,
      chat_files: 1,
      chat_share_codes: 1,
    });
    expect(await chatData.files?.(world.database.db, person)).toHaveLength(1);
    await world.database.transaction((tx) => chatData.forget(tx, person));
    const after = await chatData.exportRows(world.database.db, person);
    expect(Object.values(after).flat()).toEqual([]);
  });
});

test('an operator changes assistants and subscriptions, and each action is in the audit log', async () => {
  const { browser, id } = await world.registered();
  const refused = await browser.get('/api/operator/assistants');
  expect(refused.status).toBe(403);
  await world.run(sql`insert into operators (user_id) values (${id})`);
  await world.run(sql`update sessions set second_factor_at = now() where user_id = ${id}`);
  const { data } = await browser.get('/api/operator/assistants');
  expect(data.endpoints).toEqual(['built-in']);
  const { id: assistant, path_name: _, unknown_endpoints: __, ...form } = data.list[1];
  const changed = await browser.put(`/api/operator/assistants/${assistant}`, {
    ...form,
    endpoints: ['nowhere'],
    trial_count: 2,
    is_shown: false,
  });
  expect(changed.data).toMatchObject({ unknown_endpoints: ['nowhere'], trial_count: 2 });
  const me = await newUser();
  const names = (await me.call('GET', 'assistants')).data.list.map(
    ({ path_name }: { path_name: string }) => path_name,
  );
  expect(names).not.toContain('aitutor2');
  expect((await me.call('POST', 'threads', { assistant_id: assistant })).status).toBe(404);

  const key = randomUUID();
  for (let n = 0; n < 2; n += 1)
    await browser.post(`/api/operator/users/${me.id}/subscription`, { days: 30, key });
  expect(await me.remaining()).toBe(-1);
  await browser.delete(`/api/operator/users/${me.id}/subscription`);
  expect(await me.remaining()).toBe(100);
  expect((await browser.get('/api/operator/chat_spend')).data).toMatchObject({ budget_cents: 0 });
  const { rows } = await world.run(sql`select action from audit_log where operator_id = ${id} order by id`);
  expect(rows.map(({ action }) => action)).toEqual([
    'assistants.listed',
    'assistants.set',
    'users.subscribed',
    'users.subscription_ended',
    'chat_spend.read',
  ]);
});
