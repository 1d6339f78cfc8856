import { sql } from 'drizzle-orm';
import { lockAccount } from '#server/domains/accounts/lock-account.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { fieldProblem } from '#server/ground/http/errors.ts';
import type { Locale } from '#shared/locale.ts';
import {
  alwaysTold,
  type DeliveryChannelName,
  type DeliveryTopic,
  deliveryChannels,
  deliveryTopics,
  topicChannels,
} from '#shared/notices/delivery-rules.ts';
import type {
  NotificationSettings,
  SettingsChange,
  TopicChoice,
} from '#shared/notices/notification-settings.ts';
import { offeredChannels } from '#shared/notices/topic-choices.ts';
import type { Choice, ChoicesOf } from './events.ts';

/** What one person chose. Where they chose nothing of a topic and channel, the rule of each event decides. */
export type Chosen = {
  isRemind: boolean;
  /** The hour of the daily digest in Hong Kong; null for none. */
  digestHour: number | null;
  choices: Partial<Record<DeliveryTopic, Partial<Record<DeliveryChannelName, boolean>>>>;
};

/** The channels that are configured here, each with the question whether it reaches a person. */
export type ChannelsHere = Partial<
  Record<DeliveryChannelName, (db: Db | Tx, userId: number) => Promise<boolean>>
>;

type ChosenRow = { id: string; is_remind: boolean; digest_hour: number | null; choices: TopicChoice[] };

/** What these people chose; those whose account is deleted are left out. */
async function chosenChannels(db: Db | Tx, userIds: readonly number[]): Promise<Map<number, Chosen>> {
  const { rows } = await db.execute<ChosenRow>(sql`
    select users.id, is_remind, digest_hour, coalesce(chosen.choices, '[]') as choices
    from users
    left join notification_settings settings on settings.user_id = users.id
    left join (
      select user_id, jsonb_agg(jsonb_build_object('topic', topic, 'channel', channel, 'is_on', is_on)) as choices
      from notification_choices where user_id = any(${sql.param(userIds)}::bigint[]) group by user_id
    ) chosen on chosen.user_id = users.id
    where users.id = any(${sql.param(userIds)}::bigint[]) and deleted_at is null`);
  return new Map(rows.map((row) => [Number(row.id), toChosen(row)]));
}

function toChosen({ is_remind, digest_hour, choices: list }: ChosenRow): Chosen {
  const choices: Chosen['choices'] = {};
  for (const { topic, channel, is_on } of list) choices[topic] = { ...choices[topic], [channel]: is_on };
  return { isRemind: is_remind, digestHour: digest_hour, choices };
}

/** What people chose, as the engine asks for it: every channel of the topics about which something was chosen. */
export const choicesOf: ChoicesOf = async (db, userIds) => {
  const chosen = await chosenChannels(db, userIds);
  return new Map([...chosen].map(([userId, one]) => [userId, toChoice(one)]));
};

function toChoice(chosen: Chosen): Choice {
  const channels: Choice['channels'] = {};
  for (const topic of deliveryTopics)
    if (chosen.choices[topic]) channels[topic] = deliveryChannels.filter((name) => isOn(chosen, topic, name));
  return { isRemind: chosen.isRemind, digestHour: chosen.digestHour, channels };
}

/** Whether a topic comes by a channel, as the page shows it. */
const isOn = ({ choices }: Chosen, topic: DeliveryTopic, channel: DeliveryChannelName) =>
  choices[topic]?.[channel] ?? topicChannels(topic).includes(channel);

async function chosenBy(db: Db | Tx, userId: number): Promise<Chosen> {
  const chosen = (await chosenChannels(db, [userId])).get(userId);
  if (!chosen) throw new Error('a session belongs to nobody');
  return chosen;
}

export async function settingsOf(
  db: Db | Tx,
  userId: number,
  here: ChannelsHere,
): Promise<NotificationSettings> {
  const chosen = await chosenBy(db, userId);
  const { rows } = await db.execute(
    sql`select from notification_settings where user_id = ${userId} and declined_at is not null`,
  );
  return {
    is_remind: chosen.isRemind,
    digest_hour: chosen.digestHour,
    channels: await usableOf(db, userId, here),
    topics: deliveryTopics.map((topic) => ({
      topic,
      must_stay: alwaysTold.includes(topic),
      channels: offeredChannels(topic)
        .filter((channel) => here[channel])
        .map((channel) => ({ channel, is_on: isOn(chosen, topic, channel) })),
    })),
    may_ask: rows.length === 0,
  };
}

