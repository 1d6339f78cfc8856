import { and, asc, eq } from 'drizzle-orm';
import { lockPeople, sideOf, userOn } from '#server/domains/accounts/lock-account.ts';
import { announceToBoth } from '#server/domains/messages/events.ts';
import { markDone, notify } from '#server/domains/messages/notices.ts';
import type { Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { firstDayOf, type Month, monthOf } from '#shared/hong-kong.ts';
import type { Side } from '#shared/interest.ts';
import { paymentRules } from '#shared/money/fee-rules.ts';
import type { FeePayment } from '#shared/money/fees.ts';
import { otherSide } from '#shared/rules/offer-rules.ts';
import { actAs, classOf, currentTime } from '../locks.ts';
import { classes, feePayments, type PaymentRow } from '../tables.ts';
import { accountsOf } from './accounts.ts';

type Mark = { month: Month; amount: number; key: string };

/**
 * The family marks what is open as paid; the tutor, who was paid by hand, as received. The amount is fixed by it: what
 * is corrected later stays open as a difference. A repeated key answers the first.
 */
export async function markPaid(tx: Tx, userId: number, classId: number, { month, amount, key }: Mark) {
  const held = await lockMoney(tx, userId, classId);
  const { side, familyUserId, tutorUserId, otherId, now } = held;
  const ofTwo = and(eq(feePayments.familyUserId, familyUserId), eq(feePayments.tutorUserId, tutorUserId));
  const [before] = await tx
    .select()
    .from(feePayments)
    .where(and(ofTwo, eq(feePayments.key, key)));
  if (before && (monthOf(before.month) !== month || before.madeBy !== side))
    throw new AppError('feesChanged');
  if (before) return toPayment(before, side, now);
  const [account] = await accountsOf(tx, userId, { side, from: month, to: month, otherId });
  if (account?.open !== amount) throw new AppError('feesChanged');
  const [made] = await tx
    .insert(feePayments)
    .values({
      ...{ familyUserId, tutorUserId, classId: held.classId, month: firstDayOf(month), amount, key },
      ...{ madeBy: side, madeAt: now, receivedAt: side === 'tutor' ? now : null },
    })
    .returning();
  if (!made) throw new Error('an inserted payment came back empty');
  await tell(tx, held, month, side === 'family' ? 'fee_paid' : 'fee_received');
  return toPayment(made, side, now);
}

/** The tutor has the money. Repeated, it changes nothing. */
export async function receivePayment(tx: Tx, userId: number, id: number) {
  const { payment, held } = await lockPayment(tx, userId, id);
  const { side, now } = held;
  if (side !== 'tutor') throw new AppError('notAllowed');
  if (payment.undoneAt) throw new AppError('feesChanged');
  if (payment.receivedAt) return toPayment(payment, side, now);
  await tx.update(feePayments).set({ receivedAt: now }).where(eq(feePayments.id, id));
  await tell(tx, held, monthOf(payment.month), 'fee_received');
  return toPayment({ ...payment, receivedAt: now }, side, now);
}

/** Either side takes back their own mark. Repeated, it changes nothing. */
export async function undoPayment(
  tx: Tx,
  userId: number,
  id: number,
): Promise<{ payment: FeePayment | null }> {
  const { payment, held } = await lockPayment(tx, userId, id);
  const { side, now } = held;
  const isWhole = payment.madeBy === side;
  if (payment.undoneAt) return { payment: null };
  if (side === 'tutor' && !isWhole && !payment.receivedAt) return { payment: toPayment(payment, side, now) };
  if (!mayUndo(payment, side, now)) throw new AppError('receiptKept');
  const left = { ...payment, receivedAt: null, undoneAt: isWhole ? now : null };
  const { receivedAt, undoneAt } = left;
  await tx.update(feePayments).set({ receivedAt, undoneAt }).where(eq(feePayments.id, id));
  await settle(tx, held, monthOf(payment.month));
  return { payment: isWhole ? null : toPayment(left, side, now) };
}

/** A payment is the family's word until the tutor has received it; a receipt is taken back for a short while only. */
function mayUndo({ madeBy, receivedAt, undoneAt }: PaymentRow, side: Side, now: Date) {
  if (undoneAt) return false;
  if (side === 'family') return madeBy === 'family' && receivedAt === null;
  return receivedAt !== null && now.getTime() - receivedAt.getTime() < paymentRules.undoMinutes * 60_000;
}

export const toPayment = (row: PaymentRow, side: Side, now: Date): FeePayment => ({
  id: row.id,
  month: monthOf(row.month),
  amount: row.amount,
  made_by: row.madeBy,
  made_at: row.madeAt.toISOString(),
  received_at: row.receivedAt?.toISOString() ?? null,
  may_undo: mayUndo(row, side, now),
});

type Held = Awaited<ReturnType<typeof lockMoney>>;

/** Locks both people and all their classes: no lesson of theirs changes, and the other marks nothing meanwhile. */
async function lockMoney(tx: Tx, userId: number, classId: number) {
  const { familyUserId, tutorUserId } = await classOf(tx, userId, classId);
  const side = sideOf({ familyUserId, tutorUserId }, userId);
  const otherId = userOn({ familyUserId, tutorUserId }, otherSide(side));
  await lockPeople(tx, userId, [otherId]);
  await actAs(tx, side);
  const [first] = await tx
    .select({ id: classes.id })
    .from(classes)
    .where(and(eq(classes.familyUserId, familyUserId), eq(classes.tutorUserId, tutorUserId)))
    .orderBy(asc(classes.id))
    .for('no key update');
  if (!first) throw new AppError('notFound');
  return { side, otherId, familyUserId, tutorUserId, classId: first.id, now: await currentTime(tx) };
}

async function lockPayment(tx: Tx, userId: number, id: number) {
  const byId = eq(feePayments.id, id);
  const [peek] = await tx.select().from(feePayments).where(byId);
  if (!peek) throw new AppError('notFound');
  const held = await lockMoney(tx, userId, peek.classId);
  const [payment] = await tx.select().from(feePayments).where(byId);
  if (!payment) throw new Error('a payment has gone');
  return { payment, held };
}

async function tell(tx: Tx, held: Held, month: Month, kind: 'fee_paid' | 'fee_received') {
  await settle(tx, held, month);
  await notify(tx, { userId: held.otherId, kind, params: { class: held.classId, month } });
}

/** What asked for this mark is done, and open pages of both read again. */
async function settle(tx: Tx, { familyUserId, tutorUserId, classId }: Held, month: Month) {
  const people = [familyUserId, tutorUserId] as const;
  await markDone(tx, 'fee', { about: { class: classId, month }, people });
  await announceToBoth(tx, people, { kind: 'class', class: classId });
}
