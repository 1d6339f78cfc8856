import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Browser, type BrowserContext, test } from '@playwright/test';
import { TOTP } from 'otpauth';
import pg from 'pg';
import { runningPostgresUrl } from '#server/ground/postgres/postgres.ts';
import { dataDirOf } from './data-dir.ts';
import { untilHydrated } from './helpers.ts';
import { outsideKeys } from './outside-keys.ts';

const dataDir = () => dataDirOf(process.env.E2E_PORT);
type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;
let people = 0;

/** A new browser context with its own IP address, because rate limits apply per address. */
export async function newVisitor(
  browser: Browser,
  options: { width?: number; locale?: 'en'; storageState?: StorageState } = {},
) {
  people += 1;
  const { workerIndex, project } = test.info();
  const context = await browser.newContext({
    ...project.use,
    reducedMotion: 'reduce',
    locale: options.locale === 'en' ? 'en-HK' : 'zh-HK',
    viewport: { width: options.width ?? 1280, height: 800 },
    ...(options.storageState && { storageState: options.storageState }),
    extraHTTPHeaders: { 'x-forwarded-for': `10.${100 + workerIndex}.${people}.1` },
  });
  const page = await context.newPage();

  /** Makes an API call the way the page would. */
  async function call(method: string, path: string, body?: object) {
    return page.evaluate(
      async ([method, path, body]) => {
        const csrf = /(?:^|; )csrftoken=([^;]*)/.exec(document.cookie)?.[1];
        const token = localStorage.getItem('token');
        const response = await fetch(path, {
          method,
          headers: {
            ...(body && { 'content-type': 'application/json' }),
            ...(csrf && { 'x-csrftoken': decodeURIComponent(csrf) }),
            ...(token && { authorization: `Bearer ${token}` }),
          },
          ...(body && { body: JSON.stringify(body) }),
        });
        return response.json();
      },
      [method, path, body] as const,
    );
  }
  const storeTokens = (tokens: { token: string; ai_token: string }) =>
    page.evaluate(({ token, ai_token }) => {
      localStorage.setItem('token', token);
      localStorage.setItem('ai_token', ai_token);
    }, tokens);

  return {
    context,
    page,
    call,
    /** Logs in with a number; registers it the first time. */
    async logIn(mobile: string, name = '陳大文') {
      await page.goto('/faq');
      const { data: sent } = await call('POST', '/api/users/send_sms', { mobile });
      const { data: proved } = await call('POST', '/api/users/verify_sms', {
        mobile,
        request_id: sent.request_id,
        code: sent.demo_code,
      });
      if (proved.status === 'signed_in') return storeTokens(proved);
      const { data: made } = await call('POST', '/api/common_info/simple_registration', {
        ...{ ticket: proved.ticket, name, gender: 'F', identity: 1, agreed: true },
        registration_method: 'popup_register',
      });
      await storeTokens(made);
    },
    async id(): Promise<number> {
      return (await call('GET', '/api/users/info')).data.id;
    },
    async setUpSecondFactor() {
      const { data } = await call('POST', '/api/users/second_factor/setup');
      const codeOf = (stepsAhead = 0) =>
        new TOTP({ secret: data.secret }).generate({ timestamp: Date.now() + stepsAhead * 30_000 });
      const { code } = await call('POST', '/api/users/second_factor/confirm', { code: codeOf() });
      if (code !== 0) throw new Error(`the second factor was not confirmed: ${code}`);
      return codeOf;
    },
    /** Uploads evidence as the form does, and returns its id. */
    async upload(kind: string, file: { name: string; mimeType: string; buffer: Buffer }): Promise<number> {
      const token = await page.evaluate(() => localStorage.getItem('token'));
      const csrf = (await context.cookies()).find(({ name }) => name === 'csrftoken');
      const response = await context.request.post('/api/users/evidence', {
        headers: { authorization: `Bearer ${token}`, 'x-csrftoken': decodeURIComponent(csrf?.value ?? '') },
        multipart: { kind, file },
      });
      const { data, message } = await response.json();
      if (!data?.id) throw new Error(`evidence was not taken: ${message}`);
      return data.id;
    },
    async open(path: string) {
      const response = await page.goto(path, { waitUntil: 'commit' });
      await untilHydrated(page);
      return response;
    },
  };
}
export type Visitor = Awaited<ReturnType<typeof newVisitor>>;

let numbers = 0;
/** A Hong Kong number that no other test uses, with its own prefix. */
export function newNumber() {
  numbers += 1;
  const block = 6300 + test.info().workerIndex * 15 + numbers;
  return `${block}${block}`;
}

/** Makes a user an operator with the command line tool, as an administrator would. */
export async function makeOperator(mobile: string) {
  const keys = process.env.TEST_POOLER === '1' ? outsideKeys : {};
  await promisify(execFile)(
    'node_modules/.bin/node',
    ['src/server/wiring/commands/operator.ts', 'add', mobile],
    { env: { ...process.env, DATABASE_URL: '', DEMO: '', DATA_DIR: dataDir(), ...keys } },
  );
}

export async function newOperator(browser: Browser) {
  const operator = await newVisitor(browser);
  await operator.logIn(newNumber(), '營運小組');
  // The same as makeOperator, without starting a process.
  await inDatabase(
    `with made as (insert into operators (user_id) values ($1) returning user_id)
     insert into audit_log (action, about_user) select 'operators.added', user_id from made`,
    [await operator.id()],
  );
  await operator.setUpSecondFactor();
  return operator;
}

let shared: StorageState | undefined;

/**
 * Created once per test process; each test then gets its session in a new browser. Rate limits also apply per
 * user.
 */
export async function sharedOperator(browser: Browser) {
  const operator = shared ? await newVisitor(browser, { storageState: shared }) : await newOperator(browser);
  await operator.page.goto('/robots.txt');
  shared ??= await operator.context.storageState();
  return operator;
}

/** For states that no API call can create. */
export async function inDatabase<T extends pg.QueryResultRow>(sql: string, values: unknown[] = []) {
  const client = new pg.Client(await runningPostgresUrl(dataDir()));
  await client.connect();
  try {
    return (await client.query<T>(sql, values)).rows;
  } finally {
    await client.end();
  }
}
