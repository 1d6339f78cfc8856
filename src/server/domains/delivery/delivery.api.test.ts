import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { notify } from '#server/domains/messages/notices.ts';
import { isNoticeKind, type NoticeContent, noticeKinds, noticeWords } from '#shared/messages.ts';
import {
  alwaysTold,
  type DeliveryChannelName,
  type DeliveryRule,
  deliveryChannels,
  deliveryRules,
  type EventKind,
} from '#shared/notices/delivery-rules.ts';
import { afternoon, deliverAt, happenedAt, plus, recordingChannel } from '#tests/deliveries/deliver-at.ts';
import { wholeCase, wholeListing } from '#tests/forms.ts';
import { samplePerson } from '#tests/people.ts';
import { serve } from '#tests/serve.ts';
import type { Choice } from './events.ts';
import { deliveryData } from './personal-data.ts';
import { mostAttempts } from './timing.ts';

const { database, query, registered, call, people } = await serve();
const minute = 60_000;
const today = new Date().toISOString();

beforeEach(() => query('delete from deliveries'));

const addEmail = (userId: number) =>
  query(
    `insert into email_addresses (user_id, address_hash, address_cipher, address_key, link_hash)
     values ($1, '', '', '', '')`,
    [userId],
  );

/** Somebody with a browser that gets push messages, an e-mail address, and the master switch on. */
async function toldPerson({ isRemind = true, locale = 'zh-Hant' } = {}) {
  const person = await people.add();
  await query('update users set is_remind = $2, locale = $3 where id = $1', [person.id, isRemind, locale]);
  await query(
    `with session as (
      insert into sessions (user_id, face, ends_at, browser_hash)
      values ($1, 'product', now() + interval '1 day', '') returning id)
     insert into push_subscriptions (session_id, user_id, endpoint, p256dh, auth, locale)
     select id, $1, 'http://127.0.0.1:9/' || id, '', '', $2 from session`,
    [person.id, locale],
  );
  await addEmail(person.id);
  return person;
}

const tell = (userId: number, content: NoticeContent) =>
  database.transaction((tx) => notify(tx, { userId, ...content }));
const quota = { kind: 'evidence_verified', params: { evidence: 'other' } } as const;
const overdue = { kind: 'safety_overdue', params: { lesson: 1, class: 1 } } as const;
const cancelled = (planned_at: Date) =>
  ({ kind: 'lesson_cancelled', params: { class: 1, planned_at: planned_at.toISOString() } }) as const;
const states = async () =>
  (await query('select channel, state, reason, attempts from deliveries order by id')) as {
    channel: string;
    state: string;
    reason: string | null;
    attempts: number;
  }[];
const countOf = async (channel: string, state: string) =>
  Number(
    (
      await query('select sum(count) from delivery_days where channel = $1 and state = $2', [channel, state])
    )[0]?.sum ?? 0,
  );

/** Params that a kind accepts; its lesson is today. */
function someParams(kind: keyof typeof noticeKinds) {
  const { shape } = noticeKinds[kind].params as unknown as {
    shape: Record<string, { options?: string[]; safeParse(value: unknown): { success: boolean } }>;
  };
  return Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [
      name,
      [1, today, '2026-12-01', '2026-10', true, ...(schema.options ?? [])].find(
        (value) => schema.safeParse(value).success,
      ),
    ]),
  );
}

