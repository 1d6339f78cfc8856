import { z } from 'zod';

// Data parts beside the text of an answer. Each is sent as a `data-…` part of the UI message stream, under
// its id, and is stored with the message, so that a client that resumes or reloads gets the same parts.

const HelpLine = z.object({ name: z.string(), phone: z.string(), note: z.string() });

export const HelpLines = z.object({ message: z.string(), lines: z.array(HelpLine) });
export type HelpLines = z.infer<typeof HelpLines>;

const HelpPart = z
  .object({ type: z.literal('data-help'), id: z.literal('help'), data: HelpLines })
  .describe('help lines in Hong Kong, beside an answer to somebody in distress');
export type HelpPart = z.infer<typeof HelpPart>;

export const SolutionPart = z
  .object({
    type: z.literal('data-solution'),
    id: z.literal('solution'),
    data: z.object({
      kind: z.string(),
      problem_latex: z.string(),
      answer: z.string().describe('empty while only hints were asked for'),
      answer_latex: z.string(),
      steps: z.array(
        z.object({
          text: z.string(),
          latex: z.string(),
          checked: z.boolean().describe('computer algebra found it true by a second path'),
        }),
      ),
    }),
  })
  .describe("the built-in tutor's working, step by step");

const MarkingPart = z
  .object({
    type: z.literal('data-marking'),
    id: z.literal('marking'),
    data: z.object({
      problem: z.string().describe('what the student was working on, as it was asked'),
      first_wrong: z.int().nullable().describe('number of the first wrong line, from 1'),
      is_finished: z.boolean().describe('every line is right and the last one is the answer'),
    }),
  })
  .describe("what was found in a student's own working; the text tells it line by line");

export const ChecksPart = z
  .object({
    type: z.literal('data-checks'),
    id: z.literal('checks'),
    data: z.object({
      checked: z.int().describe('statements of the answer that could be read and were found true'),
      mismatches: z.array(
        z.object({
          statement: z.string(),
          start: z.int().describe('where it begins in the text, in UTF-16 units'),
          explanation: z.string(),
        }),
      ),
    }),
  })
  .describe('what computer algebra says of the computations in a model’s answer');

const TutorPart = z
  .object({
    type: z.literal('data-tutor'),
    id: z.literal('tutor'),
    data: z.object({ built_in: z.boolean(), notice: z.string() }),
  })
  .describe('says that no language model answers here, and what that means');

export const PlotPart = z
  .object({
    type: z.literal('data-plot'),
    id: z.string().regex(/^plot-\d{1,3}$/),
    data: z.object({
      curves: z
        .array(
          z.object({
            expression: z.string().describe('plain text in x, like x^2 - 2x - 1, as the solver reads it'),
            latex: z.string(),
            samples: z
              .array(z.tuple([z.number(), z.number().nullable()]))
              .max(800)
              .describe('x and y in order; null where it is not defined: a page needs no algebra to draw it'),
          }),
        )
        .min(1)
        .max(6),
      points: z.array(z.object({ x: z.number(), y: z.number(), label: z.string() })).max(24),
      x_range: z.tuple([z.number(), z.number()]),
      y_range: z.tuple([z.number(), z.number()]),
    }),
  })
  .describe('graphs of functions that the reader can drag and zoom');

export const QuizPart = z
  .object({
    type: z.literal('data-quiz'),
    id: z.string().regex(/^quiz-\d{1,3}$/),
    data: z.object({
      questions: z
        .array(
          z.object({
            question_id: z.int(),
            text: z.string().describe('Markdown with LaTeX'),
            choices: z.array(z.string()).max(6).describe('Markdown with LaTeX; empty: the answer is typed'),
          }),
        )
        .min(1)
        .max(10),
    }),
  })
  .describe('questions to answer in place; answers are graded by the server');

export const DataPart = z.discriminatedUnion('type', [
  HelpPart,
  SolutionPart,
  MarkingPart,
  ChecksPart,
  TutorPart,
  PlotPart,
  QuizPart,
]);
export type PlotPart = z.infer<typeof PlotPart>;
export type QuizPart = z.infer<typeof QuizPart>;
export type DataPart = z.infer<typeof DataPart>;
export type SolutionPart = z.infer<typeof SolutionPart>;
export type ChecksPart = z.infer<typeof ChecksPart>;
