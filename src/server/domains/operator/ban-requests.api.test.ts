import { Secret, TOTP } from 'otpauth';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Tx } from '#server/ground/db/db.ts';
import { newNumber } from '#tests/browser.ts';
import type { Person } from '#tests/callers.ts';
import { serve } from '#tests/serve.ts';
import { unzip } from '#tests/unzip.ts';
import { whileLocked } from '#tests/while-locked.ts';

const { app, call, database, newBrowser, people, query, registered } = await serve({
  environment: { DEMO: '1' },
});
const operator: Person = { ...(await people.operator()), locale: 'zh-Hant' };
const at = (path: string, body: object = {}) => call(operator, `POST /api/operator/${path}`, body);

type Browser = ReturnType<typeof newBrowser>;
type Side = '/api/users' | '/api_ai/user';

/** The refused log-in, which proves the number to this browser and answers what became of requests. */
async function atLogin(browser: Browser, number: string, side: Side = '/api/users') {
  await query('delete from sms_messages');
  const answer = await browser.proveNumber(number, side);
  expect(answer).toMatchObject({ status: 403, code: 2007 });
  return answer.data;
}

async function banned(person?: { id: number; number: string }) {
  const { id, number } = person ?? (await registered({ name: '陳小明' }));
  const made = await at('bans', { user_id: id, cause: 'conduct', reason: '言行不當' });
  expect(made).toMatchObject({ code: 0 });
  const browser = newBrowser();
  const told = await atLogin(browser, number);
  return { id, number, browser, told, banId: made.data.id as number };
}

const ask = (browser: Browser, mobile: string, wish: string, more: object = {}, side: Side = '/api/users') =>
  browser.post(`${side}/banned_request`, { mobile, wish, words: '請再看一次', ...more });

const itemsOf = async (kind: string) =>
  (await call(operator, `GET /api/operator/queue?kind=${kind}&page_size=100`)).data.list;
const decideLast = async (kind: string, body: object) =>
  at(`queue/${(await itemsOf(kind)).at(-1).id}/decide`, body);

let downloads = 0;
const download = (browser: Browser, mobile: string, more: object = {}, path = '/api/users/banned_copy') =>
  app.inject({
    method: 'POST',
    url: path,
    // The limit of the call is per address.
    remoteAddress: `10.77.${downloads++}.1`,
    payload: { mobile, ...more },
    headers: { cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; ') },
  });

test('a banned person appeals with the number just proved, and reads the answer at the next log-in', async () => {
  const { id, number, browser, told } = await banned();
  expect(told).toEqual({ reason: '言行不當', has_account: true, needs_factor: false, requests: [] });
  expect(await ask(browser, number, 'appeal', { words: ' ' })).toMatchObject({ code: 1001 });
  expect(await ask(browser, number, 'party')).toMatchObject({ code: 1001 });
  const sent = await ask(browser, number, 'appeal', { words: '是誤會，請打 9123 4567' });
  expect(sent).toMatchObject({ code: 0, data: { requests: [{ wish: 'appeal', decision: null }] } });
  const item = (await itemsOf('ban_appeal')).at(-1);
  expect(item).toMatchObject({ about_user: id, opened_by: null });
  const { details } = (await call(operator, `GET /api/operator/queue/${item.id}`)).data;
  expect(details).toMatchObject({ cause: 'conduct', reason: '言行不當', account_name: '陳小明' });
  expect(details.appeal).toContain('是誤會');
  expect(details.appeal).not.toContain('9123');
  expect(await at(`queue/${item.id}/decide`, { decision: 'keep', answer: '證據充分' })).toMatchObject({
    code: 0,
  });
  expect((await atLogin(newBrowser(), number)).requests).toMatchObject([
    { wish: 'appeal', decision: 'kept', answer: '證據充分', download_until: null },
  ]);
  expect(await query('select kind from notices where user_id = $1', [id])).toEqual([]);

  // Again, and the ban is lifted with everything else that waited.
  expect(await ask(browser, number, 'appeal')).toMatchObject({ code: 0 });
  expect(await ask(browser, number, 'copy', { words: '' })).toMatchObject({ code: 0 });
  expect(await decideLast('ban_appeal', { decision: 'lift' })).toMatchObject({ code: 0 });
  expect(await itemsOf('ban_copy')).toEqual([]);
  expect(await query('select wish, decision from ban_requests where user_id = $1 order by id', [id])).toEqual(
    [
      { wish: 'appeal', decision: 'kept' },
      { wish: 'appeal', decision: 'lifted' },
      { wish: 'copy', decision: 'over' },
    ],
  );
  expect(await ask(browser, number, 'appeal')).toMatchObject({ code: 1012 });
  expect((await download(browser, number)).json()).toMatchObject({ code: 1012 });
  await query('delete from sms_messages');
  expect(await browser.proveNumber(number)).toMatchObject({ data: { status: 'signed_in' } });
  const { data } = (await browser.get('/api/users/export')).data;
  expect(data.requests_while_banned).toHaveLength(3);
});

test('nobody asks for a number that this browser has not just proved', async () => {
  const { number, browser } = await banned();
  const other = await banned();
  for (const path of ['/api/users', '/api_ai/user'] as const) {
    for (const asking of [newBrowser(), other.browser]) {
      expect(await ask(asking, number, 'appeal', {}, path)).toMatchObject({ code: 2006 });
      expect((await download(asking, number, {}, `${path}/banned_copy`)).json()).toMatchObject({
        code: 2006,
      });
    }
  }
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 60 * 1000 });
  onTestFinished(() => void vi.useRealTimers());
  expect(await ask(browser, number, 'appeal')).toMatchObject({ code: 2006 });
  expect((await download(browser, number)).json()).toMatchObject({ code: 2006 });
});

