import { type Card, createEmptyCard, fsrs, Rating } from 'ts-fsrs';

/**
 * When a card is due again. After a wrong answer in ten minutes, in the same sitting; after a right one in
 * days that grow each time. Without fuzz, so that the next date is the same on every device.
 */
const scheduler = fsrs({
  request_retention: 0.9,
  maximum_interval: 365,
  enable_fuzz: false,
  enable_short_term: true,
  learning_steps: ['10m'],
  relearning_steps: ['10m'],
});

/** The memory state of a card, with the column names of its row. */
export type Memory = {
  due_at: Date;
  stability: number;
  difficulty: number;
  scheduled_days: number;
  learning_steps: number;
  reps: number;
  lapses: number;
  state: number;
  last_review_at: Date | null;
};

const cardOf = (memory: Memory): Card => ({
  due: memory.due_at,
  stability: memory.stability,
  difficulty: memory.difficulty,
  elapsed_days: 0,
  scheduled_days: memory.scheduled_days,
  learning_steps: memory.learning_steps,
  reps: memory.reps,
  lapses: memory.lapses,
  state: memory.state,
  ...(memory.last_review_at && { last_review: memory.last_review_at }),
});

/** The memory state of a card after an answer at `now`; `memory` is undefined for a new one. */
export function reviewed(memory: Memory | undefined, isCorrect: boolean, now: Date): Memory {
  const before = memory ? cardOf(memory) : createEmptyCard(now);
  const { card } = scheduler.next(before, now, isCorrect ? Rating.Good : Rating.Again);
  return {
    due_at: card.due,
    stability: card.stability,
    difficulty: card.difficulty,
    scheduled_days: card.scheduled_days,
    learning_steps: card.learning_steps,
    reps: card.reps,
    lapses: card.lapses,
    state: card.state,
    last_review_at: card.last_review ?? now,
  };
}
