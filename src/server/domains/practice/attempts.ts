import { sql } from 'drizzle-orm';
import type { Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { BankQuestion } from './bank.ts';
import { lockCard, saveMemory } from './cards.ts';
import { lockMastery, moveMastery } from './mastery.ts';
import { reviewed } from './scheduler.ts';

export type Attempt = { isCorrect: boolean; isCounted: boolean; nextDueAt: Date };

type MarkedAnswer = {
  userId: number;
  question: BankQuestion;
  answer: string;
  clientKey: string;
  isCorrect: boolean;
  now: Date;
};

/** The stored result, if the page has sent this answer before. */
async function knownAttempt(
  tx: Tx,
  { userId, clientKey, question }: Pick<MarkedAnswer, 'userId' | 'clientKey' | 'question'>,
): Promise<Attempt | undefined> {
  const { rows } = await tx.execute<{
    question_id: number;
    is_correct: boolean;
    is_counted: boolean;
    next_due_at: string;
  }>(sql`
    select question_id, is_correct, is_counted, next_due_at from practice_attempts
    where user_id = ${userId} and client_key = ${clientKey}`);
  const known = rows[0];
  if (!known) return undefined;
  if (known.question_id !== question.id) throw new AppError('conflict');
  return {
    isCorrect: known.is_correct,
    isCounted: known.is_counted,
    nextDueAt: new Date(known.next_due_at),
  };
}

/**
 * Records a marked answer once. It counts when the question was never answered or is due again: a student who
 * has just seen the answer proves nothing by typing it.
 */
export async function recordAttempt(tx: Tx, marked: MarkedAnswer): Promise<Attempt> {
  const { userId, question, answer, clientKey, isCorrect, now } = marked;
  const before = await lockMastery(tx, userId, question.kind);
  const known = await knownAttempt(tx, marked);
  if (known) return known;
  const waitsUntil = await dueAgainAt(tx, userId, question.id);
  const isCounted = waitsUntil === undefined || waitsUntil <= now;
  let nextDueAt = waitsUntil ?? now;
  if (isCounted) {
    const memory = reviewed(await lockCard(tx, userId, question.id), isCorrect, now);
    await saveMemory(tx, { userId, question, memory, isCorrect });
    await moveMastery(tx, { userId, kind: question.kind, before, isCorrect, now });
    nextDueAt = memory.due_at;
  }
  const { rowCount } = await tx.execute(sql`
    insert into practice_attempts (user_id, client_key, question_id, kind, answer, is_correct, is_counted, next_due_at)
    values (${userId}, ${clientKey}, ${question.id}, ${question.kind}, ${answer}, ${isCorrect}, ${isCounted},
      ${nextDueAt.toISOString()})
    on conflict (user_id, client_key) do nothing`);
  // The same client key was used for another question at the same time.
  if (rowCount === 0) throw new AppError('conflict');
  return { isCorrect, isCounted, nextDueAt };
}

async function dueAgainAt(tx: Tx, userId: number, questionId: number): Promise<Date | undefined> {
  const { rows } = await tx.execute<{ next: string | null }>(sql`
    select max(next_due_at) as next from practice_attempts
    where user_id = ${userId} and question_id = ${questionId} and is_counted`);
  const next = rows[0]?.next;
  return next ? new Date(next) : undefined;
}