describe('every kind', () => {
  const kinds = (Object.keys(deliveryRules) as EventKind[]).filter(isNoticeKind);

  test.each(['zh-Hant', 'en'] as const)(
    'reaches its person by the channels of its rule, in %s',
    async (locale) => {
      const person = await toldPerson({ locale });
      const stranger = await toldPerson();
      for (const kind of kinds) await tell(person.id, { kind, params: someParams(kind) } as NoticeContent);
      await happenedAt(database, afternoon);
      const told = new Map<string, DeliveryChannelName[]>();
      for (const name of deliveryChannels) {
        const { channel, taken } = recordingChannel(name);
        await deliverAt(database, plus(afternoon, 6 * minute), channel);
        expect(taken.every(({ userId }) => userId === person.id && userId !== stranger.id)).toBe(true);
        for (const item of taken.flatMap(({ items }) => items)) {
          told.set(item.kind, [...(told.get(item.kind) ?? []), name]);
          if (!isNoticeKind(item.kind)) continue;
          expect(item).toMatchObject(noticeWords(item.kind, someParams(item.kind), locale));
        }
      }
      expect(Object.fromEntries(told)).toEqual(
        Object.fromEntries(kinds.map((kind) => [kind, [...deliveryRules[kind].by]])),
      );
    },
  );

  test('of account and safety comes with the master switch off, and no other', async () => {
    const person = await toldPerson({ isRemind: false });
    for (const kind of kinds) await tell(person.id, { kind, params: someParams(kind) } as NoticeContent);
    await happenedAt(database, afternoon);
    const { channel, taken } = recordingChannel('push');
    await deliverAt(database, plus(afternoon, minute), channel);
    const topics = taken.flatMap(({ items }) => items.map(({ kind }) => deliveryRules[kind].topic));
    expect([...new Set(topics)].sort()).toEqual([...alwaysTold].sort());
  });

  test.each(deliveryChannels)('stays off by %s where the person switched it off', async (name) => {
    const person = await toldPerson();
    for (const kind of kinds) await tell(person.id, { kind, params: someParams(kind) } as NoticeContent);
    await happenedAt(database, afternoon);
    const { channel, taken } = recordingChannel(name);
    const topics = Object.values(deliveryRules).map(({ topic }) => [topic, []]);
    const nothing: Choice = { isRemind: true, digestHour: null, channels: Object.fromEntries(topics) };
    await deliverAt(database, plus(afternoon, 6 * minute), channel, {
      choicesOf: async () => new Map([[person.id, nothing]]),
    });
    expect(taken).toEqual([]);
    const off = (await states()).filter(({ channel: by }) => by === name);
    expect(new Set(off.map(({ reason }) => reason))).toEqual(new Set(['off']));
  });

  test('comes by a channel that the person added to a topic, and by none of the topic’s that it does not name', async () => {
    const person = await toldPerson();
    const told = async (topics: Choice['channels']) => {
      await query('delete from deliveries');
      await tell(person.id, { kind: 'quota_granted', params: { family: 'paper', amount: 1 } });
      await tell(person.id, { kind: 'lesson_confirmed', params: { lesson: 1, class: 1 } });
      await happenedAt(database, afternoon);
      const { channel, taken } = recordingChannel('email');
      const choice: Choice = { isRemind: true, digestHour: null, channels: topics };
      await deliverAt(database, plus(afternoon, 6 * minute), channel, {
        choicesOf: async () => new Map([[person.id, choice]]),
      });
      return taken.flatMap(({ items }) => items.map(({ kind }) => kind));
    };
    expect(await told({ papers: ['push'], records: ['push', 'email'] })).toEqual([]);
    expect(await told({ papers: ['push', 'email'], records: ['push', 'email'] })).toEqual(['quota_granted']);
  });

  test('that names an SMS cannot wait, and an SMS is not sent for a lesson of another day', async () => {
    for (const { by, quietHours } of Object.values(deliveryRules) as DeliveryRule[])
      if (by.includes('sms')) expect(quietHours).not.toBe('waits');
    const person = await toldPerson();
    await tell(person.id, cancelled(plus(new Date(), 3 * 24 * 60 * minute)));
    expect((await states()).map(({ channel }) => channel)).toEqual(['push', 'email']);
  });
});

test('an event waits for no channel by which its person cannot be reached', async () => {
  const channelsOf = async (change: string) => {
    const person = await toldPerson();
    await query(change, [person.id]);
    await query('delete from deliveries');
    await tell(person.id, overdue);
    return (await states()).map(({ channel }) => channel);
  };
  expect(await channelsOf('delete from email_addresses where user_id = $1')).toEqual(['push', 'sms']);
  expect(
    await channelsOf(`update email_addresses set off_at = now(), off_reason = 'bounce' where user_id = $1`),
  ).toEqual(['push', 'sms']);
  expect(await channelsOf('delete from push_subscriptions where user_id = $1')).toEqual(['email', 'sms']);
});

describe('in the quiet hours of Hong Kong', () => {
  const night = new Date('2026-01-14T23:10:00+08:00');

  test('what can wait comes at half past seven', async () => {
    const person = await toldPerson();
    await tell(person.id, quota);
    await tell(person.id, cancelled(plus(new Date(), 3 * 24 * 60 * minute)));
    await happenedAt(database, night);
    const { channel, taken } = recordingChannel('push');
    await deliverAt(database, plus(night, minute), channel);
    await deliverAt(database, new Date('2026-01-15T07:29:59+08:00'), channel);
    expect(taken).toEqual([]);
    await deliverAt(database, new Date('2026-01-15T07:30:00+08:00'), channel);
    expect(taken.map(({ items }) => items.length)).toEqual([2]);
  });

  test('safety and the lesson of this day come at once', async () => {
    const person = await toldPerson();
    await tell(person.id, overdue);
    await tell(person.id, cancelled(new Date()));
    await tell(person.id, quota);
    await happenedAt(database, night);
    const { channel, taken } = recordingChannel('push');
    await deliverAt(database, night, channel);
    expect(taken.flatMap(({ items }) => items.map(({ kind }) => kind))).toEqual([
      'safety_overdue',
      'lesson_cancelled',
    ]);
  });
});

