import { z } from 'zod';
import type { Calls } from './call.ts';
import { listOf, paging } from './envelope.ts';
import { rowId, rowParams } from './form-fields.ts';
import { plainText } from './plain-text.ts';

const practiceLimits = {
  /** UTF-16 units in one answer. */
  answer: 500,
  /** Questions that one call returns at most. */
  next: 10,
} as const;

export const practiceSubjects = ['mathematics', 'chinese', 'english'] as const;
export type PracticeSubject = (typeof practiceSubjects)[number];

/** Primary school, secondary 1–3, secondary 4–6. */
export const practiceLevels = ['primary', 'junior', 'senior'] as const;
export type PracticeLevel = (typeof practiceLevels)[number];

/** The topic of a question: the solver's name for it, or one of our own for the languages. */
const kind = z.string().max(40);

/** A question of the bank as it is shown, without its answer. */
export const PracticeQuestion = z
  .object({
    question_id: z.int(),
    subject: z.enum(practiceSubjects),
    kind,
    kind_name: z.string().describe("in the caller's language"),
    level: z.enum(practiceLevels),
    text: z.string().describe('Markdown with LaTeX'),
    choices: z
      .array(z.string())
      .max(6)
      .describe(
        'Markdown with LaTeX, in an order that never changes; the answer is one of them as it stands. Empty: it is typed',
      ),
  })
  .meta({ id: 'PracticeQuestion' });
export type PracticeQuestion = z.infer<typeof PracticeQuestion>;

export const PracticeMastery = z
  .object({
    kind,
    kind_name: z.string(),
    subject: z.enum(practiceSubjects),
    mastery: z
      .int()
      .min(0)
      .max(100)
      .describe(
        'per cent: begins at 0; a right answer that counts wins a fifth of what is missing, a wrong one loses a fifth of what is there; nothing else moves it',
      ),
    attempts: z.int().describe('answers that counted'),
    correct: z.int(),
    due: z.int().describe('cards of this kind that wait now'),
    last_attempt_at: z.string().nullable(),
  })
  .meta({ id: 'PracticeMastery' });
export type PracticeMastery = z.infer<typeof PracticeMastery>;

export const PracticeCard = z
  .object({
    id: z.int(),
    question: PracticeQuestion,
    due_at: z.string(),
    reps: z.int().describe('answers that moved this card'),
    lapses: z.int().describe('times it was known and then forgotten'),
    last_answer_correct: z.boolean().nullable().describe('null: put here by hand, never answered'),
  })
  .meta({ id: 'PracticeCard' });
export type PracticeCard = z.infer<typeof PracticeCard>;

export const AttemptResult = z
  .object({
    is_correct: z.boolean(),
    is_readable: z
      .boolean()
      .describe(
        'false: it could not be taken as an answer (unreadable, or equal but not finished: see remark); nothing is counted or revealed, and it may be typed again',
      ),
    remark: z
      .string()
      .describe('a short kind word on what is still amiss (equal, but not yet factorised), or empty'),
    expected: z.string().describe('the answer as plain text; empty while is_readable is false'),
    expected_latex: z.string().describe('empty where the answer is words'),
    steps: z
      .array(
        z.object({
          text: z.string(),
          latex: z.string(),
          checked: z.boolean().describe('computer algebra found it true by a second path'),
        }),
      )
      .describe('the working in mathematics; one explanation in the languages'),
    is_counted: z
      .boolean()
      .describe(
        'false: without login, or answered again before its card was due. It is marked, and moves neither card nor mastery',
      ),
    card_id: z.int().nullable(),
    next_due_at: z.string().nullable().describe('when it comes again; null without login'),
    mastery: PracticeMastery.nullable().describe('of this kind, after this answer; null without login'),
  })
  .meta({ id: 'PracticeAttemptResult' });
export type AttemptResult = z.infer<typeof AttemptResult>;

export const AttemptForm = z.object({
  question_id: rowId,
  answer: plainText(practiceLimits.answer)
    .trim()
    .describe('a choice as it stands, or what was typed; empty: “I do not know”, which counts as wrong'),
  client_key: z.uuid().describe('made by the page once: sent twice, it is one answer and counts once'),
});
export type AttemptForm = z.infer<typeof AttemptForm>;

export const practiceCalls = {
  'POST /api_ai/practice/attempts': {
    summary: 'Answer a question; it is marked, and for somebody logged in it moves a card and the mastery',
    audience: 'anyone',
    perMinute: 60,
    body: AttemptForm,
    data: AttemptResult,
  },
  'GET /api_ai/practice/due': {
    summary: 'Cards that are due now, the longest due first, and when the next one will be',
    audience: 'aiUser',
    query: z.object({ kind: kind.optional(), ...paging({ size: 20 }) }),
    data: listOf(PracticeCard).extend({
      next_due_at: z.string().nullable().describe('of the first card that is not due yet'),
      cards: z.int().describe('cards in all'),
    }),
  },
  'GET /api_ai/practice/mastery': {
    summary: 'Mastery of each kind that was answered, the weakest first; reading it changes nothing',
    audience: 'aiUser',
    data: z.object({ list: z.array(PracticeMastery), total: z.int() }),
  },
  'GET /api_ai/practice/kinds': {
    summary: 'What the question bank holds: each kind, with the number of questions per level',
    audience: 'anyone',
    data: z.object({
      list: z.array(
        z.object({
          kind,
          kind_name: z.string(),
          subject: z.enum(practiceSubjects),
          questions: z.record(z.enum(practiceLevels), z.int()),
        }),
      ),
      total: z.int(),
    }),
  },
  'GET /api_ai/practice/questions': {
    summary: 'Search the question bank; answers are not revealed',
    audience: 'anyone',
    query: z.object({
      subject: z.enum(practiceSubjects).optional(),
      kind: kind.optional(),
      level: z.enum(practiceLevels).optional(),
      search: plainText(100).trim().default(''),
      ...paging({ size: 20, max: 50 }),
    }),
    data: listOf(PracticeQuestion),
  },
  'GET /api_ai/practice/questions/{id}': {
    summary: 'One question of the bank',
    audience: 'anyone',
    params: rowParams,
    data: PracticeQuestion,
  },
  'GET /api_ai/practice/next': {
    summary:
      'Questions to practise: those never answered before first, then those answered longest ago; without login, any',
    audience: 'anyone',
    query: z.object({
      subject: z.enum(practiceSubjects).optional(),
      kind: kind.optional(),
      level: z.enum(practiceLevels).optional(),
      count: z.coerce.number().int().min(1).max(practiceLimits.next).default(1),
    }),
    data: z.object({ list: z.array(PracticeQuestion), total: z.int() }),
  },
  'POST /api_ai/practice/cards': {
    summary: 'Keep a question for review: a card that is due now; one that is there already stays as it is',
    audience: 'aiUser',
    body: z.object({ question_id: rowId }),
    data: PracticeCard,
  },
  'POST /api_ai/practice/cards/{id}/postpone': {
    summary: 'Not today: a card that is due comes again tomorrow; nothing is counted',
    audience: 'aiUser',
    params: rowParams,
    data: PracticeCard,
  },
  'DELETE /api_ai/practice/cards/{id}': {
    summary: 'Take a card out of review; mastery stays',
    audience: 'aiUser',
    params: rowParams,
    data: z.object({}),
  },
} satisfies Calls;
