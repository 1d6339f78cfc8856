import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { vapidKeysOf } from '#server/domains/push/deliver.ts';
import type { Tx } from '#server/ground/db/db.ts';
import type { NotificationSettings, TopicChoice } from '#shared/notices/notification-settings.ts';
import { addPerson, samplePerson } from '#tests/people.ts';
import { serve } from '#tests/serve.ts';
import { whileLocked } from '#tests/while-locked.ts';
import { type ChannelsHere, changeSettings, choicesOf, settingsOf, switchOff } from './settings.ts';
import { notificationSettingsData } from './settings-personal-data.ts';

const { call, people, database, query, registered } = await serve({ environment: { PUSH_ANYWHERE: '1' } });
const { db, transaction } = database;
const path = '/api/users/notification-settings';

const push = (is_on: boolean, topic: TopicChoice['topic'] = 'offers'): TopicChoice => ({
  ...{ topic, is_on },
  channel: 'push',
});
const rowOf = ({ topics }: NotificationSettings, topic: TopicChoice['topic']) =>
  topics.find((row) => row.topic === topic);
const storedFor = (id: number) =>
  query('select topic, channel, is_on from notification_choices where user_id = $1 order by 1, 2', [id]);
/** All three channels, of which some reach everybody. */
const here = (...reaching: (keyof ChannelsHere)[]): ChannelsHere => ({
  push: async () => reaching.includes('push'),
  email: async () => reaching.includes('email'),
  sms: async () => reaching.includes('sms'),
});

test('somebody new has the defaults, no reminders, and may be asked', async () => {
  const { data } = await call(await people.parent(), `GET ${path}`);
  expect(data).toMatchObject({ is_remind: false, digest_hour: null, may_ask: true });
  // This person has no address and no number.
  expect(data.channels).toEqual([
    { channel: 'push', is_usable: false },
    { channel: 'email', is_usable: false },
    { channel: 'sms', is_usable: false },
  ]);
  expect(rowOf(data, 'offers')).toEqual({
    topic: 'offers',
    must_stay: false,
    channels: [
      { channel: 'push', is_on: true },
      { channel: 'email', is_on: true },
    ],
  });
  expect(rowOf(data, 'papers')?.channels[1]).toEqual({ channel: 'email', is_on: false });
  expect(rowOf(data, 'lessons')?.channels.map(({ channel }) => channel)).toEqual(['push', 'email', 'sms']);
  expect((await call(undefined, `GET ${path}`)).code).toBe(3002);
});

test('a change touches only what it names; of the choices only differences are stored', async () => {
  const parent = await people.parent();
  await call(parent, `PUT ${path}`, { is_remind: true, digest_hour: 20 });
  const { data } = await call(parent, `PUT ${path}`, { choices: [push(true), push(false)] });
  expect(data).toMatchObject({ is_remind: true, digest_hour: 20 });
  expect(rowOf(data, 'offers')?.channels[0]).toEqual({ channel: 'push', is_on: false });
  expect(await storedFor(parent.id)).toEqual([{ topic: 'offers', channel: 'push', is_on: false }]);

  const back = await call(parent, `PUT ${path}`, { choices: [push(true)], digest_hour: null });
  expect(back.data).toMatchObject({ is_remind: true, digest_hour: null });
  expect(await storedFor(parent.id)).toEqual([]);
});

test.each([
  [{ digest_hour: 6 }, 'digest_hour'],
  [{ digest_hour: 23 }, 'digest_hour'],
  [{ choices: [{ topic: 'offers', channel: 'sms', is_on: true }] }, 'choices'],
  [{ choices: [{ topic: 'offers', channel: 'post', is_on: true }] }, 'choices.0.channel'],
  [{ choices: [{ topic: 'weather', channel: 'push', is_on: true }] }, 'choices.0.topic'],
  [{ choices: Array.from({ length: 34 }, () => push(true)) }, 'choices'],
])('%o is refused whole', async (change, field) => {
  const parent = await people.parent();
  const answer = await call(parent, `PUT ${path}`, { is_remind: true, ...change });
  expect(answer).toMatchObject({ status: 400, code: 1001 });
  expect(Object.keys(answer.data.fields)).toEqual([field]);
  expect((await call(parent, `GET ${path}`)).data.is_remind).toBe(false);
});

test('account and safety keep one channel that reaches the person', async () => {
  const { id } = await people.parent();
  const change = (choices: TopicChoice[], ...reaching: (keyof ChannelsHere)[]) =>
    transaction((tx) => changeSettings(tx, id, { choices }, { here: here(...reaching), locale: 'en' }));
  const off = (channel: TopicChoice['channel']): TopicChoice => ({ topic: 'account', channel, is_on: false });
  await expect(change([off('push'), off('email'), off('sms')])).rejects.toThrow();
  // E-mail and SMS are still on, but reach nobody.
  await expect(change([off('push')], 'push')).rejects.toThrow();
  await change([off('push')], 'push', 'email');
  await expect(change([off('email')], 'push', 'email')).rejects.toThrow();
  expect((await choicesOf(db, [id])).get(id)?.channels).toEqual({ account: ['email', 'sms'] });
});

