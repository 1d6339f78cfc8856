import { z } from 'zod';
import { Gender } from './accounts.ts';
import type { Calls } from './call.ts';
import { calledName } from './contacts/person-name.ts';
import {
  DraftForm,
  HourlyPrice,
  idempotencyKey,
  MajorSubjectId,
  ReferenceId,
  ReferenceIds,
  rowParams,
  version,
} from './form-fields.ts';
import { plainText } from './plain-text.ts';
import { WeeklySlots } from './weekly-slots.ts';

export const tutorMatchStatus = { matched: 1, matching: 2, unlisted: 3 } as const;
export const TutorMatchStatus = z
  .union([z.literal(1), z.literal(2), z.literal(3)])
  .describe('1 matched, 2 matching, 3 unlisted');

/** One subject with the grades at which the tutor teaches it. */
const SubjectGrades = z
  .object({
    major_subject: MajorSubjectId.nullable().default(null),
    other_subject: ReferenceId.nullable().default(null),
    grade: ReferenceIds.min(1),
  })
  .refine(({ major_subject, other_subject }) => (major_subject === null) !== (other_subject === null), {
    path: ['major_subject'],
  });

const DseResult = z.object({ major_subject: MajorSubjectId, dse_level: ReferenceId });
const dseResults = z
  .array(DseResult)
  .max(15)
  .refine((list) => new Set(list.map(({ major_subject }) => major_subject)).size === list.length);

/** How many portraits scripts/draw-portraits.mjs draws; a listing has the number of one. */
const drawnPortraits = 20;
export const photoLimits = { bytes: 10 * 1024 * 1024 } as const;
/** The widths in which a photo is kept, in pixels; it is a square. */
export const photoWidths = [96, 192, 384] as const;

// The steps of the form; together they make the whole listing.
export const TutorStepPerson = z.object({
  display_name: calledName(40),
  gender: Gender,
  introduction: plainText(2000).default(''),
  drawn_portrait: z.int().min(1).max(drawnPortraits).nullable().default(null),
});
export const TutorStepStudies = z.object({
  education: ReferenceId,
  school: ReferenceId.nullable().default(null),
  school_name: plainText(100).trim().default('').describe('as typed, where the school is in no list'),
  gpa: ReferenceId.nullable().default(null),
  rank: ReferenceId.nullable().default(null),
  experience: ReferenceId,
  dse_results: dseResults.default([]),
});
export const TutorStepSubjects = z.object({ subject_grades: z.array(SubjectGrades).min(1).max(70) });
export const TutorStepPlaces = z.object({
  tutoring_type: ReferenceIds.min(1),
  tutoring_region: ReferenceIds.default([]).describe('districts where the tutor teaches'),
  travel_region: ReferenceIds.default([]).describe('districts the tutor would travel to'),
  teaching_language: ReferenceIds.min(1),
});
export const TutorStepTimes = z.object({ match_time: WeeklySlots.min(1) });
const PriceFields = z.object({
  price_min: HourlyPrice,
  price_max: HourlyPrice,
  is_listed: z.boolean().default(true).describe('whether families may see the listing'),
});
const inOrder = ({ price_min, price_max }: { price_min: number; price_max: number }) =>
  price_min <= price_max;
export const TutorStepPrice = PriceFields.refine(inOrder, { path: ['price_max'] });

export const TutorForm = z
  .object({
    ...TutorStepPerson.shape,
    ...TutorStepStudies.shape,
    ...TutorStepSubjects.shape,
    ...TutorStepPlaces.shape,
    ...TutorStepTimes.shape,
    ...PriceFields.shape,
  })
  .refine(inOrder, { path: ['price_max'] });
export type TutorForm = z.output<typeof TutorForm>;

/** The fields of a listing that its owner and the public see alike. */
export const listedTutorFields = {
  education: z.int(),
  school: z.int().nullable(),
  school_name: z.string().describe('as typed, where the school is in no list'),
  gpa: z.int().nullable(),
  rank: z.int().nullable(),
  experience: z.int(),
  dse_results: z.array(DseResult),
  subject_grades: z.array(
    z.object({
      major_subject: z.int().nullable(),
      other_subject: z.int().nullable(),
      grade: z.array(z.int()),
    }),
  ),
  tutoring_type: z.array(z.int()),
  tutoring_region: z.array(z.int()),
  travel_region: z.array(z.int()),
  teaching_language: z.array(z.int()),
  match_time: WeeklySlots,
  price_min: z.int(),
  price_max: z.int(),
};