describe('several events', () => {
  test('within five seconds are one push message, and those of the next five minutes another', async () => {
    const person = await toldPerson();
    const { channel, taken } = recordingChannel('push');
    for (let turn = 0; turn < 3; turn += 1) await tell(person.id, quota);
    await happenedAt(database, afternoon);
    await deliverAt(database, plus(afternoon, 4_000), channel);
    expect(taken).toEqual([]);
    await deliverAt(database, plus(afternoon, 5_000), channel);
    expect(taken.map(({ items }) => items.length)).toEqual([3]);
    for (const later of [20_000, 4 * minute]) {
      await tell(person.id, quota);
      await happenedAt(database, plus(afternoon, later));
      await deliverAt(database, plus(afternoon, later + 6_000), channel);
    }
    expect(taken).toHaveLength(1);
    await deliverAt(database, plus(afternoon, 5_000 + 5 * minute), channel);
    expect(taken.map(({ items }) => items.length)).toEqual([3, 2]);
  });

  test('within five minutes are one e-mail', async () => {
    const person = await toldPerson();
    const { channel, taken } = recordingChannel('email');
    for (const later of [0, 2 * minute, 4 * minute]) {
      await tell(person.id, quota);
      await happenedAt(database, plus(afternoon, later));
      await deliverAt(database, plus(afternoon, later), channel);
    }
    expect(taken).toEqual([]);
    await deliverAt(database, plus(afternoon, 5 * minute), channel);
    expect(taken.map(({ items }) => items.length)).toEqual([3]);
  });

  test('wait for the digest of somebody who chose one, at the hour of choice; what somebody waits for does not', async () => {
    const person = await toldPerson();
    const choice: Choice = { isRemind: true, digestHour: 19, channels: {} };
    const engine = { choicesOf: async () => new Map([[person.id, choice]]) };
    const { channel, taken } = recordingChannel('email');
    await tell(person.id, quota);
    await tell(person.id, { kind: 'interest_applied', params: { interest: 1, case: 1 } });
    await tell(person.id, { kind: 'badge_expired', params: { badge: 'other' } });
    await happenedAt(database, afternoon);
    await deliverAt(database, plus(afternoon, 6 * minute), channel, engine);
    expect(taken.map(({ items, isDigest }) => [items.map(({ kind }) => kind), isDigest])).toEqual([
      [['interest_applied'], false],
    ]);
    await deliverAt(database, new Date('2026-01-14T18:59:59+08:00'), channel, engine);
    await deliverAt(database, new Date('2026-01-14T19:00:00+08:00'), channel, engine);
    expect(taken.map(({ items, isDigest }) => [items.length, isDigest])).toEqual([
      [1, false],
      [2, true],
    ]);
  });
});