test('of two tabs that each switch another channel off, the second is refused', async () => {
  const { id } = await people.parent();
  const off = (tx: Tx, channel: TopicChoice['channel']) =>
    changeSettings(
      tx,
      id,
      { choices: [{ topic: 'safety', channel, is_on: false }] },
      { here: here('push', 'email'), locale: 'en' },
    );
  const second = () =>
    transaction((tx) => off(tx, 'email')).then(
      () => 'stored',
      () => 'refused',
    );
  expect(await whileLocked(database, (tx) => off(tx, 'push'), [second])).toEqual(['refused']);
});

test('unsubscribing switches a channel off, for one topic or all, and account and safety come by push then', async () => {
  const { id } = await people.parent();
  await transaction((tx) => switchOff(tx, id, 'offers', 'email'));
  await transaction((tx) => switchOff(tx, id, 'offers', 'email'));
  expect(await storedFor(id)).toEqual([{ topic: 'offers', channel: 'email', is_on: false }]);

  const only = { here: here('email'), locale: 'en' } as const;
  const off = (channel: TopicChoice['channel']): TopicChoice => ({ topic: 'safety', channel, is_on: false });
  await transaction((tx) => changeSettings(tx, id, { choices: [off('push'), off('sms')] }, only));
  await transaction((tx) => switchOff(tx, id, 'all', 'email'));
  const chosen = (await choicesOf(db, [id])).get(id);
  expect(Object.values(chosen?.channels ?? {}).flat()).not.toContain('email');
  expect(chosen?.channels.safety).toEqual(['push']);

  await query(`update users set deleted_at = now(), name = '' where id = $1`, [id]);
  await transaction((tx) => switchOff(tx, id, 'all', 'push'));
  expect(await choicesOf(db, [id])).toEqual(new Map());
});

test('the choices of many people are read at once', async () => {
  const [one, other] = [await people.parent(), await people.tutor()];
  await call(one, `PUT ${path}`, { is_remind: true, digest_hour: 8, choices: [push(false, 'messages')] });
  const chosen = await choicesOf(db, [one.id, other.id]);
  expect(chosen.get(one.id)).toEqual({
    ...{ isRemind: true, digestHour: 8 },
    channels: { messages: ['email'] },
  });
  expect(chosen.get(other.id)).toEqual({ isRemind: false, digestHour: null, channels: {} });
});

test('a no is kept for every device, and repeated it stays as it was', async () => {
  const parent = await people.parent();
  expect((await call(parent, `POST ${path}/asked`)).data).toEqual({ may_ask: false });
  const [first] = await query('select declined_at from notification_settings where user_id = $1', [
    parent.id,
  ]);
  await call(parent, `POST ${path}/asked`);
  await call(parent, `PUT ${path}`, { digest_hour: 9 });
  expect((await call(parent, `GET ${path}`)).data).toMatchObject({ may_ask: false, digest_hour: 9 });
  expect(
    await query('select declined_at from notification_settings where user_id = $1', [parent.id]),
  ).toEqual([first]);
});

test('turning push on turns reminders on; a page that sends its subscription again does not', async () => {
  const { browser, id } = await registered();
  const { publicKey: p256dh } = vapidKeysOf(Buffer.alloc(32, 9));
  const form = { endpoint: `http://127.0.0.1:9/${id}`, keys: { p256dh, auth: 'A'.repeat(22) } };
  await browser.put('/api/users/push', form);
  expect((await browser.get(path)).data).toMatchObject({
    is_remind: true,
    channels: [
      { channel: 'push', is_usable: true },
      { channel: 'email', is_usable: false },
      { channel: 'sms', is_usable: true },
    ],
  });
  await browser.put(path, { is_remind: false });
  await browser.put('/api/users/push', form);
  await browser.put('/api/users/push', { ...form, endpoint: `${form.endpoint}/renewed` });
  expect((await browser.get(path)).data.is_remind).toBe(false);
});

test('the profile sets the same switch, and leaves it as it is where it does not name it', async () => {
  const parent = await addPerson(database);
  const profile = { name: '陳大文', gender: 'F', marketing_consent: false };
  await call(parent, 'PUT /api/users/profile', { ...profile, is_remind: true });
  await call(parent, 'PUT /api/users/profile', profile);
  expect((await settingsOf(db, parent.id, {})).is_remind).toBe(true);
  await db.execute(sql`update users set is_remind = false where id = ${parent.id}`);
  expect((await call(parent, 'GET /api/users/profile')).data.is_remind).toBe(false);
});

test('what a person chose is exported, and deleted with the account', async () => {
  const parent = await people.parent();
  await call(parent, `PUT ${path}`, { digest_hour: 8, choices: [push(false)] });
  const person = samplePerson(parent.id);
  expect(await notificationSettingsData.exportRows(db, person)).toMatchObject({
    notification_choices: [{ topic: 'offers', channel: 'push', is_on: false }],
    notification_settings: [{ digest_hour: 8, declined_at: null }],
  });
  await transaction((tx) => notificationSettingsData.forget(tx, person));
  expect(await notificationSettingsData.exportRows(db, person)).toEqual({
    notification_choices: [],
    notification_settings: [],
  });
});