test('twice at once is one request; one that waits for the ban to be lifted is not written', async () => {
  const { id, number, browser, banId } = await banned();
  const lockAccount = (tx: Tx) => tx.execute(`select from users where id = ${id} for update`);
  const appeal = () => ask(browser, number, 'appeal');
  const made = await whileLocked(database, lockAccount, [appeal, appeal]);
  expect(made.map(({ code }) => code).sort()).toEqual([0, 2011]);
  expect(await query('select from ban_requests where user_id = $1', [id])).toHaveLength(1);

  const [late] = await whileLocked(database, lockAccount, [() => ask(browser, number, 'copy')], (tx) =>
    tx.execute(`update bans set lifted_at = now() where id = ${banId}`),
  );
  expect(late).toMatchObject({ code: 1012 });
  expect(await query('select from ban_requests where user_id = $1 and decided_at is null', [id])).toEqual([]);
  expect(await query(`select from queue_items where about_user = $1 and state = 'open'`, [id])).toEqual([]);
});

test('a copy that was granted can be downloaded for 30 days by who proves the number', async () => {
  const { id, number, browser } = await banned();
  expect((await download(browser, number)).json()).toMatchObject({ code: 1005 });
  expect(await ask(browser, number, 'copy')).toMatchObject({ code: 0 });
  expect((await download(browser, number)).json()).toMatchObject({ code: 1005 });
  expect(await decideLast('ban_copy', { decision: 'refuse' })).toMatchObject({
    code: 1001,
    data: { fields: { answer: expect.stringContaining('原因') } },
  });
  expect(await decideLast('ban_copy', { decision: 'refuse', answer: '請說明身份' })).toMatchObject({
    code: 0,
  });
  expect((await download(browser, number)).json()).toMatchObject({ code: 1005 });
  expect(await ask(browser, number, 'copy', { words: '我是戶主' })).toMatchObject({ code: 0 });
  expect(await decideLast('ban_copy', { decision: 'grant' })).toMatchObject({ code: 0 });

  const [request] = (await atLogin(browser, number)).requests;
  expect(request).toMatchObject({ wish: 'copy', decision: 'granted', answer: '' });
  const days = (Date.parse(request.download_until) - Date.now()) / 86_400_000;
  expect(days).toBeCloseTo(30, 1);
  expect(await ask(browser, number, 'copy')).toMatchObject({ code: 2011 });
  const archive = await download(browser, number);
  expect(archive.headers['content-type']).toBe('application/zip');
  const { data } = JSON.parse(String(unzip(archive.rawPayload)['data.json']));
  expect(data.account).toMatchObject([{ id, name: '陳小明' }]);
  expect(data.requests_while_banned).toMatchObject([{ words: '請再看一次' }, { words: '我是戶主' }]);

  await query(`update ban_requests set decided_at = decided_at - interval '30 days' where user_id = $1`, [
    id,
  ]);
  expect((await download(browser, number)).json()).toMatchObject({ code: 1005 });
  expect(await ask(browser, number, 'copy')).toMatchObject({ code: 0 });
});

