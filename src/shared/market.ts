import { z } from 'zod';
import { Gender } from './accounts.ts';
import type { Calls } from './call.ts';
import { CaseStatus } from './cases.ts';
import { listOf, paging } from './envelope.ts';
import { ReferenceIds, rowParams } from './form-fields.ts';
import { locales } from './locale.ts';
import { Portrait } from './portrait.ts';
import { Rating } from './rating.ts';
import { fewestLessons, Reliability } from './reliability.ts';
import { currentMajorSubjects } from './subjects/subject-ids.ts';
import { listedTutorFields, TutorMatchStatus } from './tutors.ts';
import { WeeklySlots } from './weekly-slots.ts';

/** Totals are counted up to this number; beyond it `total_is_capped` is true. */
export const countedTotal = 1000;

const idList = (meant: (ids: number[]) => number[]) =>
  z
    .string()
    .regex(/^\d{1,9}(,\d{1,9}){0,59}$/)
    .transform((text) => meant(text.split(',').map(Number)))
    .optional()
    .describe('ids with commas between them: any of these');
const ids = idList((list) => list);
const price = z.coerce.number().int().min(0).max(100_000).optional();

/** Paging by number ends here; beyond it, a list continues by cursor. */
const deepestRow = 10_000;

const filters = {
  region: ids,
  grade: ids,
  major_subject: idList(currentMajorSubjects),
  other_subject: ids,
  tutoring_type: ids,
  weekday: ids,
  price_min: price.describe('HK$ per hour'),
  price_max: price.describe('HK$ per hour'),
  cursor: z
    .string()
    .regex(/^[a-z_]{1,20}\.\d{0,16}\.\d{1,16}$/)
    .optional()
    .describe('next_cursor of the answer before; the list then goes on after it, whatever `page` says'),
};
export const caseSorts = ['newest', 'price_low', 'price_high'] as const;
export const tutorSorts = [...caseSorts, 'experience', 'reviews'] as const;
const gender = z.enum(['M', 'F']).optional();

const searchFields = {
  ...paging(),
  ...filters,
  online: z.stringbool().optional().describe('lessons by video, whatever else is possible'),
  gender: gender.describe('of the tutor; a case that would take any is among both'),
};
type Place = { page: number; page_size: number; cursor?: string | undefined; sort: string };
const isNotTooDeep = ({ page, page_size }: Place) => page * page_size <= deepestRow;
const isOfThisSort = ({ cursor, sort }: Place) => cursor === undefined || cursor.startsWith(`${sort}.`);

const caseQuery = z
  .object({
    ...searchFields,
    pays_from: price.describe('HK$ per hour; cases without a price are among them'),
    sort: z.enum(caseSorts).default('newest'),
  })
  .refine(isNotTooDeep, { path: ['page'] })
  .refine(isOfThisSort, { path: ['cursor'] });
const tutorQuery = z
  .object({
    ...searchFields,
    sort: z
      .enum(tutorSorts)
      .default('newest')
      .describe('experience: most first; reviews: best first, where a few count for less than many'),
    verified: z.stringbool().optional().describe('holds a badge today'),
  })
  .refine(isNotTooDeep, { path: ['page'] })
  .refine(isOfThisSort, { path: ['cursor'] });
export type CaseQuery = z.output<typeof caseQuery>;
export type TutorQuery = z.output<typeof tutorQuery>;
/** What a list may be asked for. */
export type MarketQuery = TutorQuery;

const marketList = <Item extends z.ZodType>(item: Item) =>
  z.object({
    list: z.array(item),
    total: z.int().describe(`exact up to ${countedTotal}`),
    total_is_capped: z.boolean().describe(`more than ${countedTotal} were found`),
    page: z.int(),
    page_size: z.int(),
    next_cursor: z.string().nullable(),
  });

/** A child as shown to the public. */
const CardChild = z.object({
  gender: Gender,
  grade: z.int(),
  major_subject: z.array(z.int()),
  other_subject: z.array(z.int()),
});

