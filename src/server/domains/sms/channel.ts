import { eq, sql } from 'drizzle-orm';
import { openPhone } from '#server/domains/accounts/stored-phone.ts';
import { users } from '#server/domains/accounts/tables.ts';
import type { Delivery, DeliveryChannel } from '#server/domains/delivery/channel.ts';
import { deliveryWords } from '#server/domains/delivery/words.ts';
import type { Config } from '#server/ground/config/config.ts';
import { hongKongToday } from '#server/ground/db/columns.ts';
import type { Database, Db } from '#server/ground/db/db.ts';
import type { PhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import { defaultLocale } from '#shared/locale.ts';
import { createSender, GatewayError } from './sender.ts';

type Parts = { config: Config; vault: PhoneEncryption; database: Database };
type Log = Parameters<typeof createSender>[1];

/** Somebody who moves a lesson again and again must not fill the other side's phone. */
const mostPerPersonAndDay = 6;

/** The SMS sender as a channel; undefined where none is configured. */
export function smsChannel(
  { config, vault, database: { db } }: Parts,
  log: Log,
): DeliveryChannel | undefined {
  const sender = createSender(config, log);
  if (!sender) return undefined;
  return {
    name: 'sms',
    async send(delivery, signal) {
      const [user] = await db.select().from(users).where(eq(users.id, delivery.userId));
      const to = user && openPhone(vault, user);
      if (!to) return { kind: 'nowhere' };
      if ((await sentToday(db, delivery.userId)) >= mostPerPersonAndDay)
        return { kind: 'refused', reason: 'enough_today' };
      // Counted before it is sent: if the process dies in between, money is counted that was not spent, and never
      // the other way round.
      if (!(await spend(db, config))) return { kind: 'refused', reason: 'budget_spent' };
      try {
        await sender.send({ to, text: smsText(delivery, config.publicUrl), key: delivery.key }, signal);
        return { kind: 'sent' };
      } catch (error) {
        const { isFinal, mayBeSent } = error instanceof GatewayError ? error.about : {};
        if (!mayBeSent) await giveBack(db, config);
        if (isFinal) return { kind: 'refused', reason: (error as GatewayError).message };
        throw error;
      }
    },
  };
}

async function sentToday(db: Db, userId: number) {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(distinct sent_with)::int as count from deliveries
    where user_id = ${userId} and channel = 'sms' and state = 'sent' and ended_at > now() - interval '1 day'`);
  return rows[0]?.count ?? 0;
}

/** False when nothing is left of the day's budget. Exact, however many ask at once. */
async function spend(db: Db, { sms: { priceCents, noticeBudgetCents } }: Config) {
  if (priceCents > noticeBudgetCents) return false;
  const { rows } = await db.execute(sql`
    insert into sms_days (day, notices, notice_cents) values (${hongKongToday}, 1, ${priceCents})
    on conflict (day) do update set notices = sms_days.notices + 1,
      notice_cents = sms_days.notice_cents + excluded.notice_cents
    where sms_days.notice_cents + excluded.notice_cents <= ${noticeBudgetCents}
    returning day`);
  return rows.length > 0;
}

async function giveBack(db: Db, { sms: { priceCents } }: Config) {
  await db.execute(sql`
    update sms_days set notices = notices - 1, notice_cents = notice_cents - ${priceCents}
    where day = ${hongKongToday} and notices > 0`);
}

/** An SMS with Chinese in it holds 70 characters; what is longer is paid for twice. */
const segment = 70;

/** The words of the notice and the page it is about, in one segment where that is possible. */
export function smsText(
  { items, locale }: Pick<Delivery, 'items' | 'locale'>,
  publicUrl: string | undefined,
) {
  const { name, several } = deliveryWords[locale];
  const [first] = items;
  if (!first) throw new Error('a delivery without an event');
  const path = items.length === 1 ? (first.path ?? '') : '/message?show=notices';
  const link = publicUrl ? ` ${publicUrl}${locale === defaultLocale ? '' : `/${locale}`}${path}` : '';
  const colon = locale === 'en' ? ': ' : '：';
  if (items.length > 1) return `${name}${colon}${several(items.length)}${link}`;
  const whole = `${name}${colon}${first.text}${link}`;
  return whole.length <= segment ? whole : `${name}${colon}${first.title}${link}`;
}
