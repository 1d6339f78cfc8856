import { createHash } from 'node:crypto';
import { and, inArray, isNull } from 'drizzle-orm';
import type { Delivery, DeliveryChannel, DeliveryOutcome } from '#server/domains/delivery/channel.ts';
import type { Database } from '#server/ground/db/db.ts';
import { readTogether } from '#server/ground/db/read-together.ts';
import type { DeliveryTopic, EventKind } from '#shared/notices/delivery-rules.ts';
import { noteBounce, openAddress } from './addresses.ts';
import { asHtml, asText, languageTags } from './letter.ts';
import { deliveryLetter, pageUrl } from './letters.ts';
import type { Mailing } from './mail.ts';
import { MailRefused } from './sender.ts';
import { emailAddresses } from './tables.ts';

type TopicOf = (kind: EventKind) => DeliveryTopic;

/** E-mail as a channel; undefined where no mail can be sent. */
export function mailChannel(
  mail: Mailing,
  database: Database,
  topicOf: TopicOf,
): DeliveryChannel | undefined {
  const { sender } = mail;
  if (!sender) return undefined;
  const addressOf = readTogether(async (userIds) => {
    const rows = await database.db
      .select()
      .from(emailAddresses)
      .where(and(inArray(emailAddresses.userId, [...userIds]), isNull(emailAddresses.offAt)));
    return new Map(rows.map((row) => [row.userId, row]));
  });
  return {
    name: 'email',
    async send(delivery, signal): Promise<DeliveryOutcome> {
      const { userId } = delivery;
      const address = await addressOf(userId);
      if (!address) return { kind: 'nowhere' };
      try {
        await sender.send({ to: openAddress(mail, address), ...mailOf(delivery, mail, topicOf) }, signal);
        return { kind: 'sent' };
      } catch (error) {
        if (!(error instanceof MailRefused)) throw error;
        if (error.isMailboxGone)
          await database.transaction((tx) => noteBounce(tx, userId, address.addressHash));
        return { kind: 'refused', reason: error.message };
      }
    },
  };
}

/** A delivery as a mail, without the address. */
export function mailOf(
  delivery: Delivery,
  { tokens, origin }: Pick<Mailing, 'tokens' | 'origin'>,
  topicOf: TopicOf,
) {
  const { userId, locale, key, items } = delivery;
  const topics = new Set(items.map(({ kind }) => topicOf(kind)));
  const [only] = topics;
  const topic = topics.size === 1 && only ? only : 'all';
  const token = tokens.issue({ userId, topic });
  const letter = deliveryLetter(delivery, {
    origin,
    topic,
    unsubscribeUrl: pageUrl(origin, locale, `/email/unsubscribe?token=${token}`) ?? origin,
  });
  return {
    id: createHash('sha256').update(key).digest('base64url'),
    subject: letter.subject,
    text: asText(letter),
    html: asHtml(letter),
    language: languageTags[locale],
    unsubscribeUrl: `${origin}/api/email/unsubscribe?token=${token}&locale=${locale}`,
  };
}
