import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { notify } from '#server/domains/messages/notices.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { PushForm } from '#shared/push.ts';
import { afternoon, deliverAt, happenedAt, plus } from '#tests/deliveries/deliver-at.ts';
import { wholeCase, wholeListing } from '#tests/forms.ts';
import { samplePerson, testKey } from '#tests/people.ts';
import { openPushPeer } from '#tests/push-peer.ts';
import { serve } from '#tests/serve.ts';
import { pushChannel } from './channel.ts';
import { vapidKeysOf } from './deliver.ts';
import { pushData } from './personal-data.ts';
import { mostPerPerson, subscribe } from './subscriptions.ts';

const { database, newBrowser, registered } = await serve({ environment: { PUSH_ANYWHERE: '1' } });
const vapid = vapidKeysOf(testKey);
const sender = { vapid, contact: 'mailto:desk@mingshi.example', reach: 'anywhere' as const };

const emptyOutbox = () => rows('delete from deliveries');
beforeEach(emptyOutbox);

async function startPushService() {
  const pushService = await openPushPeer();
  onTestFinished(pushService.close);
  return pushService;
}

type Someone = Awaited<ReturnType<typeof registered>>;

const rows = async (statement: string, values: unknown[] = []) =>
  (await database.pool.query(statement, values)).rows;
const subscriptionsOf = ({ id }: { id: number }) =>
  rows(
    'select id::int, session_id, endpoint, locale from push_subscriptions where user_id = $1 order by id',
    [id],
  );
const outbox = () => rows(`select state, reason from deliveries where channel = 'push' order by id`);

async function subscribed(person: Someone, form: PushForm, language = 'zh-Hant') {
  const answer = await person.browser.put('/api/users/push', form, {
    headers: { 'accept-language': language },
  });
  expect(answer).toMatchObject({ code: 0, data: { is_on: true } });
  return (await subscriptionsOf(person)).at(-1)?.id as number;
}

const sendNotice = (userId: number) =>
  database.transaction((tx) =>
    notify(tx, { userId, kind: 'quota_granted', params: { family: 'paper', amount: 3 } }),
  );

const channel = pushChannel(sender, database.db);
/** Works off what is due, as the worker would. */
async function send() {
  await happenedAt(database, afternoon);
  await deliverAt(database, plus(afternoon, 60_000), channel);
}

async function matched() {
  const family = await registered({ identity: 1 });
  const tutor = await registered({ identity: 2 });
  const made = await family.browser.post('/api/common_info/student_detailed_registration', wholeCase);
  await tutor.browser.post('/api/common_info/teacher_detailed_registration', wholeListing);
  const asked = await tutor.browser.post('/api/users/interest', { action: 'apply', case_id: made.data.id });
  const match = await family.browser.post('/api/users/interest', {
    action: 'accept',
    interest_id: asked.data.id,
  });
  expect(match.code).toBe(0);
  return { family, tutor, id: match.data.id as number };
}

