import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { newNumber } from '#tests/browser.ts';
import { serve } from '#tests/serve.ts';

const { newBrowser, run, registered } = await serve();

describe('the AI app', () => {
  test('an AI login alone opens no product session and sets no flag; a product login sets the flag', async () => {
    const number = newNumber();
    const visitor = newBrowser();
    const answer = await visitor.proveNumber(number, '/api_ai/user');
    expect(answer.data.profile).toMatchObject({ user_type: 0, mobile: `+852 ${number}` });
    expect((await visitor.get('/api/users/info')).code).toBe(3002);
    const since = () => run(sql`select ai_since from users where id = ${answer.data.profile.id}`);
    const { rows } = await since();
    await newBrowser().proveNumber(number, '/api_ai/user');
    expect((await since()).rows).toEqual(rows);
    // The same number has no product account yet.
    expect((await newBrowser().proveNumber(number)).data.status).toBe('register');

    const { browser } = await registered();
    expect((await browser.get('/api_ai/user/profile')).data.user_type & 4).toBe(4);
  });

  test('logging out of the AI app leaves the product logged in', async () => {
    const { browser } = await registered();
    expect((await browser.post('/api_ai/user/logout')).code).toBe(0);
    expect((await browser.get('/api_ai/user/profile')).code).toBe(3001);
    expect((await browser.get('/api/users/info')).code).toBe(0);
    expect((await browser.put('/api/users/switch_identity', { identity: 2 })).code).toBe(0);
  });

  test('a QR code logs in the browser that shows it, once, after the phone confirmed', async () => {
    const { browser: phone, id } = await registered();
    const [screen, spy] = [newBrowser(), newBrowser()];
    const { data: qr } = await screen.get('/api_ai/user/qrcode');
    expect(qr.url).toBe(`http://localhost/me/confirm-login?code=${qr.code}`);
    expect(qr.svg).toContain('<svg');
    const status = (browser: typeof screen) => browser.get(`/api_ai/user/login_status?code=${qr.code}`);
    expect((await status(screen)).data).toEqual({ status: 'waiting' });
    expect((await status(spy)).data).toEqual({ status: 'expired' });
    const answer = { code: qr.code, number: qr.number };
    expect((await spy.post('/api_ai/user/confirm_login', answer)).code).toBe(3002);
    expect((await phone.post('/api_ai/user/confirm_login', answer)).code).toBe(0);
    expect((await phone.post('/api_ai/user/confirm_login', answer)).code).toBe(2002);
    expect((await status(spy)).data.status).toBe('expired');
    const answers = await Promise.all([status(screen), status(screen), status(screen)]);
    const confirmed = answers.filter(({ data }) => data.status === 'confirmed');
    expect(confirmed).toHaveLength(1);
    screen.tokens.ai = confirmed[0]?.data.token;
    expect((await screen.get('/api_ai/user/profile')).data).toMatchObject({ id, user_type: 0 });
    expect((await screen.get('/api/users/info')).code).toBe(3002);
  });

  test('a QR log-in that was confirmed and not taken yet is gone once its owner has logged out everywhere', async () => {
    const { browser: phone } = await registered();
    const screen = newBrowser();
    const { data: qr } = await screen.get('/api_ai/user/qrcode');
    await phone.post('/api_ai/user/confirm_login', { code: qr.code, number: qr.number });
    expect((await phone.post('/api/users/logout_everywhere')).code).toBe(0);
    const { data } = await screen.get(`/api_ai/user/login_status?code=${qr.code}`);
    expect(data).toEqual({ status: 'expired' });
  });

  test('the phone is told which browser asks, from where and when, and must name the number on its screen', async () => {
    const { browser: phone } = await registered();
    const screen = newBrowser('Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) Firefox/140');
    const from = { address: '203.0.113.77' };
    const { data: qr } = await screen.get('/api_ai/user/qrcode', from);
    expect(qr.number).toBeGreaterThanOrEqual(10);
    const url = `/api_ai/user/login_request?code=${qr.code}`;
    expect((await newBrowser().get(url)).code).toBe(3002);
    const { data: asked } = await phone.get(url);
    expect(asked).toEqual({
      browser: 'Firefox · macOS',
      network: '203.0.113.0/24',
      is_same_network: false,
      asked_at: expect.any(String),
      expires_in: expect.any(Number),
      choices: expect.arrayContaining([qr.number]),
    });
    expect(Date.now() - Date.parse(asked.asked_at)).toBeLessThan(60_000);
    expect(new Set(asked.choices).size).toBe(3);
    expect((await phone.get(url, { address: '203.0.113.5' })).data.is_same_network).toBe(true);
    // The address of the screen is not readable in the table.
    const { rows } = await run(sql`select asked_by_browser from qr_logins where number = ${qr.number}`);
    expect(JSON.stringify(rows)).not.toMatch(/203\.0|Firefox/);
  });

  test('a wrong number refuses the browser for good, whatever is answered after it', async () => {
    const { browser: phone } = await registered();
    const screen = newBrowser();
    const { data: qr } = await screen.get('/api_ai/user/qrcode');
    const confirm = (number: number) => phone.post('/api_ai/user/confirm_login', { code: qr.code, number });
    const { data: asked } = await phone.get(`/api_ai/user/login_request?code=${qr.code}`);
    const wrong = asked.choices.find((one: number) => one !== qr.number);
    expect((await confirm(wrong)).code).toBe(2021);
    expect((await confirm(qr.number)).code).toBe(2002);
    expect((await phone.get(`/api_ai/user/login_request?code=${qr.code}`)).code).toBe(2002);
    expect((await screen.get(`/api_ai/user/login_status?code=${qr.code}`)).data).toEqual({
      status: 'expired',
    });
  });

  test('without a number nobody is let in', async () => {
    const { browser: phone } = await registered();
    const { data: qr } = await newBrowser().get('/api_ai/user/qrcode');
    expect((await phone.post('/api_ai/user/confirm_login', { code: qr.code })).code).toBe(1001);
  });

  test('a QR code expires after two minutes', async () => {
    const { browser: phone } = await registered();
    const screen = newBrowser();
    const { data: qr } = await screen.get('/api_ai/user/qrcode');
    const { rows } = await run(sql`
      select extract(epoch from expires_at - created_at)::int as life, q::text as row from qr_logins q
      where expires_at > now() order by created_at desc limit 1`);
    expect(rows[0]?.life).toBe(120);
    for (const secret of [qr.code, screen.cookies.get('qr_login') ?? ''])
      expect(rows[0]?.row).not.toContain(Buffer.from(secret).toString('hex'));
    await run(sql`update qr_logins set expires_at = now() - interval '1 second'`);
    expect((await phone.post('/api_ai/user/confirm_login', { code: qr.code, number: qr.number })).code).toBe(
      2002,
    );
    expect((await screen.get(`/api_ai/user/login_status?code=${qr.code}`)).data.status).toBe('expired');
    await run(sql`update qr_logins set expires_at = now() - interval '2 hours'`);
    await screen.get('/api_ai/user/qrcode');
    expect((await run(sql`select from qr_logins`)).rows).toHaveLength(1);
  });

  test('a QR code that was confirmed in time but fetched too late has expired', async () => {
    const { browser: phone } = await registered();
    const screen = newBrowser();
    const { data: qr } = await screen.get('/api_ai/user/qrcode');
    expect((await phone.post('/api_ai/user/confirm_login', { code: qr.code, number: qr.number })).code).toBe(
      0,
    );
    await run(sql`update qr_logins set expires_at = now() - interval '1 second'`);
    expect((await screen.get(`/api_ai/user/login_status?code=${qr.code}`)).data).toEqual({
      status: 'expired',
    });
  });
});
