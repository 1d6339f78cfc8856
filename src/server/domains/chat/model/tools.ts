import { z } from 'zod';
import { type Bank, textOf } from '#server/domains/practice/bank.ts';
import { practiceKinds } from '#server/domains/practice/kinds.ts';
import type { Mathematics } from '#server/domains/practice/mathematics.ts';
import type { DataPart } from '#shared/chat/parts.ts';
import type { Locale } from '#shared/locale.ts';
import { practiceLevels, practiceSubjects } from '#shared/practice.ts';
import { plotPart } from '../tutor/plot-tool.ts';
import { quizPart } from '../tutor/quiz-tool.ts';
import type { ToolCall } from './model-chunks.ts';

/** A function as it is described to a model; its parameters are a JSON schema. */
export type ToolDefinition = { name: string; description: string; parameters: Record<string, unknown> };
export type ToolContext = {
  mathematics: Mathematics;
  bank: Bank;
  locale: Locale;
  seed: number;
  /** Number of parts that a continued answer already has: new parts are numbered from there. */
  partsBefore: number;
};
export type ToolAnswer = { answer: unknown; part?: DataPart };

/** An error whose message is returned to the model. */
class ToolError extends Error {}

const kinds = practiceKinds.map(({ kind }) => kind) as [string, ...string[]];
const filter = {
  subject: z.enum(practiceSubjects).optional(),
  kind: z.enum(kinds).optional().describe('what is practised'),
  level: z.enum(practiceLevels).optional().describe('primary school, secondary 1-3, secondary 4-6'),
};

type Tool<Schema extends z.ZodType> = {
  description: string;
  input: Schema;
  run: (input: z.output<Schema>, means: ToolContext, number: number) => Promise<ToolAnswer>;
};
const tool = <Schema extends z.ZodType>(made: Tool<Schema>) => made as unknown as Tool<z.ZodType>;

const tools: Record<string, Tool<z.ZodType>> = {
  solve_exactly: tool({
    description:
      'Solve or compute a problem of school mathematics exactly, with steps checked by computer algebra. Use it before you state a result.',
    input: z.strictObject({
      problem: z
        .string()
        .min(1)
        .max(500)
        .describe('one problem, plain text or LaTeX, such as "solve x^2 - 2x - 1 = 0"'),
    }),
    async run({ problem }, { mathematics, locale }) {
      const solved = await mathematics.solve(problem);
      const of = locale === 'en' ? 'en' : 'zh';
      if (!solved.ok) throw new ToolError(solved.reason.en);
      return {
        answer: {
          understood_as: solved.problemLatex,
          answer: solved.answer,
          answer_latex: solved.answerLatex,
          steps: solved.steps.map(({ text, latex, checked }) => ({ text: text[of], latex, checked })),
        },
      };
    },
  }),

  plot: tool({
    description: 'Show the student a graph of up to six functions of x under your answer.',
    input: z.strictObject({
      expressions: z
        .array(z.string().min(1).max(200))
        .min(1)
        .max(6)
        .describe('each in x, such as "x^2 - 2x - 1"'),
      x_min: z.number().min(-1000).max(1000).optional(),
      x_max: z.number().min(-1000).max(1000).optional(),
    }),
    async run({ expressions, x_min, x_max }, { mathematics }, number) {
      const range = x_min !== undefined && x_max !== undefined ? ([x_min, x_max] as const) : undefined;
      const part = await plotPart(mathematics, { expressions, range }, number);
      if (!part) throw new ToolError('these are not functions of x that can be drawn in that range');
      const { curves, points, x_range } = part.data;
      return {
        part,
        answer: {
          shown: curves.map(({ expression }) => expression),
          marked: points.map(({ label }) => label),
          x_range,
        },
      };
    },
  }),

  quiz: tool({
    description:
      'Give the student questions of the question bank to answer under your answer. They are marked by the server; do not tell the answers.',
    input: z.strictObject({ ...filter, count: z.int().min(1).max(10).default(3) }),
    async run({ count, ...criteria }, { bank, locale, seed }, number) {
      const part = quizPart(bank, { ...criteria, count }, { seed, number, locale });
      if (!part) throw new ToolError('the question bank has nothing of this kind');
      return { part, answer: { shown: part.data.questions.map(({ text }) => text) } };
    },
  }),

  search_questions: tool({
    description: 'Search the question bank; gives questions without their answers.',
    input: z.strictObject({ ...filter, text: z.string().max(100).default('') }),
    async run({ text, ...criteria }, { bank, locale }) {
      const found = bank.find({ ...criteria, search: text });
      return {
        answer: {
          total: found.length,
          questions: found.slice(0, 10).map((question) => ({
            id: question.id,
            kind: question.kind,
            level: question.level,
            text: textOf(question, locale),
          })),
        },
      };
    },
  }),
};

export const toolDefinitions: readonly ToolDefinition[] = Object.entries(tools).map(
  ([name, { description, input }]) => {
    const { $schema: _, ...parameters } = z.toJSONSchema(input, { io: 'input' });
    return { name, description, parameters };
  },
);

const longestArguments = 10_000;

/** Never throws for what a model wrote: every mistake is returned to the model as an error. */
export async function runTool(
  { name, arguments: written }: ToolCall,
  means: ToolContext,
  number: number,
): Promise<ToolAnswer> {
  const called = Object.hasOwn(tools, name) ? tools[name] : undefined;
  if (!called) return failed(`there is no tool ${name.slice(0, 60)}`);
  if (written.length > longestArguments) return failed('the arguments are too long');
  let parsed: unknown;
  try {
    parsed = JSON.parse(written || '{}');
  } catch {
    return failed('the arguments are not JSON');
  }
  const input = called.input.safeParse(parsed);
  if (!input.success)
    return failed(input.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
  try {
    return await called.run(input.data, means, number);
  } catch (error) {
    return failed(error instanceof ToolError ? error.message : 'the tool failed; answer without it');
  }
}

const failed = (error: string): ToolAnswer => ({ answer: { error } });
