import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { newNumber } from '#tests/browser.ts';
import { serve } from '#tests/serve.ts';
import { unzip } from '#tests/unzip.ts';

const { newBrowser, run, registered, work, app } = await serve();

async function aiAlone() {
  const [browser, number] = [newBrowser(), newNumber()];
  const { data } = await browser.proveNumber(number, '/api_ai/user');
  return { browser, number, id: data.profile.id as number };
}
type Browser = Awaited<ReturnType<typeof aiAlone>>['browser'];

const addThread = async (userId: number, title: string) => {
  const { rows } = await run(sql`
    insert into chat_threads (user_id, assistant_id, title)
    values (${userId}, (select min(id) from chat_assistants where is_shown), ${title}) returning id::int`);
  const id = Number(rows[0]?.id);
  await run(sql`
    with made as (
      insert into chat_messages (thread_id, role, text, state) values (${id}, 'user', '甚麼是分數？', 'done') returning id)
    update chat_threads set leaf_id = (select id from made) where id = ${id}`);
  return id;
};
async function code(browser: Browser, number: string) {
  await run(sql`delete from sms_messages`);
  const { data } = await browser.post('/api_ai/user/send_sms', { mobile: number });
  return { request_id: data.request_id as string, code: data.demo_code as string };
}

describe('who uses the AI side alone', () => {
  test('exports everything, as JSON and as an archive', async () => {
    const { browser, number, id } = await aiAlone();
    await addThread(id, '分數');
    const { data } = await browser.get('/api_ai/user/export');
    expect(data.data).toMatchObject({
      account: [{ id, mobile: `+852${number}` }],
      chat_threads: [{ title: '分數' }],
      sessions: [{ face: 'ai' }],
    });
    const archive = await app.inject({
      url: '/api_ai/user/export.zip',
      headers: { authorization: `Bearer ${browser.tokens.ai}` },
    });
    expect(archive.headers['content-type']).toBe('application/zip');
    expect(unzip(archive.rawPayload)['data.json']?.toString()).toContain('分數');
    expect((await app.inject('/api_ai/user/export.zip')).json().code).toBe(3002);
  });

  test('deletes everything, with a code of the AI side', async () => {
    const { browser, number, id } = await aiAlone();
    await addThread(id, '分數');
    const right = await code(browser, number);
    const wrong = right.code === '000000' ? '000001' : '000000';
    expect((await browser.post('/api_ai/user/delete_account', { ...right, code: wrong })).code).toBe(2001);
    expect((await newBrowser().post('/api_ai/user/delete_account', right)).code).toBe(3002);
    expect((await browser.post('/api_ai/user/delete_account', right)).code).toBe(0);
    await work();
    expect((await run(sql`select from chat_threads where user_id = ${id}`)).rows).toEqual([]);
    const { rows } = await run(
      sql`select phone_hash, deleted_at is not null as gone from users where id = ${id}`,
    );
    expect(rows).toEqual([{ phone_hash: null, gone: true }]);
    expect((await browser.get('/api_ai/user/profile')).code).toBe(3001);
  });

  test('an AI session beside a product account does neither', async () => {
    const { number } = await registered();
    const screen = newBrowser();
    await run(sql`delete from sms_messages`);
    await screen.proveNumber(number, '/api_ai/user');
    for (const path of ['export', 'copies', 'export.zip'])
      expect((await screen.get(`/api_ai/user/${path}`)).code, path).toBe(3006);
    const given = await code(screen, number);
    expect((await screen.post('/api_ai/user/delete_account', given)).code).toBe(3006);
  });
});

describe('copies that others keep', () => {
  test('a thread that was shared and copied is listed with the number of its copies', async () => {
    const { browser, id } = await aiAlone();
    const thread = await addThread(id, '分數');
    await addThread(id, '未分享');
    expect((await browser.get('/api_ai/user/copies')).data).toEqual({ threads: [], papers: [] });
    const { data: assistants } = await browser.get('/api_ai/chat_ai/assistants');
    const { data: share } = await browser.get(
      `/api_ai/chat_ai/share_code?assistant_id=${assistants.list[0].id}&thread_id=${thread}`,
    );
    const takers = [await registered(), await registered()];
    for (const { browser: taker } of takers)
      expect((await taker.post('/api_ai/chat_ai/share_code', { code: share.code })).code).toBe(0);
    // A copy of one's own is no copy of another person.
    await browser.post('/api_ai/chat_ai/share_code', { code: share.code });
    expect((await browser.get('/api_ai/user/copies')).data.threads).toEqual([{ title: '分數', copies: 2 }]);
    expect((await takers[0]?.browser.get('/api/users/copies'))?.data.threads).toEqual([]);
  });

  test('a paper that was copied is listed until its copy is deleted', async () => {
    const owner = await registered();
    const { browser: taker, id: takerId } = await registered();
    const paper = async (userId: number, from: number | null) =>
      Number(
        (
          await run(sql`
            insert into eraser_records (user_id, title, copied_from) values (${userId}, '中二數學測驗', ${from})
            returning id::int`)
        ).rows[0]?.id,
      );
    const original = await paper(owner.id, null);
    const copy = await paper(takerId, original);
    const papers = async () => (await owner.browser.get('/api/users/copies')).data.papers;
    expect(await papers()).toEqual([{ title: '中二數學測驗', copies: 1 }]);
    await run(sql`update eraser_records set deleted_at = now() where id = ${copy}`);
    expect(await papers()).toEqual([]);
    expect((await taker.get('/api/users/copies')).code).toBe(0);
  });
});