const caseCard = {
  status: CaseStatus,
  posted_on: z.string().describe('YYYY-MM-DD in Hong Kong'),
  is_sample: z.boolean(),
  price: z.int().nullable(),
  tutoring_type: z.int(),
  tutoring_region: z.int().nullable(),
  tutoring_days_per_week: z.int(),
  tutoring_time_per_class: z.int(),
  start_tutoring_date: z.string().nullable(),
  start_tutoring_time: z.string().nullable(),
  weekend_start_tutoring_time: z.string().nullable(),
  weekday: z.array(z.int()),
  match_time: WeeklySlots,
  teacher_gender: Gender,
  teacher_education: z.int().nullable(),
  teaching_language: z.array(z.int()),
};

/** An online case as shown to the public: no name, phone number, school or address. */
export const CaseCard = z
  .object({ id: z.int(), child_info: z.array(CardChild), ...caseCard })
  .meta({ id: 'CaseCard' });
export type CaseCard = z.infer<typeof CaseCard>;

/** One child of an online case. */
export const ChildCard = z
  .object({ id: z.int().describe('of the case'), position: z.int(), ...CardChild.shape, ...caseCard })
  .meta({ id: 'ChildCard' });
export type ChildCard = z.infer<typeof ChildCard>;

export const CasePage = CaseCard.extend({
  special_note: z.string().describe('with numbers, addresses and links blotted out'),
}).meta({ id: 'CasePage' });
export type CasePage = z.infer<typeof CasePage>;

const Badge = z.object({
  kind: z.string().describe('which evidence was verified, or police_check'),
  since: z.string().describe('YYYY-MM-DD'),
  until: z.string().describe('YYYY-MM-DD, the last day it holds'),
  confirmed_by: z.enum(['operator', 'family']).describe('who looked at it: an operator, or a parent'),
});

/** Of which invitations it is told how soon a tutor answers. */
export const answersOf = { days: 180, fewest: 3 } as const;

/** A listed tutor as shown to the public. */
export const TutorCard = z
  .object({
    id: z.int(),
    match_status: TutorMatchStatus,
    surname: z
      .string()
      .describe('the first sign of the name; the rest is told once both sides share their contacts'),
    joined_on: z.string().describe('YYYY-MM-DD in Hong Kong'),
    is_sample: z.boolean(),
    portrait: Portrait.nullable().describe('null: none chosen, the surname stands for it'),
    gender: Gender,
    ...listedTutorFields,
    badges: z.array(Badge),
    rating: Rating.nullable().describe('null while no review is published'),
    lessons_taught: z.int().describe('confirmed lessons, of all classes'),
    answers_within: z
      .int()
      .nullable()
      .describe(
        `hours within which half of the invitations of the last ${answersOf.days} days were answered; null of fewer than ${answersOf.fewest}`,
      ),
  })
  .meta({ id: 'TutorCard' });
export type TutorCard = z.infer<typeof TutorCard>;

export const TutorPage = TutorCard.extend({
  reliability: Reliability.nullable().describe(
    `of planned lessons, once there are ${fewestLessons}; what an operator excused is left out`,
  ),
  introduction: z.string().describe('with numbers, addresses and links blotted out'),
}).meta({ id: 'TutorPage' });
export type TutorPage = z.infer<typeof TutorPage>;

export const marketCalls = {
  'GET /api/common_info/parent_case': {
    summary: 'Online cases',
    audience: 'anyone',
    query: caseQuery,
    data: marketList(CaseCard),
  },
  'GET /api/common_info/child_case': {
    summary: 'Online cases, one row for each child',
    audience: 'anyone',
    query: caseQuery,
    data: marketList(ChildCard),
  },
  'GET /api/common_info/teacher_case': {
    summary: 'Listed tutors',
    audience: 'anyone',
    query: tutorQuery,
    data: marketList(TutorCard),
  },
  'GET /api/common_info/parent_case/{id}': {
    summary: 'One online case',
    audience: 'anyone',
    params: rowParams,
    data: CasePage,
  },
  'GET /api/common_info/teacher_case/{id}': {
    summary: 'One listed tutor',
    audience: 'anyone',
    params: rowParams,
    data: TutorPage,
  },
  'GET /api/common_info/teacher_case/{id}/preview': {
    summary: 'The picture of a shared link to a listed tutor: the surname and a drawing, never the photo',
    audience: 'anyone',
    perMinute: 30,
    params: rowParams,
    query: z.object({ language: z.enum(locales).optional() }),
    download: ['image/png'],
    data: z.custom<Blob>(),
  },
} satisfies Calls;