test('a deletion that was granted deletes the account and keeps the ban, and the answer is for the number', async () => {
  const { id, number, browser } = await banned();
  expect(await ask(browser, number, 'delete', { words: '刪除陳小明的資料' })).toMatchObject({ code: 0 });
  expect(await ask(browser, number, 'appeal')).toMatchObject({ code: 0 });
  expect(await ask(browser, number, 'copy')).toMatchObject({ code: 0 });
  expect(await decideLast('ban_copy', { decision: 'grant', answer: '陳小明可下載' })).toMatchObject({
    code: 0,
  });
  expect(await decideLast('ban_delete', { decision: 'refuse' })).toMatchObject({ code: 1001 });
  const granted = { decision: 'grant', answer: '已經刪除', note: '陳小明來信' };
  const item = (await itemsOf('ban_delete')).at(-1);
  const both = [at(`queue/${item.id}/decide`, granted), at(`queue/${item.id}/decide`, granted)];
  expect((await Promise.all(both)).map(({ code }) => code).sort()).toEqual([0, 1012]);

  expect(await query('select deleted_at is not null as gone, name from users where id = $1', [id])).toEqual([
    { gone: true, name: '' },
  ]);
  expect(
    await query('select wish, words, decision, answer from ban_requests where user_id = $1 order by id', [
      id,
    ]),
  ).toEqual([
    { wish: 'delete', words: '', decision: 'granted', answer: '已經刪除' },
    { wish: 'appeal', words: '', decision: 'over', answer: '' },
    { wish: 'copy', words: '', decision: 'granted', answer: '' },
  ]);
  expect(
    await query('select kind, state, note from queue_items where about_user = $1 order by kind', [id]),
  ).toEqual([
    { kind: 'ban_copy', state: 'decided', note: '' },
    { kind: 'ban_delete', state: 'decided', note: '' },
  ]);
  const told = await atLogin(browser, number);
  expect(told).toMatchObject({ reason: '', has_account: false });
  expect(told.requests).toContainEqual(
    expect.objectContaining({ wish: 'delete', decision: 'granted', answer: '已經刪除' }),
  );
  expect(told.requests).toContainEqual(expect.objectContaining({ wish: 'copy', download_until: null }));
  expect((await download(browser, number)).json()).toMatchObject({ code: 1005 });
  expect(await ask(browser, number, 'copy')).toMatchObject({
    code: 1001,
    data: { fields: { wish: expect.any(String) } },
  });
  expect(await ask(browser, number, 'appeal')).toMatchObject({ code: 0 });
});

test('a banned number without an account can only appeal, and its words go with the ban', async () => {
  const [browser, number] = [newBrowser(), newNumber()];
  const { data: ban } = await at('bans', { mobile: number, reason: '冒認導師' });
  expect(await atLogin(browser, number, '/api_ai/user')).toMatchObject({ has_account: false });
  for (const wish of ['copy', 'delete'])
    expect(await ask(browser, number, wish, {}, '/api_ai/user')).toMatchObject({ code: 1001 });
  const appeal = () => ask(browser, number, 'appeal', {}, '/api_ai/user');
  const lockBan = (tx: Tx) => tx.execute(`select from bans where id = ${ban.id} for update`);
  const made = await whileLocked(database, lockBan, [appeal, appeal]);
  expect(made.map(({ code }) => code).sort()).toEqual([0, 2011]);
  const waiting = (await itemsOf('ban_appeal')).at(-1);
  expect(waiting).toMatchObject({ about_user: null, opened_by: null });
  expect(await at(`bans/${ban.id}/lift`)).toMatchObject({ code: 0 });
  expect(await query('select words, decision from ban_requests where ban_id = $1', [ban.id])).toEqual([
    { words: '', decision: 'over' },
  ]);
  expect(await call(operator, `GET /api/operator/queue/${waiting.id}`)).toMatchObject({ code: 1005 });
});

test('data of an account with a second factor are not given or deleted without its code', async () => {
  const person = await registered();
  const { data: setup } = await person.browser.post('/api/users/second_factor/setup');
  const totp = new TOTP({ secret: Secret.fromBase32(setup.secret) });
  await person.browser.post('/api/users/second_factor/confirm', { code: totp.generate() });
  const { number, browser, told } = await banned(person);
  expect(told).toMatchObject({ needs_factor: true });
  expect(await ask(browser, number, 'appeal')).toMatchObject({ code: 0 });
  for (const wish of ['copy', 'delete']) {
    expect(await ask(browser, number, wish)).toMatchObject({ code: 3007 });
    expect(await ask(browser, number, wish, { factor_code: '000000' })).toMatchObject({ code: 2001 });
  }
  const factor_code = totp.generate({ timestamp: Date.now() + 30_000 });
  expect(await ask(browser, number, 'copy', { factor_code })).toMatchObject({ code: 0 });
  expect(await decideLast('ban_copy', { decision: 'grant' })).toMatchObject({ code: 0 });
  expect((await download(browser, number)).json()).toMatchObject({ code: 3007 });
  await query('update second_factors set last_step = 0 where user_id = $1', [person.id]);
  expect(await download(browser, number, { factor_code })).toMatchObject({ statusCode: 200 });
});
