import type { Tx } from '#server/ground/db/db.ts';
import { createSigner } from '#server/ground/http/signing.ts';
import { type DeliveryTopic, deliveryTopics } from '#shared/notices/delivery-rules.ts';

export type Subscription = { userId: number; topic: DeliveryTopic | 'all' };

/** Writes down that a person wants no mails of a topic, or none at all. The owner of the choices implements it. */
export type SwitchOff = (
  tx: Tx,
  userId: number,
  topic: DeliveryTopic | 'all',
  channel: 'email',
) => Promise<void>;

/** Signed, because nobody logs in to stop mails. They never run out: a mail may be read years later. */
export function createUnsubscribeTokens(secret: Buffer) {
  const signer = createSigner(secret, 'email unsubscribe');
  return {
    issue({ userId, topic }: Subscription) {
      const said = `${userId.toString(36)}.${topic}`;
      return `${said}.${signer.sign(said)}`;
    },
    read(token: string): Subscription | undefined {
      const [id = '', topic = '', signature = '', ...rest] = token.split('.');
      const known = [...deliveryTopics, 'all' as const].find((name) => name === topic);
      if (rest.length > 0 || !known || !signer.isSigned(`${id}.${topic}`, signature)) return undefined;
      return { userId: Number.parseInt(id, 36), topic: known };
    },
  };
}
