import { sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { beforeAll, expect, test } from 'vitest';
import { type CallKey, splitKey } from '#shared/call.ts';
import { createBrowser, newNumber } from '#tests/browser.ts';
import { wholeCase, wholeListing } from '#tests/forms.ts';
import { serve } from '#tests/serve.ts';

const { app, database } = await serve();
// Makes every API call in every role: no answer contains a phone number other than the caller's own.

type Role = 'visitor' | 'parent' | 'tutor' | 'operator';
type Caller = { browser: ReturnType<typeof createBrowser>; number: string; id: number };

const people = {} as Record<Exclude<Role, 'visitor'>, Caller>;

beforeAll(async () => {
  people.parent = await join({ identity: 1, name: '家長樣本' });
  people.tutor = await join({ identity: 2, name: '導師樣本' });
  people.operator = await join({ identity: 1, name: '值班樣本' });
  const { browser } = people.operator;
  await database.db.execute(sql`insert into operators (user_id) values (${people.operator.id})`);
  const { data } = await browser.post('/api/users/second_factor/setup');
  const code = new TOTP({ secret: Secret.fromBase32(data.secret) }).generate();
  expect((await browser.post('/api/users/second_factor/confirm', { code })).code).toBe(0);

  const made = await people.parent.browser.post('/api/common_info/student_detailed_registration', wholeCase);
  expect(made.code).toBe(0);
  const listed = await people.tutor.browser.post(
    '/api/common_info/teacher_detailed_registration',
    wholeListing,
  );
  expect(listed.code).toBe(0);
  // A match in which one side has agreed to be called, and the other has not.
  const applied = await people.tutor.browser.post('/api/users/interest', {
    action: 'apply',
    case_id: made.data.id,
  });
  const matched = await people.parent.browser.post('/api/users/interest', {
    action: 'accept',
    interest_id: applied.data.id,
  });
  expect(matched).toMatchObject({ code: 0, data: { match_id: 1001 } });
  const agreed = await people.parent.browser.put('/api/users/matches/1001/contact', { agree: true });
  expect(agreed).toMatchObject({ code: 0, data: { contact: { i_agreed: true } } });
  const ban = { mobile: newNumber(), reason: '樣本' };
  expect((await browser.post('/api/operator/bans', ban)).code).toBe(0);
});

async function join(profile: object): Promise<Caller> {
  const [browser, number] = [createBrowser(app), newNumber()];
  const { data } = await browser.register(number, profile);
  return { browser, number, id: data.user.id };
}

/** These calls are skipped: they would end the caller's session or the match that later calls read. */
const leftOut: CallKey[] = [
  'GET /api/users/logout',
  'POST /api/users/logout_everywhere',
  'POST /api_ai/user/logout',
  'POST /api/operator/users/{id}/end_sessions',
  'PUT /api/users/matches/{id}/end',
];

/** Every id a caller may know: of users, cases, listings, and small numbers. */
const ids = () => [1, 1001, ...Object.values(people).map(({ id }) => id)];

async function answersTo(key: CallKey, browser: Caller['browser']) {
  const { method, path } = splitKey(key);
  const paths = /\{\w+\}/.test(path) ? ids().map((id) => path.replace(/\{\w+\}/, String(id))) : [path];
  const answers: string[] = [];
  for (const url of paths) {
    const body = method === 'GET' || method === 'DELETE' ? undefined : {};
    const { text } = await browser.send(method, url, { ...(body && { body }) });
    answers.push(text);
  }
  return answers.join('\n');
}

/** Finds the number also when it is written with spaces, dashes or a country code. */
const shows = (text: string, number: string) => text.replace(/(?<=\d)[ -](?=\d)/g, '').includes(number);

test.each(['visitor', 'parent', 'tutor', 'operator'] as const)(
  'a %s sees no phone number but their own in any API answer',
  { timeout: 60_000 },
  async (role) => {
    const browser = role === 'visitor' ? createBrowser(app) : people[role].browser;
    const others = Object.entries(people).filter(([name]) => name !== role);
    let own = false;
    for (const key of app.calls.keys()) {
      if (leftOut.includes(key)) continue;
      const text = await answersTo(key, browser);
      for (const [name, { number }] of others)
        expect(shows(text, number), `${key} shows the ${name}'s number`).toBe(false);
      if (role !== 'visitor') own ||= shows(text, people[role].number);
    }
    // Shows that the check works: it finds the caller's own number.
    expect(own).toBe(role !== 'visitor');
  },
);

test('an operator finds a user by the exact phone number, and the answer shows the number masked', async () => {
  const { browser } = people.operator;
  const { data } = await browser.get(`/api/operator/users?mobile=${people.parent.number}`);
  expect(data.list[0]).toMatchObject({ id: people.parent.id, name: '家長樣本' });
  expect(data.list[0].mobile).toMatch(/^\+852 \d\d\*{4}\d\d$/);
});