export const TutorDetail = z
  .object({
    id: z.int(),
    user: z.int().describe("the owner's id"),
    match_status: TutorMatchStatus,
    display_name: z.string(),
    gender: Gender,
    introduction: z.string(),
    drawn_portrait: z.int().nullable(),
    ...listedTutorFields,
    is_listed: z.boolean(),
    version: z.int(),
  })
  .meta({ id: 'TutorDetail' });
export type TutorDetail = z.infer<typeof TutorDetail>;

/** A listing that is still being written, or changes of one that are not saved yet. */
const KeptTutorDraft = z
  .object({
    key: z.uuid().describe('made by the form once; a new listing is posted with it'),
    form: DraftForm,
    version: version.nullable().describe('of the listing that is being changed; null for a new one'),
  })
  .meta({ id: 'KeptTutorDraft' });
const SavedTutorDraft = KeptTutorDraft.extend({
  revision: z.int().describe('counts how often it was kept'),
  saved_at: z.iso.datetime(),
}).meta({ id: 'SavedTutorDraft' });
export type SavedTutorDraft = z.infer<typeof SavedTutorDraft>;

const photoFile = new RegExp(
  `^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}-(${photoWidths.join('|')})\\.(avif|webp)$`,
);
const OwnPhoto = z.object({ photo: z.uuid().nullable() });

export const tutorCalls = {
  'POST /api/common_info/teacher_detailed_registration': {
    summary: 'Make the tutor listing of the account; there is one',
    audience: 'user',
    body: TutorForm.safeExtend({ idempotency_key: idempotencyKey }),
    data: TutorDetail,
  },
  'GET /api/common_info/teacher_detailed_registration/{id}': {
    summary: "A tutor listing of one's own",
    audience: 'user',
    params: rowParams,
    data: TutorDetail,
  },
  'PUT /api/common_info/teacher_detailed_registration/{id}': {
    summary: "Replace what one's own tutor listing says",
    audience: 'user',
    params: rowParams,
    body: TutorForm.safeExtend({
      version,
      draft_key: z.uuid().optional().describe('the draft that this saves; it goes'),
    }),
    data: TutorDetail,
  },
  'GET /api/users/tutor_draft': {
    summary: 'The listing, or the changes of it, that the account has begun to write',
    audience: 'user',
    data: z.object({ draft: SavedTutorDraft.nullable() }),
  },
  'PUT /api/users/tutor_draft': {
    summary: 'Keep what is being written; the last writer wins',
    audience: 'user',
    perMinute: 60,
    body: KeptTutorDraft.extend({
      seen: z.int().nullable().describe('the revision that this device knows; null where it knows none'),
    }),
    data: z.object({
      draft: SavedTutorDraft.nullable().describe('null where the listing has been saved since'),
      replaced: SavedTutorDraft.nullable().describe('what another device had kept, where it differs'),
    }),
  },
  'DELETE /api/users/tutor_draft': {
    summary: 'Throw it away',
    audience: 'user',
    data: z.object({}),
  },
  'GET /api/users/tutor_listing': {
    summary: 'The tutor listing of the account, or none',
    audience: 'user',
    data: z.object({ listing: TutorDetail.nullable() }),
  },
  'POST /api/users/tutor_photo': {
    summary: "Show this photo (JPEG, PNG, WebP) instead of one's drawn portrait; it replaces the one before",
    audience: 'user',
    perMinute: 30,
    upload: { field: 'file', maxBytes: photoLimits.bytes },
    data: OwnPhoto,
  },
  'GET /api/users/tutor_photo': {
    summary: "One's own photo, or none",
    audience: 'user',
    data: OwnPhoto,
  },
  'DELETE /api/users/tutor_photo': {
    summary: 'Remove it, the files too',
    audience: 'user',
    data: z.object({}),
  },
  'GET /api/common_info/tutor_photo/{file}': {
    summary: 'A photo, while its tutor is in good standing',
    audience: 'anyone',
    params: z.object({ file: z.string().regex(photoFile) }),
    download: ['image/avif', 'image/webp'],
    data: z.custom<Blob>(),
  },
  'GET /api/operator/users/{id}/tutor_photo': {
    summary: "A user's photo, or none",
    audience: 'operator',
    params: rowParams,
    data: OwnPhoto,
  },
  'DELETE /api/operator/users/{id}/tutor_photo': {
    summary: "Remove a user's photo; the tutor is told",
    audience: 'operator',
    params: rowParams,
    data: z.object({}),
  },
} satisfies Calls;
