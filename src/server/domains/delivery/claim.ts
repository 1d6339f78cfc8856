import { type SQL, sql } from 'drizzle-orm';
import type { Database, Tx } from '#server/ground/db/db.ts';
import type { Locale } from '#shared/locale.ts';
import {
  alwaysTold,
  type DeliveryChannelName,
  type DeliveryRule,
  deliveryRules,
  topicChannels,
} from '#shared/notices/delivery-rules.ts';
import type { Delivery, DeliveryItem } from './channel.ts';
import type { Choice, ChoicesOf, EventNow, ReadEvents, Waiting } from './events.ts';
import { type Change, settle } from './settle.ts';
import { combineMs, longestLifeMs, nextHour, type QuietHours, quietEnd, urgentLifeMs } from './timing.ts';
import { deliveryWords } from './words.ts';

export type Claimed = { delivery: Delivery; rows: readonly Waiting[] };

type ClaimParts = {
  channel: DeliveryChannelName;
  isConfigured: boolean;
  readEvents: ReadEvents;
  choicesOf: ChoicesOf;
  quietHours: QuietHours | undefined;
  /** How long the claim holds; a worker that has not said by then how it went has died. */
  leaseMs: number;
  most: number;
};

/**
 * Takes what is due, for many people at once. Skips what need not be told any more, puts off what has to wait, and
 * claims the rest before anything is sent. One claim of a channel at a time: nobody's events are split between two.
 */
