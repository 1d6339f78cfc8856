import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { unreadOf } from '#server/domains/messages/conversations.ts';
import { notify } from '#server/domains/messages/notices.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { addJob, defineJob, startWorker } from '#server/ground/jobs/jobs.ts';
import type { PushForm } from '#shared/push.ts';
import { silentLog } from '#tests/database.ts';
import { wholeCase, wholeListing } from '#tests/forms.ts';
import { samplePerson, testKey } from '#tests/people.ts';
import { openPushPeer } from '#tests/push-peer.ts';
import { serve } from '#tests/serve.ts';
import { vapidKeysOf } from './deliver.ts';
import { sendPush } from './job.ts';
import { pushData } from './personal-data.ts';
import { pushJob } from './send-later.ts';
import { mostPerPerson, subscribe } from './subscriptions.ts';

const { database, newBrowser, registered } = await serve({ environment: { PUSH_ANYWHERE: '1' } });
const vapid = vapidKeysOf(testKey);
const sender = { vapid, contact: 'mailto:desk@mingshi.example', reach: 'anywhere' as const };

const emptyQueue = () =>
  rows('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))');
beforeEach(emptyQueue);

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
const waitingJobs = () =>
  rows(
    // Told nothing to change, it answers with the jobs as they are.
    `select payload, max_attempts, run_at > now() as later from graphile_worker.reschedule_jobs(
      array(select id from graphile_worker.jobs where task_identifier = 'push')) order by id`,
  );

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

/** Runs the job once, as the worker would. */
function send(subscription: number, conversation: number | null = null) {
  const job = sendPush(sender, unreadOf);
  const context = { database: database, log: silentLog, signal: new AbortController().signal, attempt: 1 };
  return job.run({ subscription, conversation }, context);
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
    const subscription = await subscribed(family, pushService.subscription(), 'en');
    const words = { text: '星期三可以嗎？', client_key: randomUUID() };
    await tutor.browser.post(`/api/users/conversations/${id}/messages`, words);
    await send(subscription, id);
    expect(pushService.problems).toEqual([]);
    expect(pushService.deliveries).toHaveLength(1);
    const [{ headers, payload, vapid: proof }] = pushService.deliveries as [
      (typeof pushService.deliveries)[number],
    ];
    expect(payload).toEqual({
      title: 'Mingshi',
      body: 'You have a new message',
      path: `/en/message/${id}`,
      tag: `m${id}`,
      lang: 'en-HK',
    });
    expect(headers).toMatchObject({ urgency: 'high', topic: `m${id}`, ttl: '172800' });
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
    const subscription = await subscribed(person, pushService.subscription(), 'en');
    await sendNotice(person.id);
    const params = { class: 1, starts_at: '2026-11-15T08:00:00.000Z' };
    await database.transaction((tx) => notify(tx, { userId: person.id, kind: 'lesson_soon', params }));
    const waiting = await waitingJobs();
    expect(waiting.map(({ payload }) => payload)).toEqual([
      { subscription, conversation: null },
      { subscription, conversation: null, about: 'lesson_soon' },
    ]);
    const context = {
      database: database,
      log: silentLog,
      signal: new AbortController().signal,
      attempt: 1,
    };
    await sendPush(sender, unreadOf).run(waiting[1].payload, context);
    expect(pushService.deliveries[0]).toMatchObject({
      headers: { urgency: 'high', topic: 'lesson_soon' },
      payload: { body: 'A lesson of yours begins soon', path: '/en/clock-in', tag: 'lesson_soon' },
    });
  });

  test('is sent by the worker some time after the notice, once for several notices', async () => {
    const pushService = await startPushService();
    const person = await registered();
    const subscription = await subscribed(person, pushService.subscription());
    for (let turn = 0; turn < 3; turn += 1) await sendNotice(person.id);
    expect(await waitingJobs()).toEqual([
      { payload: { subscription, conversation: null }, max_attempts: 8, later: true },
    ]);
    const worker = await startWorker({
      database: database,
      jobs: [sendPush(sender, unreadOf)],
      log: silentLog,
    });
    onTestFinished(() => worker.stop());
    await rows(
      'select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at => now())',
    );
    // Wakes the worker, which else looks only now and then.
    const wake = defineJob({ ...pushJob, run: async () => {} });
    await database.transaction((tx) => addJob(tx, wake, { subscription: 0, conversation: null }));
    await vi.waitFor(() => expect(pushService.deliveries).toHaveLength(1), { timeout: 10_000 });
    expect(pushService.deliveries[0]).toMatchObject({
      headers: { urgency: 'normal', topic: 'notices' },
      payload: { title: '明師', body: '你有 3 則新通知', path: '/message?show=notices', tag: 'notices' },
    });
    const left = "select id from graphile_worker.jobs where task_identifier = 'push'";
    await vi.waitFor(async () => expect(await rows(left)).toEqual([]));
  });

  test('is not delayed further by a steady stream of notices', async () => {
    const person = await registered();
    await subscribed(person, (await startPushService()).subscription());
    const times = () => rows('select run_at from graphile_worker.jobs where key like $1', ['push %']);
    await sendNotice(person.id);
    const first = await times();
    await sendNotice(person.id);
    expect(await times()).toEqual(first);
  });

  test('is not sent for a message already read on a page, nor to its author', async () => {
    const pushService = await startPushService();
    const { family, tutor, id } = await matched();
    const theirs = await subscribed(family, pushService.subscription());
    const mine = await subscribed(tutor, pushService.subscription());
    await emptyQueue();
    const sent = await tutor.browser.post(`/api/users/conversations/${id}/messages`, {
      text: '你好',
      client_key: randomUUID(),
    });
    expect((await waitingJobs()).map(({ payload }) => payload)).toEqual([
      { subscription: theirs, conversation: id },
    ]);
    await send(mine, id);
    await family.browser.put(`/api/users/conversations/${id}/read`, { up_to: sent.data.id });
    await send(theirs, id);
    expect(pushService.deliveries).toEqual([]);
  });
});

describe('a push service that answers', () => {
  const waiting = async (status: number) => {
    const pushService = await startPushService();
    const person = await registered();
    const subscription = await subscribed(person, pushService.subscription());
    await sendNotice(person.id);
    pushService.answer(status);
    return { person, subscription };
  };

  test.each([404, 410])('%i: the subscription is deleted', async (status) => {
    const { person, subscription } = await waiting(status);
    await send(subscription);
    expect(await subscriptionsOf(person)).toEqual([]);
  });

  test.each([429, 500, 503])('%i: the job fails and is retried later', async (status) => {
    const { person, subscription } = await waiting(status);
    await expect(send(subscription)).rejects.toThrow(String(status));
    expect(await subscriptionsOf(person)).toHaveLength(1);
  });

  test.each([301, 400, 403, 413])(
    '%i: the message is dropped, without following a redirect or retrying',
    async (status) => {
      const { person, subscription } = await waiting(status);
      await send(subscription);
      expect(await subscriptionsOf(person)).toHaveLength(1);
    },
  );

  test('not at all: the job fails and is retried later', async () => {
    const person = await registered();
    const { keys } = (await startPushService()).subscription();
    const subscription = await subscribed(person, { endpoint: 'http://127.0.0.1:9/gone', keys });
    await sendNotice(person.id);
    await expect(send(subscription)).rejects.toThrow();
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
    const subscription = await subscribed(person, pushService.subscription());
    await sendNotice(person.id);
    await rows(`update sessions set last_used_at = now() - interval '15 days' where user_id = $1`, [
      person.id,
    ]);
    await send(subscription);
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
