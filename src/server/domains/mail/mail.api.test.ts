import { afterAll, expect, test } from 'vitest';
import { deleteAccount } from '#server/domains/privacy/privacy.ts';
import { personalDomains } from '#server/wiring/personal-data.ts';
import { deliveryTopics, topicChannels } from '#shared/notices/delivery-rules.ts';
import { silentLog } from '#tests/database.ts';
import { testPhoneEncryption } from '#tests/people.ts';
import { serve } from '#tests/serve.ts';
import { openSmtpPeer } from '#tests/smtp-peer.ts';
import { hasEmail } from './addresses.ts';
import { mailChannel } from './channel.ts';
import { openMail } from './mail.ts';
import { createUnsubscribeTokens } from './unsubscribe.ts';

const peer = await openSmtpPeer();
afterAll(() => peer.close());
const secret = 'a secret of the tests';
const origin = 'https://mingshi.example';
const { app, call, people, query, database, config, keys } = await serve({
  environment: {
    MAIL_URL: `smtp://127.0.0.1:${peer.port}`,
    MAIL_FROM: 'notices@mingshi.example',
    MAIL_EVENTS_SECRET: secret,
    PUBLIC_URL: origin,
  },
});
const mail = openMail({ config, keys, log: silentLog });
afterAll(() => mail.close());
const channel = mailChannel(mail, database, (kind) => (kind === 'message' ? 'messages' : 'offers'));

type Caller = Awaited<ReturnType<typeof people.parent>>;
let last = 0;
const newAddress = () => `parent.${++last}@example.com`;
/** The limits count by time: everything that was sent moves to yesterday. */
const nextDay = () => query(`update email_sends set at = at - interval '1 day 1 minute'`);

async function ask(person: Caller, email: string, language = 'en') {
  const answer = await call(person, 'POST /api/users/email', { email }, language);
  if (answer.code !== 0) return { answer, code: '', token: '' };
  const { subject = '', text = '' } = await peer.read();
  return {
    answer,
    code: /\d{6}/.exec(subject)?.[0] ?? '',
    token: /confirm\?token=([\w-]+)/.exec(text)?.[1] ?? '',
  };
}
const verify = (person: Caller, code: string) => call(person, 'POST /api/users/email/verify', { code });
const confirm = (token: string) => call(undefined, `POST /api/email/confirm?token=${token}`);
async function verified(email = newAddress()) {
  const person = await people.parent();
  const { code } = await ask(person, email);
  await verify(person, code);
  await nextDay();
  return { person, email };
}
const stateOf = async (person: Caller) => (await call(person, 'GET /api/users/email')).data;
const other = (code: string) => (code === '000000' ? '111111' : '000000');
const report = (events: object[], given = secret) =>
  app.inject({
    method: 'POST',
    url: '/api/email/events',
    headers: { authorization: `Bearer ${given}` },
    payload: { events },
  });

test('an address is verified by its code, once, and being told is switched on', async () => {
  const [person, email] = [await people.parent(), newAddress()];
  expect(await stateOf(person)).toEqual({ is_available: true, address: null, pending: null });
  const { answer, code } = await ask(person, `  ${email.replace('@', '＠')} `);
  expect(answer.data).toEqual({
    is_available: true,
    address: null,
    pending: { email, expires_in: expect.closeTo(1800, -1), resend_in: expect.closeTo(60, -1) },
  });
  expect(peer.taken.at(-1)).toMatchObject({ from: 'notices@mingshi.example', to: [email] });
  expect(await verify(person, other(code))).toMatchObject({ code: 2001, data: { tries_left: 4 } });
  expect((await verify(person, code)).data).toEqual({
    is_available: true,
    address: { email, verified_at: expect.any(String), off_reason: null },
    pending: null,
  });
  expect(await verify(person, code)).toMatchObject({ code: 2002 });
  expect(await query('select is_remind from users where id = $1', [person.id])).toEqual([
    { is_remind: true },
  ]);
  expect(await hasEmail(database.db, person.id)).toBe(true);
});

