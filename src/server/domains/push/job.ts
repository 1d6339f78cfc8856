import { unreadIn } from '#server/domains/messages/conversations.ts';
import { unreadCount } from '#server/domains/messages/notices.ts';
import { defineJob } from '#server/ground/jobs/jobs.ts';
import { deliver, type Sender } from './deliver.ts';
import { pushJob } from './send-later.ts';
import { dropSubscription, subscriptionOf } from './subscriptions.ts';
import { payloadOf, topicOf } from './words.ts';

/** Tells one browser that something is waiting, unless it was read meanwhile. */
export const sendPush = (sender: Sender) =>
  defineJob({
    ...pushJob,
    async run({ subscription: id, conversation, about }, { database: { db }, log, signal }) {
      const subscription = await subscriptionOf(db, id);
      if (!subscription) return;
      const { userId, locale } = subscription;
      const waiting =
        conversation === null
          ? (await unreadCount(db, userId)).unread_count
          : await unreadIn(db, userId, conversation);
      if (waiting === 0) return;

      const status = await deliver(
        sender,
        subscription,
        {
          payload: payloadOf(locale, conversation, waiting, about),
          topic: topicOf(conversation, about),
          urgency: conversation === null && !about ? 'normal' : 'high',
        },
        signal,
      );
      if (status >= 200 && status < 300) return;
      if (status === 404 || status === 410) return dropSubscription(db, subscription);
      // Trying again helps where the service is busy or away. What it will not take, it will not take later either.
      if (status === 408 || status === 429 || status >= 500)
        throw new Error(`the push service answered ${status}`);
      log.error({ status }, 'a push service refused a message');
    },
  });
