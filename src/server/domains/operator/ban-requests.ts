import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Accounts, ReadWire } from '#server/domains/accounts/accounts.ts';
import { bannedState } from '#server/domains/accounts/banned-state.ts';
import { banOf } from '#server/domains/accounts/bans.ts';
import { secondFactorState } from '#server/domains/accounts/second-factor.ts';
import { banRequests, bans, users } from '#server/domains/accounts/tables.ts';
import { userByPhone } from '#server/domains/accounts/users.ts';
import type { Database, Db, Tx } from '#server/ground/db/db.ts';
import { AppError, fieldProblem, type Translations } from '#server/ground/http/errors.ts';
import type { Phone } from '#server/ground/phone/phone.ts';
import type { PhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import { coverContacts } from '#shared/contacts/cover-contacts.ts';
import type { Locale } from '#shared/locale.ts';
import type { BannedState, BanWish } from '#shared/safety/ban-requests.ts';
import { enqueue, type QueueKind, type QueueRow } from './queue.ts';

export const banQueueKinds = { appeal: 'ban_appeal', copy: 'ban_copy', delete: 'ban_delete' } as const;

type Parts = { accounts: Accounts; database: Database };
type ProvenNumber = { area_code: string; mobile: string; factor_code?: string | undefined };
type Asked = { wish: BanWish; words: string };

/** Who is banned asks for what is theirs. Only an appeal needs no more than the number. */
export function sendBanRequest({ accounts, database }: Parts, given: ProvenNumber & Asked, wire: ReadWire) {
  const phone = accounts.provenBanned(given, wire);
  const ask = (tx: Tx) => askWhileBanned(tx, accounts.vault, phone, given, wire.visitor.locale);
  return given.wish === 'appeal'
    ? database.transaction(ask)
    : accounts.asOwnerOf(phone, given.factor_code, ask);
}

async function askWhileBanned(
  tx: Tx,
  vault: PhoneEncryption,
  phone: Phone,
  { wish, words }: Asked,
  locale: Locale,
): Promise<BannedState> {
  const hashes = vault.hashes(phone.e164);
  // The account before the ban, as where a ban is lifted.
  const [user] = await tx
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.phoneHash, hashes))
    .for('no key update');
  const [ban] = await tx
    .select()
    .from(bans)
    .where(and(inArray(bans.phoneHash, hashes), isNull(bans.liftedAt)))
    .for('no key update');
  if (!ban) throw new AppError('conflict');
  if (!user && wish !== 'appeal') throw fieldProblem(locale, { wish: appealOnly });
  const before = (await bannedState(tx, vault, phone, ban)).requests.find((one) => one.wish === wish);
  if (before && (before.decision === null || before.download_until !== null))
    throw new AppError('appealOpen');
  const [made] = await tx
    .insert(banRequests)
    .values({ banId: ban.id, userId: user?.id ?? null, wish, words })
    .returning({ id: banRequests.id });
  if (!made) throw new Error('a request was not written');
  await enqueue(tx, {
    kind: banQueueKinds[wish],
    subjectId: String(made.id),
    aboutUser: user?.id ?? null,
  });
  return bannedState(tx, vault, phone, ban);
}

/** The account whose data may be downloaded by whoever has just proved its number. */
export function ownerOfGrantedCopy(accounts: Accounts, given: ProvenNumber, wire: ReadWire): Promise<number> {
  const { vault } = accounts;
  const phone = accounts.provenBanned(given, wire);
  return accounts.asOwnerOf(phone, given.factor_code, async (tx) => {
    const ban = await banOf(tx, vault.hashes(phone.e164));
    if (!ban) throw new AppError('conflict');
    const { requests } = await bannedState(tx, vault, phone, ban);
    const user = await userByPhone(tx, vault, phone);
    if (!user || !requests.some(({ download_until }) => download_until !== null))
      throw new AppError('notFound');
    return user.id;
  });
}

type Carry = {
  liftBan(tx: Tx, lifted: { banId: number; operatorId: number }): Promise<unknown>;
  /** As its owner would; the ban of the number stays. */
  deleteAccount(tx: Tx, userId: number): Promise<void>;
};