test('or by its link, without log-in; a look at it confirms nothing, and a second use answers the same', async () => {
  const person = await people.parent();
  const { token } = await ask(person, 'somebody@example.com', 'zh-Hant');
  const look = () => call(undefined, `GET /api/email/confirm?token=${token}`);
  expect((await look()).data).toEqual({ state: 'open', email: 'so•••@example.com' });
  expect(await stateOf(person)).toMatchObject({ address: null });
  const answers = await Promise.all([confirm(token), confirm(token)]);
  for (const { data } of answers) expect(data).toEqual({ email: 'so•••@example.com' });
  expect((await look()).data.state).toBe('confirmed');
  expect(await stateOf(person)).toMatchObject({ address: { email: 'somebody@example.com' }, pending: null });
  for (const wrong of [`${token}x`, '', 'x']) expect(await confirm(wrong)).toMatchObject({ code: 2025 });
});

test('a code has five tries also for guesses at the same time, and half an hour', async () => {
  const person = await people.parent();
  const { code } = await ask(person, newAddress());
  const guesses = await Promise.all(Array.from({ length: 12 }, () => verify(person, other(code))));
  expect(guesses.filter((answer) => answer.code === 2001)).toHaveLength(5);
  expect(await verify(person, code)).toMatchObject({ code: 2002 });

  await nextDay();
  const { code: second, token } = await ask(person, newAddress());
  await query(`update email_claims set expires_at = now()`);
  expect(await verify(person, second)).toMatchObject({ code: 2002 });
  expect(await confirm(token)).toMatchObject({ code: 2025 });
  expect(await stateOf(person)).toMatchObject({ address: null, pending: null });
});

test('of the right code given five times at once, one counts', async () => {
  const person = await people.parent();
  const { code } = await ask(person, newAddress());
  const answers = await Promise.all(Array.from({ length: 5 }, () => verify(person, code)));
  expect(answers.filter((answer) => answer.code === 0)).toHaveLength(1);
});

test('another address while one waits: the verified one stays in use, earlier codes and links stop', async () => {
  const { person, email } = await verified();
  const first = await ask(person, newAddress());
  await nextDay();
  const next = newAddress();
  const second = await ask(person, next);
  expect(await confirm(first.token)).toMatchObject({ code: 2025 });
  if (first.code !== second.code)
    expect(await verify(person, first.code)).toMatchObject({ code: 2001, data: { tries_left: 4 } });
  expect(await stateOf(person)).toMatchObject({ address: { email }, pending: { email: next } });
  expect((await call(person, 'DELETE /api/users/email/pending')).data).toMatchObject({
    address: { email },
    pending: null,
  });
  expect(await verify(person, second.code)).toMatchObject({ code: 2002 });
  expect((await call(person, 'DELETE /api/users/email')).data).toMatchObject({
    address: null,
    pending: null,
  });
});

test('mails to one person, one address and one network are limited, also for requests at the same time', async () => {
  const person = await people.parent();
  const burst = await Promise.all(Array.from({ length: 5 }, () => ask(person, newAddress())));
  expect(burst.filter(({ answer }) => answer.code === 0)).toHaveLength(1);
  expect(burst.find(({ answer }) => answer.code !== 0)?.answer).toMatchObject({
    code: 2004,
    data: { retry_after: expect.toSatisfy((seconds: number) => seconds > 50 && seconds <= 60) },
  });
  const victim = newAddress();
  const sent = [];
  for (let at = 0; at < 4; at++) sent.push((await ask(await people.parent(), victim)).answer.code);
  expect(sent).toEqual([0, 0, 0, 2004]);
  await nextDay();
});

test('what is no address is refused, and one that the server refuses is told at its field', async () => {
  const person = await people.parent();
  const before = peer.taken.length;
  for (const email of [
    '',
    'a',
    'a@b',
    'a b@c.example',
    'a@b.example\r\nBcc: c@d.example',
    `${'a'.repeat(250)}@b.example`,
    'a@b.example,c@d.example',
  ])
    expect(await call(person, 'POST /api/users/email', { email })).toMatchObject({ code: 1001 });
  expect(peer.taken).toHaveLength(before);
  peer.answer({ at: 'RCPT TO', code: 550, text: '5.1.1 no' });
  expect((await ask(person, newAddress())).answer).toMatchObject({
    code: 1001,
    data: { fields: { email: expect.stringContaining('takes no mail') } },
  });
  // A mail that did not leave makes nobody wait.
  peer.answer({ at: 'DATA', code: 451 });
  expect((await ask(person, newAddress())).answer).toMatchObject({ code: 2024 });
  expect(await stateOf(person)).toMatchObject({ pending: null });
  expect((await ask(person, newAddress())).answer.code).toBe(0);
});

