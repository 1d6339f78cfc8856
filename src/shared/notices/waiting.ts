import { z } from 'zod';
import type { Calls } from '../call.ts';

/** What may wait for a person, the most pressing first; each domain finds its own. */
const waitingKinds = [
  'lesson_today',
  'trial_to_arrange',
  'application',
  'invitation',
  'trial_proposed',
  'trial_to_judge',
  'plan_proposed',
  'lesson_to_confirm',
  'lesson_disputed',
  'contact_asked',
  'police_check_asked',
  'police_check_shared',
  'message',
  'trial_agreed',
  'lesson_next',
  'review_open',
  'dispute_open',
  'case_draft',
  'case_online',
  'cases_fit',
] as const;

const ids = z.array(z.int());

export const Waiting = z
  .object({
    kind: z.enum(waitingKinds),
    path: z.string().describe('the page where it is dealt with, without a language'),
    needs_answer: z.boolean().describe('somebody waits for this person; counted at the link to the tutoring'),
    count: z.int().nullable().describe('applications, unread messages, tutors or cases that fit'),
    count_is_capped: z.boolean(),
    tutor_name: z
      .string()
      .nullable()
      .describe('for the family: only the surname until both sides share their contacts'),
    price: z.int().nullable().describe('HK$ per hour'),
    text: z
      .string()
      .nullable()
      .describe('the last message, covered as in its conversation; empty where only files were sent'),
    at: z.iso.datetime().nullable().describe('when the lesson begins or began, or is proposed to'),
    until: z.iso.datetime().nullable().describe('when the lesson ends, or until when an answer counts'),
    is_open: z.boolean().describe('a lesson that is being held now'),
    about: z
      .object({
        children: z
          .array(z.string())
          .describe("nicknames, to the child's own family and to a tutor with whom contacts are shared"),
        grade: ids,
        major_subject: ids,
        other_subject: ids,
        tutoring_region: z.int().nullable(),
      })
      .nullable()
      .describe('the case'),
  })
  .meta({ id: 'Waiting' });
export type Waiting = z.infer<typeof Waiting>;

const needsAnswer = z.int().describe('how many answers somebody else waits for');

export const waitingCalls = {
  'GET /api/users/waiting': {
    summary: 'What waits for the caller, the most pressing first, and the page where each is dealt with',
    audience: 'user',
    data: z.object({ list: z.array(Waiting), needs_answer: needsAnswer }),
  },
  'GET /api/users/waiting/count': {
    summary: 'How many answers others wait for',
    audience: 'user',
    data: z.object({ needs_answer: needsAnswer }),
  },
} satisfies Calls;
