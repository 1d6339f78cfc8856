import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import { lockForMove, moveNumber, type Retire } from '#server/domains/accounts/numbers.ts';
import { openPhone } from '#server/domains/accounts/stored-phone.ts';
import { users } from '#server/domains/accounts/tables.ts';
import { notify } from '#server/domains/messages/notices.ts';
import type { Database } from '#server/ground/db/db.ts';
import { addJob, defineJob } from '#server/ground/jobs/jobs.ts';
import type { Phone } from '#server/ground/phone/phone.ts';
import type { PhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import type { Locale } from '#shared/locale.ts';
import { waitingHours } from '#shared/numbers.ts';
import { answerAsk, moveAccount, tellNumber } from './job-names.ts';
import { askDays, askKey, type NumberRequest, newPhoneOf, tellKey, withdrawOthers } from './requests.ts';
import { numberAsks, numberRequests } from './tables.ts';

type JobLog = Record<'info', (details: object, text: string) => void>;
type Parts = {
  vault: PhoneEncryption;
  retire: Retire;
  sendSms: (
    context: { database: Database; log: JobLog },
    message: { to: Phone; text: string },
  ) => Promise<void>;
};

/**
 * A message may be sent twice if the process dies right after it. The waiting time begins only when the old
 * number has been told.
 */
export const tellNumberJob = ({ vault, sendSms }: Parts) =>
  defineJob({
    ...tellNumber,
    async run({ request }, context) {
      const { database } = context;
      const [row] = await database.db.select().from(numberRequests).where(eq(numberRequests.id, request));
      if (!row || row.state === 'asked' || row.state === 'waiting') return;
      const told =
        row.state === 'granted'
          ? await oldOwnerOf(database, vault, row)
          : { to: newPhoneOf(vault, row), locale: row.locale };
      // Who was refused, or stopped by the owner, hears nothing else than who asked for no account at all.
      const text = row.state === 'refused' || row.state === 'stopped' ? undefined : words[row.state];
      if (told?.to && text) await sendSms(context, { to: told.to, text: text[told.locale] });
      if (row.state === 'granted') await beginWaiting(database, request);
      else await forgetPhone(database, request);
    },
  });

/** Without a number for a sealed account: it belongs to somebody else now. */
async function oldOwnerOf({ db }: Database, vault: PhoneEncryption, { userId }: NumberRequest) {
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  return user && { to: openPhone(vault, user), locale: user.locale };
}

async function beginWaiting(database: Database, id: number) {
  await database.transaction(async (tx) => {
    const [row] = await tx
      .update(numberRequests)
      .set({ state: 'waiting', dueAt: sql`now() + ${waitingHours} * interval '1 hour'` })
      .where(and(eq(numberRequests.id, id), eq(numberRequests.state, 'granted')))
      .returning();
    if (row?.dueAt) await addJob(tx, moveAccount, { request: id }, { key: moveKey(id), runAt: row.dueAt });
  });
}

const moveKey = (id: number) => `move number ${id}`;

async function forgetPhone(database: Database, id: number) {
  await database.transaction((tx) =>
    tx
      .update(numberRequests)
      .set({ phoneHash: null, phoneCipher: null, phoneKey: null })
      .where(and(eq(numberRequests.id, id), sql`${numberRequests.endedAt} is not null`)),
  );
}

/** Moves the account, tells both sides, and remembers it, all in one transaction. */
export const moveNumberJob = ({ vault, retire }: Parts) =>
  defineJob({
    ...moveAccount,
    async run({ request }, { database }) {
      await database.transaction(async (tx) => {
        const [row] = await tx.select().from(numberRequests).where(eq(numberRequests.id, request));
        const to = row && newPhoneOf(vault, row);
        if (!to || row.state !== 'waiting' || !row.dueAt) return;
        const locked = await lockForMove(tx, vault, row.userId, to);
        if (!locked) throw new Error('the account changed while its move was prepared');
        // After the lock, under which its owner would have stopped it.
        const [due] = await tx
          .update(numberRequests)
          .set({ state: 'moved', endedAt: sql`now()` })
          .where(
            and(
              eq(numberRequests.id, request),
              eq(numberRequests.state, 'waiting'),
              sql`${numberRequests.dueAt} <= now()`,
            ),
          )
          .returning();
        if (!due) return addJob(tx, moveAccount, { request }, { key: moveKey(request), runAt: row.dueAt });
        const outcome = await moveNumber(tx, { vault, retire }, { ...locked, to });
        if (outcome === 'moved') {
          const changed = { kind: 'number_changed', params: { number: true } } as const;
          await notify(tx, { userId: row.userId, alreadyBy: 'sms', ...changed });
          await withdrawOthers(tx, row.userId);
        } else await tx.update(numberRequests).set({ state: 'failed' }).where(eq(numberRequests.id, request));
        await addJob(tx, tellNumber, { request }, { key: tellKey(request) });
      });
    },
  });

/**
 * Everybody who asked hears the same at the same time, so that nobody learns whether there is an account. Where one
 * was granted, the answer waits for the end of the move, and is left out if that has told them.
 */
export const answerAskJob = ({ vault, sendSms }: Parts) =>
  defineJob({
    ...answerAsk,
    async run({ ask }, context) {
      const { database } = context;
      const again = (runAt: Date) =>
        database.transaction((tx) => addJob(tx, answerAsk, { ask }, { key: askKey(ask), runAt }));
      const [row] = await database.db
        .select({ ...getTableColumns(numberAsks), state: numberRequests.state, dueAt: numberRequests.dueAt })
        .from(numberAsks)
        .leftJoin(numberRequests, eq(numberRequests.id, numberAsks.requestId))
        .where(eq(numberAsks.id, ask));
      if (!row) return;
      const to = newPhoneOf(vault, row);
      if (!to) return forgetAsk(database, ask);
      if (row.state === 'granted' || row.state === 'waiting')
        return again(new Date(Math.max(Date.now(), row.dueAt?.getTime() ?? 0) + hourMs));
      if (row.state !== 'moved' && row.state !== 'failed')
        await sendSms(context, { to, text: notGranted[row.locale] });
      await database.transaction((tx) =>
        tx
          .update(numberAsks)
          .set({ phoneHash: null, phoneCipher: null, phoneKey: null })
          .where(eq(numberAsks.id, ask)),
      );
      await again(new Date(row.askedAt.getTime() + askDays * 24 * hourMs));
    },
  });

const hourMs = 60 * 60 * 1000;
const forgetAsk = ({ transaction }: Database, ask: number) =>
  transaction(async (tx) => {
    await tx
      .delete(numberAsks)
      .where(and(eq(numberAsks.id, ask), sql`asked_at <= now() - ${askDays} * interval '1 day'`));
  });

const notGranted: Record<Locale, string> = {
  'zh-Hant': '明師：你取回帳戶的申請至今未獲批准。如有疑問，請聯絡我們。',
  en: 'Mingshi: your request for an account has not been granted so far. Contact us with any question.',
};

type Told = Exclude<NumberRequest['state'], 'asked' | 'waiting' | 'refused' | 'stopped'>;
const words: Record<Told, Record<Locale, string>> = {
  granted: {
    'zh-Hant': `明師：有人申請把你的帳戶改用另一個手機號碼，${waitingHours} 小時後生效。如非你本人，請登入明師，在「我的」的「手機號碼」停止。`,
    en: `Mingshi: somebody asked to move your account to another number. It moves in ${waitingHours} hours. Not you? Log in and stop it under Mobile number.`,
  },
  moved: {
    'zh-Hant': '明師：你的帳戶已改用這個號碼，現在可以登入。',
    en: 'Mingshi: your account now uses this number. You can log in.',
  },
  failed: {
    'zh-Hant': '明師：未能把帳戶改用這個號碼，因為它已有帳戶或已停用。請聯絡我們。',
    en: 'Mingshi: the account could not be moved to this number, which has an account or is suspended. Please contact us.',
  },
};