const item = {
  kind: 'interest_applied',
  title: '有導師應徵',
  text: '請回覆。',
  about: '小明 · 中三 數學',
  path: '/my-tutoring',
  at: new Date('2026-11-17T10:00:00Z'),
} as const;
const deliver = (userId: number, key = 'k') =>
  channel?.send(
    { userId, locale: 'zh-Hant', key, items: [item], isDigest: false },
    new AbortController().signal,
  );

test('a delivery goes to the verified address alone, with the same id at each attempt', async () => {
  const { person, email } = await verified();
  expect(await deliver((await people.parent()).id)).toEqual({ kind: 'nowhere' });
  peer.answer({ at: 'DATA', code: 451 });
  await expect(deliver(person.id)).rejects.toThrow('451');
  expect(await deliver(person.id)).toEqual({ kind: 'sent' });
  expect(await deliver(person.id)).toEqual({ kind: 'sent' });
  const [one, two] = [await peer.read(-1), await peer.read(-2)];
  expect(peer.taken.at(-1)?.to).toEqual([email]);
  expect(one.messageId).toBe(two.messageId);
  expect(one.text).toContain(`${origin}/my-tutoring`);
  peer.answer({ at: 'DATA', code: 552 });
  expect(await deliver(person.id)).toEqual({
    kind: 'refused',
    reason: 'the mail server answered 552 to DATA',
  });
  expect(await stateOf(person)).toMatchObject({ address: { off_reason: null } });
  peer.answer({ at: 'RCPT TO', code: 550, text: '5.1.1 no' });
  expect(await deliver(person.id)).toMatchObject({ kind: 'refused' });
  expect(await stateOf(person)).toMatchObject({ address: { off_reason: 'bounce' } });
  expect(await deliver(person.id)).toEqual({ kind: 'nowhere' });
});

test('one click stops mails without log-in, from a form body too, and a look stops nothing', async () => {
  const { person } = await verified();
  await deliver(person.id);
  const read = await peer.read();
  const url =
    /^<(.+)>$/.exec(read.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '')?.[1] ?? '';
  expect(url).toMatch(/^https:\/\/mingshi\.example\/api\/email\/unsubscribe\?token=/);
  const path = url.slice(origin.length);
  const opened = await app.inject(path);
  expect(opened.statusCode).toBe(303);
  expect(opened.headers.location).toMatch(/^https:\/\/mingshi\.example\/email\/unsubscribe\?token=[\w.-]+$/);
  const token = new URL(url).searchParams.get('token') ?? '';
  expect((await call(undefined, `GET /api/email/subscription?token=${token}`)).data).toEqual({
    topic: 'offers',
  });
  const stoppedTopics = () =>
    query(
      `select topic from notification_choices where user_id = $1 and channel = 'email' and not is_on order by 1`,
      [person.id],
    );
  expect(await stoppedTopics()).toEqual([]);
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const stopped = await app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': type },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect(stopped.json()).toMatchObject({ code: 0, data: { topic: 'offers' } });
  }
  expect(await stoppedTopics()).toEqual([{ topic: 'offers' }]);
  expect((await call(undefined, `POST /api/email/unsubscribe?token=${token}&all=1`)).data).toEqual({
    topic: 'all',
  });
  const byMail = deliveryTopics.filter((topic) => topicChannels(topic).includes('email'));
  expect(await stoppedTopics()).toEqual(byMail.toSorted().map((topic) => ({ topic })));
  expect(await hasEmail(database.db, person.id)).toBe(true);
});

test('a token is good for its person and topic only, and cannot be made without the key', async () => {
  const tokens = createUnsubscribeTokens(Buffer.alloc(32, 1));
  const token = tokens.issue({ userId: 1001, topic: 'lessons' });
  expect(tokens.read(token)).toEqual({ userId: 1001, topic: 'lessons' });
  const [id, topic, signature] = token.split('.');
  for (const forged of [
    `${(1002).toString(36)}.${topic}.${signature}`,
    `${id}.all.${signature}`,
    `${id}.${topic}.${signature?.slice(1)}`,
    `${token}.x`,
    '',
    createUnsubscribeTokens(Buffer.alloc(32, 2)).issue({ userId: 1001, topic: 'lessons' }),
  ]) {
    expect(tokens.read(forged)).toBeUndefined();
    expect(await call(undefined, `POST /api/email/unsubscribe?token=${forged}`)).toMatchObject({
      code: 2025,
    });
  }
});

