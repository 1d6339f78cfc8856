import { type DeliveryChannelName, type DeliveryTopic, deliveryChannels } from './delivery-rules.ts';

/** Told even to somebody who wants no reminders, and never switched off by every channel: they protect people. */
export const topicsThatStay: readonly DeliveryTopic[] = ['account', 'safety'];

/** The hours, in Hong Kong, at which a daily digest may come. */
export const digestHours = { first: 7, last: 22 } as const;

const defaults: Record<DeliveryTopic, readonly DeliveryChannelName[]> = {
  offers: ['push', 'email'],
  messages: ['push', 'email'],
  trials: ['push', 'email', 'sms'],
  lessons: ['push', 'email', 'sms'],
  records: ['push', 'email'],
  reviews: ['push', 'email'],
  documents: ['push', 'email'],
  reports: ['push', 'email'],
  papers: ['push'],
  account: ['push', 'email'],
  safety: ['push', 'email', 'sms'],
};

/** The channels of a topic until the person chooses others. */
export const defaultChannels = (topic: DeliveryTopic) => defaults[topic];

/** The channels that a person may choose for a topic. SMS is for the few things that cannot wait. */
export const offeredChannels = (topic: DeliveryTopic) =>
  deliveryChannels.filter((channel) => channel !== 'sms' || defaultChannels(topic).includes('sms'));
