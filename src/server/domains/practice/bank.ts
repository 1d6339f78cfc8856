import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Locale } from '#shared/locale.ts';
import {
  type PracticeLevel,
  type PracticeQuestion,
  type PracticeSubject,
  practiceLevels,
} from '#shared/practice.ts';
import { kindName, practiceKinds, subjectOf } from './kinds.ts';
import { latexIn } from './latex-in.ts';

const level = z.enum(practiceLevels);
const MathematicsRow = z.object({
  id: z.int(),
  kind: z.string(),
  level,
  zh: z.string(),
  en: z.string(),
  problem: z.string(),
  answer: z.string(),
  latex: z.string(),
  choices: z.array(z.string()).max(6),
});
const LanguageRow = z.object({
  id: z.int(),
  kind: z.string(),
  level,
  text: z.string(),
  answer: z.string(),
  choices: z.array(z.string()).min(2).max(6),
  explanation: z.object({ zh: z.string(), en: z.string() }),
});

type Common = { id: number; kind: string; subject: PracticeSubject; level: PracticeLevel };
export type MathematicsQuestion = Common &
  z.infer<typeof MathematicsRow> & { subject: 'mathematics'; kindOf: 'mathematics' };
type LanguageQuestion = Common & z.infer<typeof LanguageRow> & { kindOf: 'language' };
export type BankQuestion = MathematicsQuestion | LanguageQuestion;

export type BankFilter = {
  subject?: PracticeSubject | undefined;
  kind?: string | undefined;
  level?: PracticeLevel | undefined;
  search?: string | undefined;
};

const formula = (latex: string) => `\\(${latex}\\)`;

export const textOf = (question: BankQuestion, locale: Locale): string =>
  question.kindOf === 'language' ? question.text : question[locale === 'en' ? 'en' : 'zh'];

/** The choices as they are offered; the chosen one comes back verbatim. */
export const choicesOf = (question: BankQuestion, locale: Locale): string[] =>
  question.kindOf === 'language'
    ? question.choices
    : question.choices.map((choice) => formula(latexIn(choice, locale)));

export const shownQuestion = (question: BankQuestion, locale: Locale): PracticeQuestion => ({
  question_id: question.id,
  subject: question.subject,
  kind: question.kind,
  kind_name: kindName(question.kind, locale),
  level: question.level,
  text: textOf(question, locale),
  choices: choicesOf(question, locale),
});

/** Letters and digits only: 「2x + 5」, 2x+5 and \(2x+5\) match each other. */
const searchable = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\\(?:left|right|text|frac)/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');

const readRows = <Schema extends z.ZodType>(name: string, schema: Schema): z.infer<Schema>[] =>
  readFileSync(new URL(`./questions/${name}.jsonl`, import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => schema.parse(JSON.parse(line)));

export type Bank = ReturnType<typeof openBank>;

/** The questions are files of the product: read once, kept in memory, the same in every process. */
export function openBank() {
  const questions: BankQuestion[] = [
    ...readRows('mathematics', MathematicsRow).map((row) => ({
      ...row,
      subject: 'mathematics' as const,
      kindOf: 'mathematics' as const,
    })),
    ...['chinese', 'english'].flatMap((name) =>
      readRows(name, LanguageRow).map((row) => ({
        ...row,
        subject: subjectOf(row.kind),
        kindOf: 'language' as const,
      })),
    ),
  ];
  const byId = new Map(questions.map((question) => [question.id, question]));
  if (byId.size !== questions.length) throw new Error('two questions of the bank have the same id');
  const texts = new Map(
    questions.map((question) => {
      const words = (['zh-Hant', 'en'] as const).flatMap((locale) => [
        textOf(question, locale),
        kindName(question.kind, locale),
      ]);
      return [question.id, searchable([...words, question.kind].join(' '))];
    }),
  );

  const find = ({ subject, kind, level, search = '' }: BankFilter) => {
    const words = search
      .split(/\s+/)
      .map(searchable)
      .filter((word) => word !== '');
    return questions.filter(
      (question) =>
        (subject === undefined || question.subject === subject) &&
        (kind === undefined || question.kind === kind) &&
        (level === undefined || question.level === level) &&
        words.every((word) => texts.get(question.id)?.includes(word)),
    );
  };

  return {
    questions,
    ids: questions.map(({ id }) => id),
    byId: (id: number) => byId.get(id),
    find,
    kinds: (locale: Locale) =>
      practiceKinds
        .map(({ kind, subject, name }) => ({
          kind,
          subject,
          kind_name: name[locale],
          questions: countsOf(questions.filter((question) => question.kind === kind)),
        }))
        .filter(({ questions: counts }) => Object.values(counts).some((count) => count > 0)),
  };
}

const countsOf = (questions: readonly BankQuestion[]) =>
  Object.fromEntries(
    practiceLevels.map((level) => [level, questions.filter((one) => one.level === level).length]),
  ) as Record<PracticeLevel, number>;
