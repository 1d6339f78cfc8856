import type { Db, Tx } from '#server/ground/db/db.ts';
import type { Locale } from '#shared/locale.ts';
import type { DeliveryChannelName, DeliveryTopic } from '#shared/notices/delivery-rules.ts';
import type { DeliveryItem } from './channel.ts';

/** A row of the outbox that waits. */
export type Waiting = {
  id: number;
  userId: number;
  kind: string;
  noticeId: number | null;
  interestId: number | null;
  messageId: number | null;
  isUrgent: boolean;
  isDigest: boolean;
  happenedAt: Date;
  sentWith: number | null;
  attempts: number;
};

/**
 * What has become of an event by the time it is to be told. Of a message there is no item: only with whom and about
 * which case the conversation is, where the channel shows that.
 */
export type EventNow =
  | { state: 'gone' | 'read' | 'blocked' }
  | { state: 'unread'; item: DeliveryItem }
  | { state: 'unread'; item: null; about: string | null };

type Telling = {
  localeOf(userId: number): Locale;
  /** Whether the channel shows the case that an event is about. */
  withAbout: boolean;
};

/** Answers by the ids of the rows; a missing one is gone. */
export type ReadEvents = (
  db: Db | Tx,
  rows: readonly Waiting[],
  telling: Telling,
) => Promise<ReadonlyMap<number, EventNow>>;

export type Choice = {
  /** The master switch. */
  isRemind: boolean;
  /** The channels that are on for a topic; a topic that is not here is told as the rules say. */
  channels: Partial<Record<DeliveryTopic, readonly DeliveryChannelName[]>>;
  /** The hour in Hong Kong of a digest once a day; null: each comes when it happens. */
  digestHour: number | null;
};

/** What people chose; one who is missing is told as the rules say. */
export type ChoicesOf = (db: Db | Tx, userIds: readonly number[]) => Promise<ReadonlyMap<number, Choice>>;
