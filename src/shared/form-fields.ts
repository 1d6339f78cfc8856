import { z } from 'zod';
import { currentMajorSubject, currentMajorSubjects } from './subjects/subject-ids.ts';

/** The id of an item of the reference list that the field is named after. */
export const ReferenceId = z.int().min(1).max(2_147_483_647);
export const ReferenceIds = z.array(ReferenceId).max(60);
/** A major subject; a former id is read as the subject that it means. */
export const MajorSubjectId = ReferenceId.overwrite(currentMajorSubject);
export const MajorSubjectIds = ReferenceIds.overwrite(currentMajorSubjects);

/** The id of a database row, in a path or a body. */
export const rowId = z.int().min(1).max(Number.MAX_SAFE_INTEGER);
export const rowParams = z.object({
  id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
});

/** HK$ per hour, whole dollars. */
const priceRange = { lowest: 50, highest: 5000 } as const;
export const HourlyPrice = z
  .int()
  .min(priceRange.lowest)
  .max(priceRange.highest)
  .describe('HK$ per hour, whole dollars');

export const idempotencyKey = z
  .uuid()
  .optional()
  .describe(
    'made by the form once; repeated with the same key, a request answers what the first one made, or code 2203 and its id where that says something else by now',
  );
/** The most characters of a draft's form as JSON: room for twenty children and every half hour of the week. */
const longestDraft = 20_000;
export const DraftForm = z
  .record(z.string(), z.json())
  .refine((form) => JSON.stringify(form).length <= longestDraft)
  .describe('the values of the form, as its page keeps them');

export const version = z
  .int()
  .min(1)
  .max(2_147_483_647)
  .describe('counts changes; a change that names an older one is refused');
