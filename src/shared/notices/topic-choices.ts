import { type DeliveryTopic, deliveryChannels, topicChannels } from './delivery-rules.ts';

/** The hours, in Hong Kong, at which a daily digest may come. */
export const digestHours = { first: 7, last: 22 } as const;

/** The channels that a person may choose for a topic. SMS is for the few things that cannot wait. */
export const offeredChannels = (topic: DeliveryTopic) =>
  deliveryChannels.filter((channel) => channel !== 'sms' || topicChannels(topic).includes('sms'));