/** How many tutors, and how many cases, a person may keep. */
export const mostSaved = 200;

const goneWhenNull = 'null when it is no longer listed';
const SavedTutor = z
  .object({ id: z.int().describe('of the listing'), card: TutorCard.nullable().describe(goneWhenNull) })
  .meta({ id: 'SavedTutor' });
const SavedCase = z
  .object({ id: z.int().describe('of the case'), card: CaseCard.nullable().describe(goneWhenNull) })
  .meta({ id: 'SavedCase' });

const nothing = z.object({});
const save = {
  audience: 'user',
  perMinute: 120,
  params: rowParams,
  data: nothing,
} as const;

/** How many searches a tutor may keep. */
export const mostSearches = 10;
/** Of new cases that a search finds, so many are told in a day at most. */
export const mostFoundADay = 10;

const searchIds = ReferenceIds.default([]);
const searchPrice = z.int().min(0).max(100_000).nullable().default(null);
/** What a tutor looks for in the list of cases. */
const CaseSearch = z
  .object({
    region: searchIds,
    grade: searchIds,
    major_subject: searchIds,
    other_subject: searchIds,
    tutoring_type: searchIds,
    weekday: searchIds,
    gender: gender.nullable().default(null),
    price_min: searchPrice,
    price_max: searchPrice,
    below: z.boolean().default(false).describe("with cases that offer less than the tutor's lowest price"),
  })
  .meta({ id: 'CaseSearch' });
export type CaseSearch = z.output<typeof CaseSearch>;

const SavedSearch = z
  .object({ id: z.int(), search: CaseSearch, saved_at: z.iso.datetime() })
  .meta({ id: 'SavedSearch' });

export const savedCalls = {
  'GET /api/users/saved_searches': {
    summary: 'The searches for cases of which the caller is told when there is a new one, the latest first',
    audience: 'user',
    data: z.object({ list: z.array(SavedSearch), limit: z.int() }),
  },
  'POST /api/users/saved_searches': {
    summary: `Keep a search, up to ${mostSearches}; the same one is kept once. Needs a listing that is on show`,
    audience: 'user',
    perMinute: 30,
    body: z.object({ search: CaseSearch }),
    data: SavedSearch,
  },
  'DELETE /api/users/saved_searches/{id}': {
    summary: 'Keep this search no more',
    audience: 'user',
    params: rowParams,
    data: nothing,
  },
  'GET /api/users/saved': {
    summary: 'The ids of the tutors and cases that the caller keeps, for the hearts of a list',
    audience: 'user',
    data: z.object({ tutors: z.array(z.int()), cases: z.array(z.int()) }),
  },
  'GET /api/users/saved_tutor': {
    summary: 'The tutors that the caller keeps, the latest first; without those of blocked people',
    audience: 'user',
    query: z.object(paging()),
    data: listOf(SavedTutor),
  },
  'PUT /api/users/saved_tutor/{id}': {
    ...save,
    summary: `Keep a listed tutor, up to ${mostSaved}; done twice, it is kept once`,
  },
  'DELETE /api/users/saved_tutor/{id}': { ...save, summary: 'Keep this tutor no more' },
  'GET /api/users/saved_case': {
    summary: 'The cases that the caller keeps, the latest first; without those of blocked people',
    audience: 'user',
    query: z.object(paging()),
    data: listOf(SavedCase),
  },
  'PUT /api/users/saved_case/{id}': {
    ...save,
    summary: `Keep an online case, up to ${mostSaved}; done twice, it is kept once`,
  },
  'DELETE /api/users/saved_case/{id}': { ...save, summary: 'Keep this case no more' },
} satisfies Calls;