describe('nothing is sent', () => {
  const nothingCame = async (reason: string, channel: DeliveryChannelName = 'push') => {
    await happenedAt(database, afternoon);
    const peer = recordingChannel(channel);
    await deliverAt(database, plus(afternoon, 6 * minute), peer.channel);
    expect(peer.taken).toEqual([]);
    const own = (await states()).filter((row) => row.channel === channel);
    expect(own.map((row) => row.reason)).toEqual(own.map(() => reason));
    expect(own.length).toBeGreaterThan(0);
  };

  test('for a notice that was read on the page meanwhile', async () => {
    const person = await toldPerson();
    await tell(person.id, quota);
    await call(person, 'PUT /api/users/notices/read', { up_to: Number.MAX_SAFE_INTEGER });
    await nothingCame('read');
  });

  test('to somebody who is banned by then', async () => {
    const person = await toldPerson();
    const operator = await people.operator();
    await tell(person.id, overdue);
    await query(
      `insert into bans (phone_hash, phone_key, cause, reason, banned_by)
       select phone_hash, phone_key, 'other', 'x', $2 from users where id = $1`,
      [person.id, operator.id],
    );
    await nothingCame('account');
  });

  test('by a channel that is not configured', async () => {
    const person = await toldPerson();
    await tell(person.id, overdue);
    await happenedAt(database, afternoon);
    await deliverAt(database, plus(afternoon, minute), 'sms');
    expect((await states()).find(({ channel }) => channel === 'sms')).toMatchObject({ reason: 'no_channel' });
  });

  test('for a message that was read, or of somebody who is blocked; several of one conversation are one item', async () => {
    const family = await registered({ identity: 1 });
    const tutor = await registered({ identity: 2 });
    const made = await family.browser.post('/api/common_info/student_detailed_registration', wholeCase);
    await tutor.browser.post('/api/common_info/teacher_detailed_registration', wholeListing);
    const asked = await tutor.browser.post('/api/users/interest', { action: 'apply', case_id: made.data.id });
    const { id } = asked.data as { id: number };
    await family.browser.post('/api/users/interest', { action: 'accept', interest_id: id });
    await query('update users set is_remind = true where id = $1', [family.id]);
    await addEmail(family.id);
    const write = () =>
      tutor.browser.post(`/api/users/conversations/${id}/messages`, {
        text: '你好',
        client_key: randomUUID(),
      });
    const read = async (up_to: number) =>
      family.browser.put(`/api/users/conversations/${id}/read`, { up_to });
    await query('delete from deliveries');

    await read((await write()).data.id);
    await nothingCame('read', 'email');

    await query('delete from deliveries');
    await write();
    await write();
    await happenedAt(database, afternoon);
    const { channel, taken } = recordingChannel('email');
    await deliverAt(database, plus(afternoon, 6 * minute), channel);
    expect(taken.map(({ items }) => items)).toEqual([
      [
        expect.objectContaining({
          kind: 'message',
          title: '你有 2 則新訊息',
          about: expect.stringMatching(/^\S+導師 ・ .*中三/),
          path: `/message/${id}`,
        }),
      ],
    ]);

    await query('delete from deliveries');
    await write();
    await query(
      `insert into user_blocks (blocker_user_id, blocked_user_id, place, place_id)
       values ($1, $2, 'conversation', $3)`,
      [family.id, tutor.id, id],
    );
    await nothingCame('blocked', 'email');
  });
});

