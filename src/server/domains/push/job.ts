import type { Db } from '#server/ground/db/db.ts';
import { defineJob } from '#server/ground/jobs/jobs.ts';
import type { Locale } from '#shared/locale.ts';
import { defaultLocale } from '#shared/locale.ts';
import type { PushPayload } from '#shared/push.ts';
import { deliver, type Sender } from './deliver.ts';
import type { PushTopic } from './send-later.ts';
import { pushJob } from './send-later.ts';
import { dropSubscription, subscriptionOf } from './subscriptions.ts';

/** Notifies one browser about a conversation or notices, unless they were read in the meantime. */
export const sendPush = (
  sender: Sender,
  unreadOf: (db: Db, userId: number, conversation: number | null) => Promise<number>,
) =>
  defineJob({
    ...pushJob,
    async run({ subscription: id, conversation, about }, { database: { db }, log, signal }) {
      const subscription = await subscriptionOf(db, id);
      if (!subscription) return;
      const { userId, locale } = subscription;
      const waiting = await unreadOf(db, userId, conversation);
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
      // Retrying helps when the service is busy or down. Other errors would be the same later.
      if (status === 408 || status === 429 || status >= 500)
        throw new Error(`the push service answered ${status}`);
      log.error({ status }, 'a push service refused a message');
    },
  });

const words = {
  'zh-Hant': {
    title: '明師',
    message: (count: number) => (count === 1 ? '你有一則新訊息' : `你有 ${count} 則新訊息`),
    notice: (count: number) => (count === 1 ? '你有一則新通知' : `你有 ${count} 則新通知`),
    lesson_soon: '你有一節課快將開始',
    safety_overdue: '你的課堂已過預定結束時間',
    lang: 'zh-Hant-HK',
  },
  en: {
    title: 'Mingshi',
    message: (count: number) => (count === 1 ? 'You have a new message' : `You have ${count} new messages`),
    notice: (count: number) => (count === 1 ? 'You have a new notice' : `You have ${count} new notices`),
    lesson_soon: 'A lesson of yours begins soon',
    safety_overdue: 'Your lesson has run over',
    lang: 'en-HK',
  },
} as const;

/** The text on a locked screen: that there is something new, never from whom or what. */
function payloadOf(
  locale: Locale,
  conversation: number | null,
  count: number,
  about?: PushTopic,
): PushPayload {
  const { title, lang, ...texts } = words[locale];
  const path = about
    ? '/clock-in'
    : conversation === null
      ? '/message?show=notices'
      : `/message/${conversation}`;
  return {
    title,
    body: about ? texts[about] : conversation === null ? texts.notice(count) : texts.message(count),
    path: locale === defaultLocale ? path : `/${locale}${path}`,
    tag: topicOf(conversation, about),
    lang,
  };
}

/** A later message of the same topic replaces one that was not delivered yet. */
const topicOf = (conversation: number | null, about?: PushTopic) =>
  conversation === null ? (about ?? 'notices') : `m${conversation}`;
