import { sql } from 'drizzle-orm';
import type { Config } from '#server/ground/config/config.ts';
import { hongKongToday } from '#server/ground/db/columns.ts';
import type { Database } from '#server/ground/db/db.ts';
import { createSender, type Message } from './sender.ts';

type Context = { database: Database; log: Record<'info', (details: object, text: string) => void> };

/**
 * Sends a message that is no code, for jobs: it throws when the gateway refuses, and is tried again. Operators
 * cause such messages, and people whose number got a code before, so they have no limits of their own, but they
 * count for the day's spending.
 */
export const sendNotice =
  (config: Config) =>
  async ({ database, log }: Context, message: Message) => {
    const sender = createSender(config, log);
    if (!sender) throw new Error('no SMS can be sent: SMS_SENDER is not set');
    await sender.send(message);
    await database.db.execute(sql`
    insert into sms_days (day, messages, spend_cents) values (${hongKongToday}, 1, ${config.sms.priceCents})
    on conflict (day) do update set messages = sms_days.messages + 1,
      spend_cents = sms_days.spend_cents + excluded.spend_cents`);
  };
