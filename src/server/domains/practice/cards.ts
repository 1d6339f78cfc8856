import { sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/ground/db/db.ts';
import type { Paging } from '#server/ground/db/paging.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { Locale } from '#shared/locale.ts';
import type { PracticeCard } from '#shared/practice.ts';
import { type Bank, type BankQuestion, shownQuestion } from './bank.ts';
import type { Memory } from './scheduler.ts';

type Row = Omit<Memory, 'due_at' | 'last_review_at'> & {
  id: string;
  question_id: number;
  due_at: string | Date;
  last_review_at: string | Date | null;
  last_answer_correct: boolean | null;
};
const columns = sql`id, question_id, due_at, stability, difficulty, scheduled_days, learning_steps, reps, lapses, state,
  last_review_at, last_answer_correct`;

export type StoredCard = Memory & { id: number; questionId: number; lastAnswerCorrect: boolean | null };
const cardFrom = (row: Row): StoredCard => ({
  ...row,
  id: Number(row.id),
  questionId: row.question_id,
  due_at: new Date(row.due_at),
  last_review_at: row.last_review_at === null ? null : new Date(row.last_review_at),
  lastAnswerCorrect: row.last_answer_correct,
});

const shownCard = (card: StoredCard, question: BankQuestion, locale: Locale): PracticeCard => ({
  id: card.id,
  question: shownQuestion(question, locale),
  due_at: card.due_at.toISOString(),
  reps: card.reps,
  lapses: card.lapses,
  last_answer_correct: card.lastAnswerCorrect,
});

type Reader = { userId: number; locale: Locale };

/** Cards of questions that the bank no longer has are not listed. */
export async function listDue(
  db: Db,
  bank: Bank,
  { userId, locale, kind, page, page_size }: Reader & Paging & { kind?: string | undefined },
) {
  const mine = sql`user_id = ${userId} and question_id = any(${sql.param(bank.ids)}::int[])
    and (${kind ?? null}::text is null or kind = ${kind ?? null})`;
  const { rows } = await db.execute<Row & Record<string, unknown>>(sql`
    select ${columns} from practice_cards where ${mine} and due_at <= now()
    order by due_at, id limit ${page_size} offset ${(page - 1) * page_size}`);
  const counted = await db.execute<{ due: string; cards: string; next: string | null }>(sql`
    select count(*) filter (where due_at <= now()) as due, count(*) as cards,
      min(due_at) filter (where due_at > now()) as next
    from practice_cards where ${mine}`);
  const { due = '0', cards = '0', next = null } = counted.rows[0] ?? {};
  return {
    list: rows.map((row) => {
      const card = cardFrom(row);
      return shownCard(card, questionOf(bank, card.questionId), locale);
    }),
    total: Number(due),
    cards: Number(cards),
    next_due_at: next && new Date(next).toISOString(),
    page,
    page_size,
  };
}

export function questionOf(bank: Bank, id: number): BankQuestion {
  const question = bank.byId(id);
  if (!question) throw new AppError('notFound');
  return question;
}

export async function lockCard(tx: Tx, userId: number, questionId: number): Promise<StoredCard | undefined> {
  const { rows } = await tx.execute<Row & Record<string, unknown>>(sql`
    select ${columns} from practice_cards where user_id = ${userId} and question_id = ${questionId} for update`);
  return rows[0] && cardFrom(rows[0]);
}

export async function saveMemory(
  tx: Tx,
  {
    userId,
    question,
    memory,
    isCorrect,
  }: { userId: number; question: BankQuestion; memory: Memory; isCorrect: boolean },
): Promise<number> {
  const at = (time: Date | null) => time?.toISOString() ?? null;
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into practice_cards
      (user_id, question_id, kind, due_at, stability, difficulty, scheduled_days, learning_steps, reps, lapses, state,
        last_review_at, last_answer_correct)
    values (${userId}, ${question.id}, ${question.kind}, ${at(memory.due_at)}, ${memory.stability}, ${memory.difficulty},
      ${memory.scheduled_days}, ${memory.learning_steps}, ${memory.reps}, ${memory.lapses}, ${memory.state},
      ${at(memory.last_review_at)}, ${isCorrect})
    on conflict (user_id, question_id) do update set
      due_at = excluded.due_at, stability = excluded.stability, difficulty = excluded.difficulty,
      scheduled_days = excluded.scheduled_days, learning_steps = excluded.learning_steps, reps = excluded.reps,
      lapses = excluded.lapses, state = excluded.state, last_review_at = excluded.last_review_at,
      last_answer_correct = excluded.last_answer_correct
    returning id`);
  return Number(rows[0]?.id);
}

/**
 * Added by hand: due now, or when an answer to it counts again; otherwise it would come up for ever and never
 * be done.
 */
export async function addCard(
  tx: Tx,
  bank: Bank,
  { userId, locale }: Reader,
  questionId: number,
): Promise<PracticeCard> {
  const question = questionOf(bank, questionId);
  await tx.execute(sql`
    insert into practice_cards (user_id, question_id, kind, due_at)
    values (${userId}, ${questionId}, ${question.kind}, greatest(now(), (
      select max(next_due_at) from practice_attempts
      where user_id = ${userId} and question_id = ${questionId} and is_counted))) on conflict do nothing`);
  const card = await lockCard(tx, userId, questionId);
  if (!card) throw new AppError('conflict');
  return shownCard(card, question, locale);
}

/** Until midnight in Hong Kong. */
export async function postponeCard(
  tx: Tx,
  bank: Bank,
  { userId, locale }: Reader,
  id: number,
): Promise<PracticeCard> {
  const { rows } = await tx.execute<Row & Record<string, unknown>>(sql`
    update practice_cards set due_at = case when due_at > now() then due_at else
      (date_trunc('day', now() at time zone 'Asia/Hong_Kong') + interval '1 day') at time zone 'Asia/Hong_Kong' end
    where id = ${id} and user_id = ${userId} returning ${columns}`);
  const card = rows[0] && cardFrom(rows[0]);
  if (!card) throw new AppError('notFound');
  return shownCard(card, questionOf(bank, card.questionId), locale);
}

export async function removeCard(tx: Tx, userId: number, id: number): Promise<void> {
  const { rowCount } = await tx.execute(sql`
    delete from practice_cards where id = ${id} and user_id = ${userId}`);
  if (rowCount === 0) throw new AppError('notFound');
}