export async function claimDue(database: Database, parts: ClaimParts, now: Date) {
  const { channel } = parts;
  const isDue = sql`channel = ${channel} and state = 'pending' and due_at <= ${now.toISOString()}::timestamptz`;
  const { rows: any } = await database.db.execute(sql`select from deliveries where ${isDue} limit 1`);
  if (any.length === 0) return { claimed: [], isFull: false };
  return database.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`deliver ${channel}`}, 0))`);
    const { rows, isFull } = await lockDue(tx, channel, isDue, parts.most);
    const { changes, claimed } = await decide(tx, rows, parts, now);
    await settle(tx, changes, now);
    return { claimed, isFull };
  });
}

type StoredRow = {
  id: string;
  user_id: string;
  kind: string;
  notice_id: string | null;
  interest_id: string | null;
  message_id: string | null;
  is_urgent: boolean;
  is_digest: boolean;
  happened_at: Date | string;
  sent_with: string | null;
  attempts: number;
  is_due: boolean;
};

/**
 * What is due, and what else can be told with it. A row that an account's deletion holds is left to it. That a row
 * waits is said here by `ended_at`, else a database that has not counted the rows lately would look through all that
 * wait for each person, instead of through those of the person.
 */
async function lockDue(tx: Tx, channel: DeliveryChannelName, isDue: SQL, most: number) {
  const { rows } = await tx.execute<StoredRow>(sql`
    select id, user_id, kind, notice_id, interest_id, message_id, is_urgent, is_digest, happened_at, sent_with,
      attempts, ${isDue} as is_due
    from deliveries
    where user_id = any(array(select user_id from deliveries where ${isDue} order by due_at limit ${most}))
      and channel = ${channel} and ended_at is null
    order by id for update skip locked`);
  const number = (id: string | null) => (id === null ? null : Number(id));
  const waiting = rows.map((row) => ({
    id: Number(row.id),
    userId: Number(row.user_id),
    kind: row.kind,
    noticeId: number(row.notice_id),
    interestId: number(row.interest_id),
    messageId: number(row.message_id),
    isUrgent: row.is_urgent,
    isDigest: row.is_digest,
    happenedAt: new Date(row.happened_at),
    sentWith: number(row.sent_with),
    attempts: row.attempts,
  }));
  const dueIds = new Set(rows.filter(({ is_due }) => is_due).map(({ id }) => Number(id)));
  const dueGroups = new Set(waiting.filter(({ id }) => dueIds.has(id)).map(groupOf));
  return { rows: waiting.filter((row) => dueGroups.has(groupOf(row))), isFull: dueIds.size >= most };
}

/** What is told at once has this in common. */
const groupOf = ({ userId, sentWith, isUrgent, isDigest }: Waiting) =>
  `${userId} ${sentWith ?? 'new'} ${isUrgent} ${isDigest}`;

type Person = { locale: Locale; isRemind: boolean; isHere: boolean };

async function decide(tx: Tx, rows: readonly Waiting[], parts: ClaimParts, now: Date) {
  const { channel } = parts;
  const userIds = [...new Set(rows.map(({ userId }) => userId))];
  const people = await peopleOf(tx, userIds);
  const choices = await parts.choicesOf(tx, userIds);
  const localeOf = (userId: number) => people.get(userId)?.locale ?? 'zh-Hant';
  const choiceOf = (userId: number) => choices.get(userId) ?? byTheRules(people.get(userId));
  const quietUntil = parts.quietHours && quietEnd(now, parts.quietHours);

  const changes: Change[] = [];
  const wanted: (Waiting & { rule: DeliveryRule })[] = [];
  for (const row of rows) {
    const rule: DeliveryRule | undefined = deliveryRules[row.kind as keyof typeof deliveryRules];
    const why = rule && notToldBecause(row, rule);
    // During a deployment an older process may find a kind that only the newer one knows.
    if (!rule) changes.push({ id: row.id, dueAt: new Date(now.getTime() + 60_000) });
    else if (why) changes.push({ id: row.id, state: 'skipped', reason: why });
    else wanted.push({ ...row, rule });
  }
  const events = await parts.readEvents(tx, wanted, { localeOf, withAbout: channel === 'email' });
  const combined = wanted.filter(({ isUrgent, isDigest, sentWith }) => !isUrgent && !isDigest && !sentWith);
  const lastPush = channel === 'push' ? await lastPushes(tx, combined, now) : new Map<number, Date>();
  const together = new Map<string, Waiting[]>();
  for (const { rule, ...row } of wanted) {
    const state = events.get(row.id)?.state ?? 'gone';
    const later = state === 'unread' ? putOff(row, rule, choiceOf(row.userId)) : undefined;
    if (state !== 'unread') changes.push({ id: row.id, state: 'skipped', reason: state });
    else if (later) changes.push({ id: row.id, ...later });
    else together.set(groupOf(row), [...(together.get(groupOf(row)) ?? []), row]);
  }

  function notToldBecause({ userId }: Waiting, rule: DeliveryRule) {
    if (!parts.isConfigured) return 'no_channel';
    if (!people.get(userId)?.isHere) return 'account';
    return isOn(rule, channel, choiceOf(userId)) ? undefined : 'off';
  }

  function putOff(row: Waiting, rule: DeliveryRule, { digestHour }: Choice): Omit<Change, 'id'> | undefined {
    if (row.isUrgent) return undefined;
    if (row.isDigest) return undefined;
    if (digestHour !== null && rule.digest && row.sentWith === null)
      return { isDigest: true, dueAt: nextHour(digestHour, now) };
    if (quietUntil) return { dueAt: quietUntil };
    const last = row.sentWith === null ? lastPush.get(row.userId) : undefined;
    return last && { dueAt: new Date(last.getTime() + combineMs) };
  }

  const claimed: Claimed[] = [];
  for (const group of together.values()) {
    const [first] = group as [Waiting, ...Waiting[]];
    const age = now.getTime() - first.happenedAt.getTime();
    const tooLate = first.isUrgent && age > urgentLifeMs;
    // Workers that die while they send it leave no attempt behind; this ends it for them too.
    if (tooLate || (first.sentWith !== null && age > longestLifeMs)) {
      const reason = tooLate ? 'too_late' : 'no_answer';
      for (const { id } of group) changes.push({ id, state: 'given_up', reason });
      continue;
    }
    const sentWith = first.sentWith ?? first.id;
    const dueAt = new Date(now.getTime() + parts.leaseMs);
    for (const { id } of group) changes.push({ id, sentWith, dueAt });
    claimed.push({
      rows: group,
      delivery: {
        userId: first.userId,
        locale: localeOf(first.userId),
        key: `${channel}-${sentWith}`,
        items: itemsOf(group, events, localeOf(first.userId)),
        isDigest: first.isDigest,
      },
    });
  }
  return { changes, claimed };
}

const byTheRules = (person: Person | undefined): Choice => ({
  isRemind: person?.isRemind ?? false,
  channels: {},
  digestHour: null,
});

/**
 * A channel of the topic's own brings the kinds that name it, and one that the person added brings all kinds; but an
 * SMS costs money and wakes people, so it is only for those that name it.
 */
function isOn({ topic, by }: DeliveryRule, channel: DeliveryChannelName, { isRemind, channels }: Choice) {
  if (!isRemind && !alwaysTold.includes(topic)) return false;
  if (channels[topic] && !channels[topic].includes(channel)) return false;
  if (by.includes(channel)) return true;
  return channels[topic] !== undefined && channel !== 'sms' && !topicChannels(topic).includes(channel);
}

/** Several messages of one conversation are one item. */
function itemsOf(
  rows: readonly Waiting[],
  events: ReadonlyMap<number, EventNow>,
  locale: Locale,
): DeliveryItem[] {
  const items: DeliveryItem[] = [];
  const talks = new Map<number, Waiting[]>();
  for (const row of rows) {
    const event = events.get(row.id);
    if (row.interestId !== null) talks.set(row.interestId, [...(talks.get(row.interestId) ?? []), row]);
    else if (event?.state === 'unread' && event.item) items.push(event.item);
  }
  for (const [id, messages] of talks) {
    const last = messages.at(-1) as Waiting;
    const event = events.get(last.id);
    items.push({
      kind: 'message',
      title: deliveryWords[locale].messages(messages.length),
      titles: {
        'zh-Hant': deliveryWords['zh-Hant'].messages(messages.length),
        en: deliveryWords.en.messages(messages.length),
      },
      text: deliveryWords[locale].messageText,
      about: event?.state === 'unread' && event.item === null ? event.about : null,
      path: `/message/${id}`,
      at: last.happenedAt,
    });
  }
  return items.sort((one, other) => one.at.getTime() - other.at.getTime());
}

async function peopleOf(tx: Tx, userIds: readonly number[]): Promise<Map<number, Person>> {
  const { rows } = await tx.execute<{ id: string; locale: Locale; is_remind: boolean; is_here: boolean }>(sql`
    select id, locale, is_remind, deleted_at is null and not exists (
      select from bans where bans.phone_hash = users.phone_hash and bans.lifted_at is null) as is_here
    from users where id = any(${sql.param([...userIds])}::bigint[])`);
  return new Map(
    rows.map((row) => [Number(row.id), { locale: row.locale, isRemind: row.is_remind, isHere: row.is_here }]),
  );
}

/** When the last push message went, or is going, to those who got one within the time that combines. */
async function lastPushes(tx: Tx, rows: readonly Waiting[], now: Date): Promise<Map<number, Date>> {
  if (rows.length === 0) return new Map();
  const userIds = [...new Set(rows.map(({ userId }) => userId))];
  const since = new Date(now.getTime() - combineMs).toISOString();
  const { rows: found } = await tx.execute<{ user_id: string; at: Date | string }>(sql`
    select user_id, max(coalesce(ended_at, ${now.toISOString()}::timestamptz)) as at from deliveries
    where user_id = any(${sql.param(userIds)}::bigint[]) and channel = 'push' and not is_urgent
      and not is_digest
      and ((state = 'sent' and ended_at > ${since}::timestamptz) or (ended_at is null and sent_with is not null))
    group by user_id`);
  return new Map(found.map((row) => [Number(row.user_id), new Date(row.at)]));
}