describe('a delivery', () => {
  test('is sent once, however many workers look at the same time', async () => {
    const everybody = await Promise.all(Array.from({ length: 30 }, () => toldPerson()));
    for (const { id } of everybody) await tell(id, quota);
    await happenedAt(database, afternoon);
    const { channel, taken } = recordingChannel('push');
    const before = await countOf('push', 'sent');
    await Promise.all(Array.from({ length: 4 }, () => deliverAt(database, plus(afternoon, minute), channel)));
    expect(taken.map(({ userId }) => userId).sort()).toEqual(everybody.map(({ id }) => id).sort());
    expect((await countOf('push', 'sent')) - before).toBe(30);
  });

  test('that failed is tried again later with the same key and the same events, then given up with a reason', async () => {
    const person = await toldPerson();
    const keys: string[] = [];
    const sizes: number[] = [];
    const { channel } = recordingChannel('push', async ({ key, items }) => {
      keys.push(key);
      sizes.push(items.length);
      throw new Error('451 try later, a.person@mail.example +852 6123 4567');
    });
    await tell(person.id, quota);
    await happenedAt(database, afternoon);
    await deliverAt(database, plus(afternoon, minute), channel);
    await deliverAt(database, plus(afternoon, minute + 1_000), channel);
    expect(keys).toHaveLength(1);
    await tell(person.id, quota);
    await happenedAt(database, plus(afternoon, 2 * minute));
    const failing = () => query(`update deliveries set due_at = $1 where sent_with is not null`, [afternoon]);
    for (let attempt = 2; attempt <= mostAttempts; attempt += 1) {
      await failing();
      await deliverAt(database, plus(afternoon, 2 * minute), channel);
    }
    expect(keys).toEqual(Array(mostAttempts).fill(keys[0]));
    expect(sizes).toEqual(Array(mostAttempts).fill(1));
    const [first] = (await states()).filter((row) => row.channel === 'push');
    expect(first).toMatchObject({ state: 'given_up', reason: '451 try later, … …' });
  });

  test('that was claimed by a worker that died is sent again by another one with the same key', async () => {
    const person = await toldPerson();
    await tell(person.id, quota);
    await happenedAt(database, afternoon);
    const keys: string[] = [];
    const dying = recordingChannel('push', async ({ key }) => {
      keys.push(key);
      return new Promise(() => {});
    });
    await deliverAt(database, plus(afternoon, minute), dying.channel, { sendMs: 10 });
    await query(`update deliveries set due_at = $1, reason = null where sent_with is not null`, [
      plus(afternoon, 2 * minute),
    ]);
    const { channel, taken } = recordingChannel('push');
    await deliverAt(database, plus(afternoon, 2 * minute), channel);
    expect(taken.map(({ key }) => key)).toEqual(keys);
  });

  test('that hangs delays nobody else’s', async () => {
    const [slow, ...others] = await Promise.all(Array.from({ length: 5 }, () => toldPerson()));
    for (const person of [slow, ...others]) await tell(person?.id as number, quota);
    await happenedAt(database, afternoon);
    const { channel, taken } = recordingChannel('push', ({ userId }) =>
      userId === slow?.id ? new Promise(() => {}) : Promise.resolve({ kind: 'sent' }),
    );
    await deliverAt(database, plus(afternoon, minute), channel, { sendMs: 50 });
    expect(taken.map(({ userId }) => userId).sort()).toEqual(others.map(({ id }) => id).sort());
    const push = (await states()).filter((row) => row.channel === 'push');
    expect(push.filter(({ state }) => state === 'pending')).toMatchObject([{ reason: 'no_answer_in_time' }]);
  });

  test('that hangs while the run ends delays nobody else’s that comes after it', {
    tags: ['whole'],
  }, async () => {
    const [slow, other] = await Promise.all([toldPerson(), toldPerson()]);
    await tell(slow.id, quota);
    await happenedAt(database, afternoon);
    let hangs = true;
    const { channel, taken } = recordingChannel('push', ({ userId }) =>
      userId === slow.id
        ? new Promise((_resolve, reject) => {
            setTimeout(() => {
              hangs = false;
              reject(new Error('slow'));
            }, 1_900);
          })
        : Promise.resolve({ kind: hangs ? 'sent' : 'nowhere' }),
    );
    const run = deliverAt(database, plus(afternoon, minute), channel, { sendMs: 2_000, runMs: 100 });
    await tell(other.id, quota);
    await happenedAt(database, afternoon);
    await run;
    expect(taken.map(({ userId }) => userId)).toEqual([other.id]);
  });

  test('of what could not wait is given up when it comes too late', async () => {
    const person = await toldPerson();
    await tell(person.id, overdue);
    await happenedAt(database, afternoon);
    const { channel, taken } = recordingChannel('push');
    await deliverAt(database, plus(afternoon, 121 * minute), channel);
    expect(taken).toEqual([]);
    expect((await states())[0]).toMatchObject({ state: 'given_up', reason: 'too_late' });
  });

  test('is exported with the person’s data and deleted with the account', async () => {
    const person = await toldPerson();
    await tell(person.id, quota);
    const exported = await deliveryData.exportRows(database.db, samplePerson(person.id));
    expect(exported.deliveries).toMatchObject([
      { channel: 'push', kind: quota.kind, state: 'pending' },
      { channel: 'email' },
    ]);
    await database.transaction((tx) => deliveryData.forget(tx, samplePerson(person.id)));
    expect(await states()).toEqual([]);
  });
});

test('operators see counts by channel and reasons without persons; others see nothing', async () => {
  const person = await toldPerson();
  const operator = await people.operator();
  await query('delete from delivery_days');
  await tell(person.id, overdue);
  await happenedAt(database, afternoon);
  const refusing = recordingChannel('sms', async () => ({
    kind: 'refused',
    reason: 'no such number +85261234567',
  }));
  await deliverAt(database, new Date(), refusing.channel, { now: () => plus(afternoon, 1_000) });
  await query(`update delivery_days set day = (now() at time zone 'Asia/Hong_Kong')::date`);
  const { data } = await call(operator, 'GET /api/operator/deliveries');
  const of = (overview: typeof data, name: string) =>
    overview.channels.find(({ channel }: { channel: string }) => channel === name);
  expect(of(data, 'sms')).toMatchObject({ waiting: 0, sent: 0, given_up: 1 });
  expect(of(data, 'push')).toMatchObject({ waiting: 1, given_up: 0 });
  expect(data.failing).toContainEqual({
    ...{ channel: 'sms', reason: 'no such number …', count: 1 },
    last_at: expect.any(String),
  });
  expect(JSON.stringify(data)).not.toMatch(/\+852|user/);
  expect((await call(person, 'GET /api/operator/deliveries')).code).not.toBe(0);
});