describe('a delivered push message', () => {
  test('follows RFC 8291 and RFC 8292, is in the browser’s language, and contains neither names nor message text', async () => {
    const pushService = await startPushService();
    const { family, tutor, id } = await matched();
    await subscribed(family, pushService.subscription(), 'en');
    await emptyOutbox();
    const words = { text: '星期三可以嗎？', client_key: randomUUID() };
    await tutor.browser.post(`/api/users/conversations/${id}/messages`, words);
    await send();
    expect(pushService.problems).toEqual([]);
    expect(pushService.deliveries).toHaveLength(1);
    const [{ headers, payload, vapid: proof }] = pushService.deliveries as [
      (typeof pushService.deliveries)[number],
    ];
    expect(payload).toEqual({
      title: 'Mingshi',
      body: 'You have a new message',
      path: `/en/message/${id}`,
      tag: expect.stringMatching(/^push-\d+$/),
      lang: 'en-HK',
    });
    expect(headers).toMatchObject({
      urgency: 'high',
      topic: (payload as { tag: string }).tag,
      ttl: '172800',
    });
    expect(proof).toMatchObject({
      publicKey: vapid.publicKey,
      claims: { sub: 'mailto:desk@mingshi.example' },
    });
    const { data } = await family.browser.get('/api/users/push');
    expect(data).toEqual({ public_key: proof.publicKey, is_on: true });
  });

  test('of a lesson that begins soon says so, and is sent separately from other notices with high urgency', async () => {
    const pushService = await startPushService();
    const person = await registered();
    await subscribed(person, pushService.subscription(), 'en');
    await sendNotice(person.id);
    const params = { class: 1, starts_at: '2026-11-15T08:00:00.000Z' };
    await database.transaction((tx) => notify(tx, { userId: person.id, kind: 'lesson_soon', params }));
    await send();
    expect(
      pushService.deliveries.map(({ headers, payload }) => ({ urgency: headers.urgency, payload })),
    ).toEqual(
      expect.arrayContaining([
        {
          urgency: 'high',
          payload: expect.objectContaining({
            body: 'A lesson begins soon',
            path: '/en/clock-in?class=1&day=2026-11-15',
          }),
        },
        {
          urgency: 'normal',
          payload: expect.objectContaining({ body: 'Your allowance has grown', path: '/en/erase' }),
        },
      ]),
    );
  });

  test('of several notices is one with their number, and leads to all of them', async () => {
    const pushService = await startPushService();
    const person = await registered();
    await subscribed(person, pushService.subscription());
    for (let turn = 0; turn < 2; turn += 1) await sendNotice(person.id);
    await database.transaction((tx) =>
      notify(tx, { userId: person.id, kind: 'badge_expired', params: { badge: 'other' } }),
    );
    await send();
    expect(pushService.deliveries).toMatchObject([
      {
        headers: { urgency: 'normal' },
        payload: { title: '明師', body: '你有 3 則新通知', path: '/message?show=notices' },
      },
    ]);
  });

  test('goes to every browser of a person, and to one that took it not again when another one failed', async () => {
    const [good, bad] = [await startPushService(), await startPushService()];
    const person = await registered();
    await subscribed(person, good.subscription());
    const second = newBrowser();
    await rows('delete from sms_messages');
    await second.proveNumber(person.number);
    await subscribed({ ...person, browser: second }, bad.subscription());
    // The second browser is a new device, which is told by itself.
    await rows('delete from deliveries');
    bad.answer(503);
    await sendNotice(person.id);
    await send();
    expect(await outbox()).toEqual([{ state: 'pending', reason: 'the push service answered 503' }]);
    bad.answer(201);
    await deliverAt(database, plus(afternoon, 3 * 60_000), channel);
    expect([good.deliveries.length, bad.deliveries.length]).toEqual([1, 1]);
    expect(bad.deliveries[0]?.headers.topic).toBe(good.deliveries[0]?.headers.topic);
  });

  test('is not sent to the author of a message', async () => {
    const pushService = await startPushService();
    const { tutor, id } = await matched();
    await subscribed(tutor, pushService.subscription());
    await emptyOutbox();
    await tutor.browser.post(`/api/users/conversations/${id}/messages`, {
      text: '你好',
      client_key: randomUUID(),
    });
    expect(await outbox()).toEqual([]);
  });
});

describe('a push service that answers', () => {
  const answering = async (status: number) => {
    const pushService = await startPushService();
    const person = await registered();
    await subscribed(person, pushService.subscription());
    await sendNotice(person.id);
    pushService.answer(status);
    await send();
    return { left: await subscriptionsOf(person), outbox: await outbox() };
  };

  test.each([404, 410])('%i: the subscription is deleted', async (status) => {
    expect(await answering(status)).toEqual({ left: [], outbox: [{ state: 'skipped', reason: 'nowhere' }] });
  });

  test.each([429, 500, 503])('%i: it is tried again later', async (status) => {
    const { left, outbox } = await answering(status);
    expect(left).toHaveLength(1);
    expect(outbox).toEqual([{ state: 'pending', reason: `the push service answered ${status}` }]);
  });

  test.each([301, 400, 403, 413])(
    '%i: the message is given up, without following a redirect or retrying',
    async (status) => {
      const { left, outbox } = await answering(status);
      expect(left).toHaveLength(1);
      expect(outbox).toEqual([{ state: 'given_up', reason: `the push service answered ${status}` }]);
    },
  );

  test('not at all: it is tried again later', async () => {
    const person = await registered();
    const { keys } = (await startPushService()).subscription();
    await subscribed(person, { endpoint: 'http://127.0.0.1:9/gone', keys });
    await sendNotice(person.id);
    await send();
    expect(await outbox()).toMatchObject([{ state: 'pending' }]);
  });
});

