import type { Accounts } from '#server/domains/accounts/accounts.ts';
import { lockForMove, moveNumber, type Retire } from '#server/domains/accounts/numbers.ts';
import { secondFactorState } from '#server/domains/accounts/second-factor.ts';
import type { Wire } from '#server/domains/accounts/sign-in.ts';
import { notify } from '#server/domains/messages/notices.ts';
import type { Database } from '#server/ground/db/db.ts';
import { AppError, fieldProblem } from '#server/ground/http/errors.ts';
import type { Session } from '#server/ground/http/visitor.ts';
import { stopAllMoves } from './requests.ts';

type Change = {
  present: { request_id: string; code: string };
  next: { request_id: string; area_code: string; mobile: string; code: string };
  factor_code?: string | undefined;
};

/** Moves an account to a number whose code its owner has, beside the code sent to the present number. */
export async function changeNumber(
  { accounts, database, retire }: { accounts: Accounts; database: Database; retire: Retire },
  { present, next, factor_code }: Change,
  session: Session,
  wire: Wire,
) {
  const { userId, id } = session;
  if ((await secondFactorState(database.db, userId)).isOn) {
    if (factor_code === undefined) throw new AppError('secondFactorNeeded');
    // Before the numbers are locked: everywhere else a number is locked before its account.
    await accounts.showSecondFactor(userId, factor_code, async () => {});
  }
  const proven = await accounts.verifyAgain(userId, present.request_id, present.code);
  const to = await accounts.provenPhone(next, 'product', wire);
  await database.transaction(async (tx) => {
    const locked = await lockForMove(tx, accounts.vault, userId, to);
    // The account may have got another number since the code was checked, and nobody has proved that one.
    if (!locked || locked.from !== proven.e164) throw new AppError('conflict');
    if (locked.from === to.e164) throw fieldProblem(wire.visitor.locale, { mobile: sameNumber });
    const outcome = await moveNumber(
      tx,
      { vault: accounts.vault, retire },
      { ...locked, to, keptSession: id },
    );
    if (outcome !== 'moved') throw new AppError(outcome === 'taken' ? 'numberTaken' : 'banned');
    await stopAllMoves(tx, userId);
    await notify(tx, { userId, kind: 'number_changed', params: { number: true } });
  });
  return accounts.infoOf(userId);
}

const sameNumber = {
  'zh-Hant': '這是你現在的號碼，請輸入新的號碼',
  en: 'This is your number already; please enter the new one',
};
