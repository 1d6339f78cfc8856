import { sql } from 'drizzle-orm';
import type { Database, Db } from '#server/ground/db/db.ts';
import type { Locale } from '#shared/locale.ts';
import type { AttemptForm, AttemptResult, PracticeQuestion } from '#shared/practice.ts';
import { type Attempt, recordAttempt } from './attempts.ts';
import { type Bank, type BankFilter, shownQuestion } from './bank.ts';
import { lockCard, questionOf } from './cards.ts';
import { createMarking } from './marking.ts';
import { listMastery } from './mastery.ts';
import type { Mathematics } from './mathematics.ts';

export type Practice = ReturnType<typeof openPractice>;

/** The question bank, and the students' answers to it. */
export function openPractice({
  database,
  bank,
  mathematics,
}: {
  database: Database;
  bank: Bank;
  mathematics: Mathematics;
}) {
  const marking = createMarking(mathematics);

  return {
    bank,

    /** Without a user the answer is marked and nothing is stored. */
    async attempt(
      { question_id, answer, client_key }: AttemptForm,
      { userId, locale }: { userId: number | undefined; locale: Locale },
    ): Promise<AttemptResult> {
      const question = questionOf(bank, question_id);
      const { verdict, remark } = await marking.mark(question, answer, locale);
      if (verdict === 'again') return { ...unreadable, remark };
      const revealed = await marking.reveal(question, locale);
      const isCorrect = verdict === 'right';
      if (userId === undefined)
        return { ...unreadable, ...revealed, is_correct: isCorrect, is_readable: true, remark };
      const stored = await database.transaction(async (tx) => {
        const attempt = await recordAttempt(tx, {
          userId,
          question,
          answer,
          clientKey: client_key,
          isCorrect,
          now: new Date(),
        });
        const card = await lockCard(tx, userId, question.id);
        const [mastery] = await listMastery(tx, { userId, locale, kind: question.kind });
        return { attempt, cardId: card?.id ?? null, mastery: mastery ?? null };
      });
      return {
        ...shownAttempt(stored.attempt),
        ...revealed,
        remark,
        card_id: stored.cardId,
        mastery: stored.mastery,
      };
    },

    /** Questions that were never answered first, in random order; then those answered longest ago. */
    async next(
      db: Db,
      { count, ...filter }: BankFilter & { count: number },
      { userId, locale }: { userId: number | undefined; locale: Locale },
    ): Promise<PracticeQuestion[]> {
      const answered = userId === undefined ? new Map<number, number>() : await lastAnswers(db, userId);
      return bank
        .find(filter)
        .map((question) => ({ question, at: answered.get(question.id) ?? -Math.random() }))
        .sort((a, b) => a.at - b.at)
        .slice(0, count)
        .map(({ question }) => shownQuestion(question, locale));
    },
  };
}

const unreadable: AttemptResult = {
  is_correct: false,
  is_readable: false,
  remark: '',
  expected: '',
  expected_latex: '',
  steps: [],
  is_counted: false,
  card_id: null,
  next_due_at: null,
  mastery: null,
};

const shownAttempt = ({ isCorrect, isCounted, nextDueAt }: Attempt) => ({
  is_correct: isCorrect,
  is_readable: true,
  is_counted: isCounted,
  next_due_at: nextDueAt.toISOString(),
});

async function lastAnswers(db: Db, userId: number): Promise<Map<number, number>> {
  const { rows } = await db.execute<{ question_id: number; at: string }>(sql`
    select question_id, max(created_at) as at from practice_attempts where user_id = ${userId} group by question_id`);
  return new Map(rows.map(({ question_id, at }) => [question_id, new Date(at).getTime()]));
}