/** What people ask while they are banned. They read the answer at the next log-in and are told nowhere else. */
export const banRequestKinds = ({ liftBan, deleteAccount }: Carry): QueueKind[] => [
  {
    ...kindOf('appeal', { 'zh-Hant': '封鎖上訴', en: 'Appeal against a ban' }),
    decisions: {
      lift: { 'zh-Hant': '解除封鎖', en: 'Lift the ban' },
      keep: { 'zh-Hant': '維持封鎖', en: 'The ban stays' },
    },
    async decide(tx, item, decision, { operatorId, answer }) {
      const { banId } = await close(tx, item, decision === 'lift' ? 'lifted' : 'kept', answer);
      if (decision === 'lift') await liftBan(tx, { banId, operatorId });
      return toldNowhereElse;
    },
  },
  {
    ...kindOf('copy', { 'zh-Hant': '被封鎖的人索取資料', en: 'A banned person asks for their data' }),
    decisions: {
      grant: { 'zh-Hant': '批准下載，30 日內', en: 'Grant the download, for 30 days' },
      refuse,
    },
    answerNeededFor: { refuse: reasonNeeded },
    async decide(tx, item, decision, { answer }) {
      await close(tx, item, decision === 'grant' ? 'granted' : 'refused', answer);
      return toldNowhereElse;
    },
  },
  {
    ...kindOf('delete', { 'zh-Hant': '被封鎖的人要求刪除資料', en: 'A banned person asks for deletion' }),
    decisions: {
      grant: { 'zh-Hant': '批准，立即刪除帳戶', en: 'Grant, and delete the account now' },
      refuse,
    },
    answerNeededFor: { refuse: reasonNeeded },
    async decide(tx, item, decision, { answer }) {
      if (decision !== 'grant') {
        await close(tx, item, 'refused', answer);
        return toldNowhereElse;
      }
      const { id, userId } = await close(tx, item, 'granted', '');
      if (userId === null) throw new Error('a request for deletion belongs to nobody');
      await deleteAccount(tx, userId);
      // The deletion empties what was said before; this is for the number, whose ban stays.
      await tx.update(banRequests).set({ answer }).where(eq(banRequests.id, id));
      return { ...toldNowhereElse, isForgotten: true };
    },
  },
];

const refuse = { 'zh-Hant': '不批准', en: 'Refuse' };
const toldNowhereElse = { opener: null, about: null };

const kindOf = (wish: BanWish, title: Translations) => ({
  kind: banQueueKinds[wish],
  titleOf: ({ subjectId }: QueueRow) => ({
    'zh-Hant': `${title['zh-Hant']} #${subjectId}`,
    en: `${title.en} #${subjectId}`,
  }),
  answer: 'optional' as const,
  detailsOf,
});

async function detailsOf(db: Db | Tx, { subjectId }: QueueRow) {
  const [row] = await db
    .select({ request: banRequests, ban: bans })
    .from(banRequests)
    .innerJoin(bans, eq(bans.id, banRequests.banId))
    .where(eq(banRequests.id, Number(subjectId)));
  if (!row) return {};
  const { request, ban } = row;
  const words = coverContacts(request.words);
  return {
    ...(request.wish === 'appeal' ? { appeal: words } : { story: words }),
    cause: ban.cause,
    reason: ban.reason,
    since_at: ban.bannedAt.toISOString(),
    ...(request.userId !== null && (await accountOf(db, request.userId))),
  };
}

/** What tells an operator whether the number still belongs to the owner of the account. */
async function accountOf(db: Db | Tx, userId: number) {
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)));
  if (!user) return {};
  return {
    account_name: user.name,
    account_since_at: user.createdAt.toISOString(),
    last_visit: user.activeOn,
    has_second_factor: (await secondFactorState(db, userId)).isOn,
  };
}

async function close(
  tx: Tx,
  { subjectId }: QueueRow,
  decision: NonNullable<(typeof banRequests.$inferSelect)['decision']>,
  answer: string,
) {
  const [row] = await tx
    .update(banRequests)
    .set({ decision, answer, decidedAt: sql`now()` })
    .where(and(eq(banRequests.id, Number(subjectId)), isNull(banRequests.decidedAt)))
    .returning();
  if (!row) throw new AppError('conflict');
  return row;
}

const appealOnly = {
  'zh-Hant': '這個號碼沒有帳戶，只可以上訴',
  en: 'This number has no account; you can only appeal',
};
const reasonNeeded = {
  'zh-Hant': '請寫下原因，對方登入時會看到',
  en: 'Please write the reason, which the person reads at log-in',
};