test('hard bounces and complaints turn an address off, whatever its case; repetitions and old reports do not', async () => {
  const { person, email } = await verified();
  const at = new Date(Date.now() + 60_000).toISOString();
  const bounce = { type: 'hard_bounce', email: ` ${email.toUpperCase()}`, at };
  expect((await report([bounce], 'not the secret at all')).statusCode).toBe(403);
  expect(
    (await app.inject({ method: 'POST', url: '/api/email/events', payload: { events: [bounce] } }))
      .statusCode,
  ).toBe(403);
  expect(
    (
      await report([
        { ...bounce, type: 'soft_bounce' },
        { ...bounce, type: 'constructor' },
        { ...bounce, email: 'nobody@example.com' },
      ])
    ).json().data,
  ).toEqual({ turned_off: 0 });
  expect(await stateOf(person)).toMatchObject({ address: { off_reason: null } });
  expect((await report([bounce, bounce])).json().data).toEqual({ turned_off: 1 });
  expect(await stateOf(person)).toMatchObject({ address: { email, off_reason: 'bounce' } });
  const isReached = async () => [await hasEmail(database.db, person.id), (await deliver(person.id))?.kind];
  expect(await isReached()).toEqual([false, 'nowhere']);
  // Verified again: the old report, delivered once more, says nothing about it.
  const { code } = await ask(person, email);
  await verify(person, code);
  expect(await stateOf(person)).toMatchObject({ address: { off_reason: null } });
  expect(await isReached()).toEqual([true, 'sent']);
  const old = { ...bounce, at: new Date(Date.now() - 60_000).toISOString() };
  expect((await report([old])).json().data).toEqual({ turned_off: 0 });
  expect((await report([{ ...bounce, type: 'complaint' }])).json().data).toEqual({ turned_off: 1 });
  expect(await stateOf(person)).toMatchObject({ address: { off_reason: 'complaint' } });
  expect(await isReached()).toEqual([false, 'nowhere']);
});

test('without a secret there is no place to report to, whatever is shown', async () => {
  const { app: without } = await serve({ environment: {} });
  for (const authorization of ['Bearer undefined', 'Bearer ', ''])
    expect(
      (
        await without.inject({
          method: 'POST',
          url: '/api/email/events',
          headers: { authorization },
          payload: { events: [] },
        })
      ).statusCode,
    ).toBe(404);
});

test('an address is stored encrypted, exported to its owner, never given to others, and deleted with the account', async () => {
  const owner = await people.add();
  const email = 'Very.Own@example.com';
  const { code } = await ask({ ...owner, identity: 1 }, email);
  await verify({ ...owner, identity: 1 }, code);
  await nextDay();
  await ask({ ...owner, identity: 1 }, 'other.own@example.com');
  const stored = await query(
    `select a::text as a, c::text as c from email_addresses a join email_claims c using (user_id) where user_id = $1`,
    [owner.id],
  );
  const hex = Buffer.from('own@example').toString('hex');
  for (const text of Object.values(stored[0] ?? {}).map(String)) {
    expect(text.toLowerCase()).not.toContain('own@');
    expect(text).not.toContain(hex);
  }
  const { data } = (await call(owner, 'GET /api/users/export')).data;
  expect(data.email_addresses).toMatchObject([{ email, off_reason: null }]);
  expect(data.email_claims).toMatchObject([{ email: 'other.own@example.com' }]);
  const operator = await people.operator();
  expect(JSON.stringify(await call(operator, `GET /api/operator/users/${owner.id}`))).not.toMatch(/own@/i);
  await database.transaction((tx) => deleteAccount(tx, testPhoneEncryption, personalDomains, owner.id));
  expect(
    await query(
      'select 1 from email_addresses where user_id = $1 union all select 1 from email_claims where user_id = $1',
      [owner.id],
    ),
  ).toEqual([]);
  expect(await deliver(owner.id)).toEqual({ kind: 'nowhere' });
});