async function usableOf(db: Db | Tx, userId: number, here: ChannelsHere) {
  const found: NotificationSettings['channels'] = [];
  for (const channel of deliveryChannels) {
    const reaches = here[channel];
    if (reaches) found.push({ channel, is_usable: await reaches(db, userId) });
  }
  return found;
}

const notOffered = { 'zh-Hant': '這個主題沒有這種通知方式', en: 'This topic does not come by this channel' };
const mustStay = {
  'zh-Hant': '帳戶和安全的消息要留下至少一種能找到你的通知方式',
  en: 'News of your account and safety needs at least one channel that reaches you',
};

type ChangeOptions = { here: ChannelsHere; locale: Locale };

/** Stores what is named in the change; concurrent changes of one person wait for each other. */
export async function changeSettings(
  tx: Tx,
  userId: number,
  { is_remind, digest_hour, choices = [] }: SettingsChange,
  { here, locale }: ChangeOptions,
) {
  await lockAccount(tx, userId);
  if (choices.some(({ topic, channel }) => !here[channel] || !offeredChannels(topic).includes(channel)))
    throw fieldProblem(locale, { choices: notOffered });
  if (is_remind !== undefined)
    await tx.execute(sql`update users set is_remind = ${is_remind} where id = ${userId}`);
  if (digest_hour !== undefined)
    await tx.execute(sql`
      insert into notification_settings (user_id, digest_hour) values (${userId}, ${digest_hour})
      on conflict (user_id) do update set digest_hour = excluded.digest_hour`);
  await store(tx, userId, choices);
  const switchedOff = alwaysTold.filter((topic) =>
    choices.some((choice) => choice.topic === topic && !choice.is_on),
  );
  if (switchedOff.length > 0 && !(await allReach(tx, userId, switchedOff, here)))
    throw fieldProblem(locale, { choices: mustStay });
}

/** Whether each topic is still told by a channel that reaches the person, or by any if none reaches them. */
async function allReach(tx: Tx, userId: number, topics: readonly DeliveryTopic[], here: ChannelsHere) {
  const chosen = await chosenBy(tx, userId);
  const known = await usableOf(tx, userId, here);
  return topics.every((topic) => {
    const offered = known.filter(({ channel }) => offeredChannels(topic).includes(channel));
    const reaching = offered.filter(({ is_usable }) => is_usable);
    return (reaching.length > 0 ? reaching : offered).some(({ channel }) => isOn(chosen, topic, channel));
  });
}

/** Keeps what differs from the default, and forgets the rest; of two choices about the same, the later counts. */
async function store(tx: Tx, userId: number, choices: readonly TopicChoice[]) {
  if (choices.length === 0) return;
  const last = [...new Map(choices.map((choice) => [`${choice.topic} ${choice.channel}`, choice])).values()];
  await tx.execute(sql`
    delete from notification_choices
    where user_id = ${userId} and (topic, channel) in (select topic, channel from ${asRows(last)})`);
  const differing = last.filter(
    ({ topic, channel, is_on }) => topicChannels(topic).includes(channel) !== is_on,
  );
  await tx.execute(sql`
    insert into notification_choices (user_id, topic, channel, is_on)
    select ${userId}, topic, channel, is_on from ${asRows(differing)}`);
}

const asRows = (choices: readonly TopicChoice[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(choices)}::jsonb) as chosen (topic text, channel text, is_on boolean)`;

/**
 * For who unsubscribes from a message, without being logged in. A topic that must stay comes by push again if
 * nothing else is left of it. Does nothing for a deleted account.
 */
export async function switchOff(
  tx: Tx,
  userId: number,
  topic: DeliveryTopic | 'all',
  channel: DeliveryChannelName,
) {
  const { rows } = await tx.execute(
    sql`select from users where id = ${userId} and deleted_at is null for no key update`,
  );
  if (rows.length === 0) return;
  const topics = topic === 'all' ? deliveryTopics : [topic];
  await store(
    tx,
    userId,
    topics.map((one) => ({ topic: one, channel, is_on: false })),
  );
  const chosen = await chosenBy(tx, userId);
  const silent = alwaysTold.filter((one) => !offeredChannels(one).some((by) => isOn(chosen, one, by)));
  await store(
    tx,
    userId,
    silent.map((one) => ({ topic: one, channel: 'push', is_on: true })),
  );
}

/** Whoever says no to being told is not asked again. */
export async function decline(tx: Tx, userId: number) {
  await lockAccount(tx, userId);
  await tx.execute(sql`
    insert into notification_settings (user_id, declined_at) values (${userId}, now())
    on conflict (user_id) do update set declined_at = coalesce(notification_settings.declined_at, now())`);
}
