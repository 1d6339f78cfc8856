import { z } from 'zod';

// What stands beside the text of an answer. Each is sent as a part `data-…` of the UI message stream, under its id,
// and is kept with the message: whoever resumes or reloads gets the same.

const HelpLine = z.object({ name: z.string(), phone: z.string(), note: z.string() });

export const HelpPart = z
  .object({
    type: z.literal('data-help'),
    id: z.literal('help'),
    data: z.object({ message: z.string(), lines: z.array(HelpLine) }),
  })
  .describe('help lines in Hong Kong, beside an answer to somebody in distress');

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

export const TutorPart = z
  .object({
    type: z.literal('data-tutor'),
    id: z.literal('tutor'),
    data: z.object({ built_in: z.boolean(), notice: z.string() }),
  })
  .describe('says that no language model answers here, and what that means');

export const DataPart = z.discriminatedUnion('type', [HelpPart, SolutionPart, ChecksPart, TutorPart]);
export type DataPart = z.infer<typeof DataPart>;
export type SolutionPart = z.infer<typeof SolutionPart>;
export type ChecksPart = z.infer<typeof ChecksPart>;