describe('a subscription', () => {
  const { publicKey: p256dh } = vapidKeysOf(Buffer.alloc(32, 9));
  const form = { endpoint: 'http://127.0.0.1:9/browser', keys: { p256dh, auth: 'A'.repeat(22) } };
  const another = (path: string) => ({ ...form, endpoint: `http://127.0.0.1:9/${path}` });

  test('ends with its session, by logging out here or everywhere', async () => {
    const person = await registered();
    await subscribed(person, another('logs-out'));
    await person.browser.get('/api/users/logout');
    expect(await subscriptionsOf(person)).toEqual([]);

    const other = newBrowser();
    await rows('delete from sms_messages');
    await other.proveNumber(person.number);
    await subscribed({ ...person, browser: other }, another('everywhere'));
    await other.post('/api/users/logout_everywhere');
    expect(await subscriptionsOf(person)).toEqual([]);
  });

  test('of an expired session is deleted when something would be sent', async () => {
    const pushService = await startPushService();
    const person = await registered();
    await subscribed(person, pushService.subscription());
    await sendNotice(person.id);
    await rows(`update sessions set last_used_at = now() - interval '15 days' where user_id = $1`, [
      person.id,
    ]);
    await send();
    expect(pushService.deliveries).toEqual([]);
    expect(await subscriptionsOf(person)).toEqual([]);
  });

  test('exists once per session, and moves to the next user who logs in in the same browser', async () => {
    const [one, two] = [await registered(), await registered()];
    await subscribed(one, another('first'));
    await subscribed(one, another('second'));
    expect((await subscriptionsOf(one)).map(({ endpoint }) => endpoint)).toEqual([
      'http://127.0.0.1:9/second',
    ]);
    await subscribed(two, another('second'));
    expect(await subscriptionsOf(one)).toEqual([]);
    expect(await subscriptionsOf(two)).toHaveLength(1);
    expect((await one.browser.get('/api/users/push')).data.is_on).toBe(false);
    expect((await two.browser.delete('/api/users/push')).data).toEqual({ is_on: false });
    expect(await subscriptionsOf(two)).toEqual([]);
  });

  test('requested several times at once exists once', async () => {
    const person = await registered();
    const answers = await Promise.all(
      ['a', 'b', 'a', 'c'].map((path) => person.browser.put('/api/users/push', another(path))),
    );
    expect(answers.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect(await subscriptionsOf(person)).toHaveLength(1);
  });

  test('made while its session is being ended is refused', async () => {
    const person = await registered();
    const [session] = await rows(
      `update sessions set ended_at = now() where user_id = $1 and face = 'product' returning id`,
      [person.id],
    );
    const late = database.transaction((tx) =>
      subscribe(tx, { id: session.id, userId: person.id }, form, 'zh-Hant'),
    );
    await expect(late).rejects.toThrow(AppError);
    expect(await subscriptionsOf(person)).toEqual([]);
  });

  test(`is one of at most ${mostPerPerson} per user; the oldest is deleted`, async () => {
    const person = await registered();
    await subscribed(person, another('oldest'));
    const [{ session_id }] = (await subscriptionsOf(person)) as [{ session_id: string }];
    for (let place = 1; place <= mostPerPerson; place += 1) {
      const [session] = await rows(
        `insert into sessions (user_id, face, ends_at, browser_hash)
         values ($1, 'product', now() + interval '1 day', '') returning id`,
        [person.id],
      );
      await rows(
        `insert into push_subscriptions (session_id, user_id, endpoint, p256dh, auth, locale, subscribed_at)
         values ($1, $2, $3, '', '', 'en', now() - interval '1 hour' + $4 * interval '1 second')`,
        [session.id, person.id, `http://127.0.0.1:9/of-many-${place}`, place],
      );
    }
    await subscribed(person, another('newest'));
    const left = await subscriptionsOf(person);
    expect(left).toHaveLength(mostPerPerson);
    expect(left.map(({ endpoint }) => endpoint)).not.toContain('http://127.0.0.1:9/of-many-1');
    expect(left.some((row) => row.session_id === session_id)).toBe(true);
  });

  test('is exported without its secrets, and deleted with the account', async () => {
    const person = await registered();
    await subscribed(person, another('secret'));
    const { db, transaction } = database;
    const exported = await pushData.exportRows(db, samplePerson(person.id));
    expect(exported).toMatchObject({
      push_subscriptions: [{ push_service: '127.0.0.1:9', locale: 'zh-Hant' }],
    });
    expect(JSON.stringify(exported)).not.toMatch(/secret|p256dh/);
    await transaction((tx) => pushData.forget(tx, samplePerson(person.id)));
    expect(await subscriptionsOf(person)).toEqual([]);
  });

  test('needs a login', async () => {
    const nobody = newBrowser();
    expect((await nobody.get('/api/users/push')).code).toBe(3002);
    expect((await nobody.put('/api/users/push', form)).code).toBe(3002);
    expect((await nobody.delete('/api/users/push')).code).toBe(3002);
  });

  test.each([
    [{ keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) } }, 'keys.p256dh'],
    [{ keys: { p256dh: 'x', auth: 'A'.repeat(22) } }, 'keys.p256dh'],
    [{ endpoint: 'javascript:alert(1)' }, 'endpoint'],
    [{ endpoint: `http://127.0.0.1:9/${'x'.repeat(2000)}` }, 'endpoint'],
  ])('that no message could reach is refused: %o', async (part, field) => {
    const person = await registered();
    const answer = await person.browser.put('/api/users/push', { ...form, ...part });
    expect(answer).toMatchObject({ status: 400, code: 1001 });
    expect(Object.keys(answer.data.fields)).toEqual([field]);
  });
});
