import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import pg from 'pg';
import { readPhone } from '#server/ground/phone/phone.ts';
import { runningPostgresUrl } from '#server/ground/postgres/postgres.ts';
import { dataDirOf } from './data-dir.ts';
import { type Locale, words } from './helpers.ts';

const between = (low: number, high: number) => low + Math.floor(Math.random() * (high - low + 1));

/** SMS limits apply per network, so every user gets another one. */
export const newNetwork = () => ({
  'x-forwarded-for': `10.${between(0, 255)}.${between(0, 255)}.${between(1, 254)}`,
});

/** A random Hong Kong number; limits also apply per prefix. */
export function newNumber(): string {
  const number = `6${between(100, 899)}${between(1000, 9999)}`;
  return readPhone('852', number) ? number : newNumber();
}

/** The context that Playwright reuses from test to test. */
let reused: BrowserContext | undefined;

export const test = base.extend<{ closeOtherContexts: undefined }>({
  context: async ({ context }, use) => {
    reused = context;
    await context.setExtraHTTPHeaders(newNetwork());
    await use(context);
    // The next test may get the same context; Playwright resets everything except these two.
    await context.setOffline(false);
    for (const page of context.pages())
      if (page.url().startsWith('http')) await page.evaluate(() => sessionStorage.clear());
  },

  /** Closes all contexts a test has opened: their pages would otherwise stay active until the last test is over. */
  closeOtherContexts: [
    async ({ browser }, use) => {
      await use(undefined);
      const opened = browser.contexts().filter((one) => one !== reused);
      await Promise.all(opened.map((one) => one.close()));
    },
    { auto: true },
  ],
});

export type Person = { mobile: string; name: string; identity?: 1 | 2 };

/** Creates an account over HTTP and logs in this page's browser, as the login sheet would. */
export async function signUp(page: Page, { mobile, name, identity = 1 }: Person) {
  const { request_id, demo_code } = await call(page, 'POST', '/api/users/send_sms', { mobile });
  const proven = { request_id, mobile, code: demo_code };
  const { ticket } = await call(page, 'POST', '/api/users/verify_sms', proven);
  const session = await call(page, 'POST', '/api/common_info/simple_registration', {
    ...{ ticket, name, identity, gender: 'U', agreed: true, registration_method: 'popup_register' },
  });
  await storeTokens(page, session);
  return { mobile, name, id: Number(session.user.id) };
}

/** Logs an existing account in, in another browser. */
export async function logInByApi(page: Page, mobile: string) {
  // Removes the half-minute wait for the next code.
  await sql('delete from sms_messages');
  const { request_id, demo_code } = await call(page, 'POST', '/api/users/send_sms', { mobile });
  const session = await call(page, 'POST', '/api/users/verify_sms', { request_id, mobile, code: demo_code });
  await storeTokens(page, session);
}

async function storeTokens(page: Page, { token, ai_token }: { token: string; ai_token: string }) {
  await page.goto('/robots.txt');
  await page.evaluate(
    ([product, ai]) => {
      localStorage.setItem('token', product ?? '');
      localStorage.setItem('ai_token', ai ?? '');
    },
    [token, ai_token],
  );
}

// biome-ignore lint/suspicious/noExplicitAny: what comes back differs by call
export async function call(page: Page, method: string, path: string, data: object): Promise<any> {
  // Uses the server of the page, if the test has already opened one.
  const origin = page.url().startsWith('http') ? new URL(page.url()).origin : undefined;
  const headers = { origin: origin ?? test.info().project.use.baseURL ?? '' };
  const answer = await (await page.request.fetch(path, { method, data, headers })).json();
  expect(answer.code, `${path}: ${answer.message}`).toBe(0);
  return answer.data;
}

/** Queries the server's database, for states that no page can create. */
export async function sql(text: string, values: unknown[] = []) {
  const url = await runningPostgresUrl(dataDirOf(process.env.E2E_PORT));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** The effect of an operator's ban. */
export async function ban(userId: number) {
  await sql(
    `insert into bans (phone_hash, phone_key, reason) select phone_hash, phone_key, 'test' from users where id = $1`,
    [userId],
  );
  await sql(`update sessions set ended_at = now(), ended_why = 'banned' where user_id = $1`, [userId]);
}

export const sheet = (page: Page) => page.getByRole('dialog');
export const headerLogin = (page: Page, locale: Locale = 'zh-Hant') =>
  page.getByRole('banner').getByRole('button', { name: words[locale].login.title, exact: true });
export const accountLink = (page: Page, locale: Locale = 'zh-Hant') =>
  page.getByRole('banner').getByRole('link', { name: words[locale].login.account });

/** Enters the number and returns the code that demo mode shows. */
export async function askForCode(page: Page, mobile: string, locale: Locale = 'zh-Hant') {
  const { login } = words[locale];
  await sheet(page).getByLabel(login.mobile).fill(mobile);
  await sheet(page).getByRole('button', { name: login.sendCode }).click();
  await expect(sheet(page).getByLabel(login.code)).toBeFocused();
  return (await sheet(page).locator('strong').textContent()) ?? '';
}
