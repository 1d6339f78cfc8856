import type { NoticeKindName } from '#shared/messages.ts';

/** The ways a person is told outside the page. */
export const deliveryChannels = ['push', 'email', 'sms'] as const;
export type DeliveryChannelName = (typeof deliveryChannels)[number];

/** What people switch on and off, each by channel, on one page. */
export const deliveryTopics = [
  'offers',
  'messages',
  'trials',
  'lessons',
  'records',
  'reviews',
  'documents',
  'reports',
  'papers',
  'account',
  'safety',
] as const;
export type DeliveryTopic = (typeof deliveryTopics)[number];

/** Unread messages of a conversation are an event like a notice, without a row among the notices. */
export type EventKind = NoticeKindName | 'message';

export type DeliveryRule = {
  topic: DeliveryTopic;
  /** Who is told. `person`: the one whom it is about. */
  to: 'family' | 'tutor' | 'other side' | 'both sides' | 'person' | 'reporter';
  /** The channels until the person chooses others. */
  by: readonly DeliveryChannelName[];
  /**
   * Between 22:30 and 07:30 it waits for the morning, or comes at once. `today` comes at once if the lesson that
   * it is about begins on this day in Hong Kong, and waits otherwise.
   */
  quietHours: 'waits' | 'comes' | 'today';
  /** Whether it may wait for the daily digest of somebody who chose one. */
  digest: boolean;
};
