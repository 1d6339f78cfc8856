import type { Delivery, DeliveryChannel, DeliveryOutcome } from '#server/domains/delivery/channel.ts';
import { deliveryWords } from '#server/domains/delivery/words.ts';
import type { Db } from '#server/ground/db/db.ts';
import { readTogether } from '#server/ground/db/read-together.ts';
import { defaultLocale, type Locale } from '#shared/locale.ts';
import { type DeliveryRule, deliveryRules } from '#shared/notices/delivery-rules.ts';
import type { PushPayload } from '#shared/push.ts';
import { deliver, type Sender } from './deliver.ts';
import { browsersOf, dropSubscription, noteTaken, type Subscription } from './subscriptions.ts';

/** Sends to every browser of a person. A browser that took it does not get it again when another one failed. */
export const pushChannel = (sender: Sender, db: Db): DeliveryChannel => {
  const browsersOfPerson = readTogether((userIds) => browsersOf(db, userIds));
  return {
    name: 'push',
    async send(delivery, signal) {
      const browsers = (await browsersOfPerson(delivery.userId)) ?? [];
      if (browsers.length === 0) return { kind: 'nowhere' };
      const left = browsers.filter(({ lastKey }) => lastKey !== delivery.key);
      const ends = await Promise.allSettled(left.map((browser) => sendTo(sender, browser, delivery, signal)));
      const endOf = (at: number) => (ends[at]?.status === 'fulfilled' ? ends[at].value : undefined);
      const taken = left.filter((_, at) => endOf(at)?.kind === 'sent').map(({ id }) => id);
      for (const [at, browser] of left.entries())
        if (endOf(at)?.kind === 'nowhere') await dropSubscription(db, browser);
      const failed = ends.find((end) => end.status === 'rejected');
      if (failed) {
        if (taken.length > 0) await noteTaken(db, taken, delivery.key);
        throw failed.reason;
      }
      if (taken.length > 0 || left.length < browsers.length) return { kind: 'sent' };
      return left.map((_, at) => endOf(at)).find((end) => end?.kind === 'refused') ?? { kind: 'nowhere' };
    },
  };
};

async function sendTo(
  sender: Sender,
  browser: Subscription,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  const message = {
    payload: payloadOf(delivery, browser.locale),
    topic: delivery.key,
    urgency: delivery.items.some(({ kind }) => isPressing(kind)) ? ('high' as const) : ('normal' as const),
  };
  const status = await deliver(sender, browser, message, signal);
  if (status >= 200 && status < 300) return { kind: 'sent' };
  if (status === 404 || status === 410) return { kind: 'nowhere' };
  // Retrying helps when the service is busy or down. Other errors would be the same later.
  if (status === 408 || status === 429 || status >= 500)
    throw new Error(`the push service answered ${status}`);
  return { kind: 'refused', reason: `the push service answered ${status}` };
}

function isPressing(kind: Delivery['items'][number]['kind']) {
  const { quietHours }: DeliveryRule = deliveryRules[kind];
  return kind === 'message' || quietHours !== 'waits';
}

/** The text on a locked screen: fixed words or a count, never a name nor what somebody wrote. */
function payloadOf({ items, key }: Delivery, locale: Locale): PushPayload {
  const { name, lang, several } = deliveryWords[locale];
  const [first] = items;
  const paths = new Set(items.map(({ path }) => path));
  const isTalk = items.every(({ kind }) => kind === 'message');
  const path = (paths.size === 1 ? first?.path : null) ?? (isTalk ? '/message' : '/message?show=notices');
  return {
    title: name,
    body: items.length === 1 && first ? (first.titles?.[locale] ?? first.title) : several(items.length),
    path: locale === defaultLocale ? path : `/${locale}${path}`,
    tag: key,
    lang,
  };
}
