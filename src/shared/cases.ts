import { z } from 'zod';
import { Gender } from './accounts.ts';
import type { Calls } from './call.ts';
import { calledName } from './contacts/person-name.ts';
import {
  DraftForm,
  HourlyPrice,
  idempotencyKey,
  MajorSubjectIds,
  ReferenceId,
  ReferenceIds,
  rowId,
  rowParams,
  version,
} from './form-fields.ts';
import { plainText } from './plain-text.ts';
import { WeeklySlots } from './weekly-slots.ts';

export const caseStatus = { online: 1, offline: 2, matched: 3, ended: 4 } as const;
export const CaseStatus = z
  .union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)])
  .describe('1 online, 2 offline, 3 matched, 4 ended');
export type CaseStatus = z.infer<typeof CaseStatus>;

export const ChildForm = z.object({
  nickname: calledName(30),
  gender: Gender,
  grade: ReferenceId,
  school: ReferenceId.nullable().default(null),
});
export type ChildForm = z.output<typeof ChildForm>;
export const Child = ChildForm.extend({ id: rowId, nickname: z.string() }).meta({ id: 'Child' });
export type Child = z.infer<typeof Child>;

/** A child as described in a case. */
export const ChildInfoForm = ChildForm.extend({
  id: rowId.optional().describe('a child of the account, changed to what is said here; without it a new one'),
  major_subject: MajorSubjectIds.default([]),
  other_subject: ReferenceIds.default([]),
}).refine(({ major_subject, other_subject }) => major_subject.length + other_subject.length > 0, {
  path: ['major_subject'],
});
export type ChildInfoForm = z.output<typeof ChildInfoForm>;

export const clockTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
  .describe('HH:MM in Hong Kong');
const calendarDate = z.iso
  .date()
  .refine((date) => date >= '2020-01-01' && date < '2100-01-01')
  .describe('YYYY-MM-DD in Hong Kong');

// The steps of the form; together they make the whole case.
export const CaseStepChild = z.object({ child_info: z.array(ChildInfoForm).min(1).max(20) });
export const CaseStepNeeds = z.object({
  tutoring_type: ReferenceId,
  tutoring_region: ReferenceId.nullable().default(null).describe('needed unless the lessons are online'),
  tutoring_days_per_week: z.int().min(1).max(7),
  tutoring_time_per_class: ReferenceId,
  start_tutoring_date: calendarDate.nullable().default(null),
  price: HourlyPrice.nullable().default(null).describe('HK$ per hour, whole dollars; null is open to offers'),
});
export const CaseStepTimes = z.object({
  weekday: z.array(z.int().min(1).max(7)).max(7).default([]).describe('1 Monday to 7 Sunday'),
  start_tutoring_time: clockTime.nullable().default(null).describe('earliest start, Monday to Friday'),
  weekend_start_tutoring_time: clockTime.nullable().default(null).describe('earliest start at weekends'),
  match_time: WeeklySlots.default([]),
});
export const CaseStepTutor = z.object({
  teacher_gender: Gender.default('U'),
  teacher_education: ReferenceId.nullable().default(null).describe('the least that is wished for'),
  teaching_language: ReferenceIds.default([]),
  special_note: plainText(1000).default(''),
  channel: ReferenceId.nullable().default(null),
  other_channel: plainText(60).default(''),
});
export const CaseForm = z.object({
  ...CaseStepChild.shape,
  ...CaseStepNeeds.shape,
  ...CaseStepTimes.shape,
  ...CaseStepTutor.shape,
});
export type CaseForm = z.output<typeof CaseForm>;

const ChildInfo = Child.extend({ major_subject: z.array(z.int()), other_subject: z.array(z.int()) });

/** SPEC.md §3 "Parent case detail". */
export const CaseDetail = z
  .object({
    id: z.int(),
    child_info: z.array(ChildInfo),
    price: z.int().nullable(),
    special_note: z.string(),
    start_tutoring_date: z.string().nullable(),
    status: CaseStatus,
    teacher_education: z.int().nullable(),
    teacher_gender: Gender,
    teaching_language: z.array(z.int()),
    tutoring_days_per_week: z.int(),
    tutoring_region: z.int().nullable(),
    tutoring_time_per_class: z.int(),
    tutoring_type: z.int(),
    user: z.int().describe("the owner's id"),
    weekday: z.array(z.int()),
    start_tutoring_time: z.string().nullable(),
    weekend_start_tutoring_time: z.string().nullable(),
    channel: z.int().nullable(),
    other_channel: z.string(),
    match_time: WeeklySlots,
    major_subject: z.array(z.int()).describe("of all the case's children"),
    other_subject: z.array(z.int()).describe("of all the case's children"),
    version: z.int(),
  })
  .meta({ id: 'CaseDetail' });
export type CaseDetail = z.infer<typeof CaseDetail>;

/** A case that is still being written. */
const KeptDraft = z
  .object({ key: z.uuid().describe('the idempotency key it will be posted with'), form: DraftForm })
  .meta({ id: 'KeptDraft' });
const SavedDraft = KeptDraft.extend({ saved_at: z.iso.datetime() }).meta({ id: 'SavedDraft' });
export type SavedDraft = z.infer<typeof SavedDraft>;

const nothing = z.object({});

export const caseCalls = {
  'POST /api/common_info/student_detailed_registration': {
    summary: "Post a parent's case",
    audience: 'user',
    body: CaseForm.extend({ idempotency_key: idempotencyKey }),
    data: CaseDetail,
  },
  'GET /api/common_info/student_detailed_registration/{id}': {
    summary: "A case of one's own",
    audience: 'user',
    params: rowParams,
    data: CaseDetail,
  },
  'PUT /api/common_info/student_detailed_registration/{id}': {
    summary: "Replace what a case of one's own says",
    audience: 'user',
    params: rowParams,
    body: CaseForm.extend({ version }),
    data: CaseDetail,
  },
  'GET /api/users/case_draft': {
    summary: 'The case that the account has begun to write',
    audience: 'user',
    data: z.object({ draft: SavedDraft.nullable() }),
  },
  'PUT /api/users/case_draft': {
    summary: 'Keep the case that is being written; answers null where it is posted already',
    audience: 'user',
    perMinute: 60,
    body: KeptDraft,
    data: z.object({ draft: SavedDraft.nullable() }),
  },
  'DELETE /api/users/case_draft': {
    summary: 'Throw the begun case away',
    audience: 'user',
    data: nothing,
  },
  'GET /api/users/children': {
    summary: 'The children of the account',
    audience: 'user',
    data: z.object({ list: z.array(Child), total: z.int() }),
  },
  'POST /api/users/children': { summary: 'Add a child', audience: 'user', body: ChildForm, data: Child },
  'PUT /api/users/children/{id}': {
    summary: 'Change a child',
    audience: 'user',
    params: rowParams,
    body: ChildForm,
    data: Child,
  },
  'DELETE /api/users/children/{id}': {
    summary: 'Remove a child that is in no online or matched case',
    audience: 'user',
    params: rowParams,
    data: nothing,
  },
  'GET /api/users/is-create-student-reach-limit': {
    summary: 'Whether the account has all the children it may have',
    audience: 'user',
    data: z.object({ is_reach_limit: z.boolean(), limit: z.int(), count: z.int() }),
  },
} satisfies Calls;
