import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { lockAccount } from '#server/domains/accounts/lock-account.ts';
import { checkReferences, named } from '#server/domains/reference/check-references.ts';
import type { Reference } from '#server/domains/reference/reference.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { fieldsOf } from '#server/ground/db/fields.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { Locale } from '#shared/locale.ts';
import { slotAt, slotIndex } from '#shared/rules/half-hours.ts';
import { TutorDetail, type TutorForm, tutorMatchStatus } from '#shared/tutors.ts';
import { dropDraft } from './drafts.ts';
import { subjectGradesOf, subjectRows } from './subject-grades.ts';
import { tutorDseResults, tutorListings, tutorSubjects } from './tables.ts';

const unique = (ids: number[]) => [...new Set(ids)];

/**
 * An account has one listing. The same key with the same content is a retry; anything else is refused with
 * the id of the existing listing.
 */
export async function createListing(
  tx: Tx,
  userId: number,
  { idempotency_key, ...form }: TutorForm & { idempotency_key?: string | undefined },
): Promise<TutorDetail> {
  await lockAccount(tx, userId);
  const earlier = await listingOf(tx, userId);
  if (earlier) {
    const { id } = earlier;
    if (!idempotency_key || earlier.idempotencyKey !== idempotency_key)
      throw new AppError('reachedLimit', { details: { limit: 1, id } });
    const posted = await readListing(tx, userId, id);
    if (!hasSameContent(posted, form)) throw new AppError('alreadyPosted', { details: { id } });
    return posted;
  }
  const [row] = await tx
    .insert(tutorListings)
    .values({ userId, idempotencyKey: idempotency_key ?? null, ...listingRowOf(form) })
    .returning({ id: tutorListings.id });
  if (!row) throw new Error('an inserted listing came back empty');
  await writeLists(tx, row.id, form);
  // The first listing ends whatever was being written, on any device.
  await dropDraft(tx, userId);
  return readListing(tx, userId, row.id);
}

export async function replaceListing(
  tx: Tx,
  userId: number,
  id: number,
  { version, draft_key, ...form }: TutorForm & { version: number; draft_key?: string | undefined },
): Promise<TutorDetail> {
  await lockAccount(tx, userId);
  const [found] = await tx.select().from(tutorListings).where(ownListing(userId, id)).for('update');
  if (!found) throw new AppError('notFound');
  if (found.version !== version) throw new AppError('conflict');
  await tx
    .update(tutorListings)
    .set({ ...listingRowOf(form), version: version + 1, updatedAt: sql`now()` })
    .where(eq(tutorListings.id, id));
  await tx.delete(tutorSubjects).where(eq(tutorSubjects.listingId, id));
  await tx.delete(tutorDseResults).where(eq(tutorDseResults.listingId, id));
  await writeLists(tx, id, form);
  if (draft_key) await dropDraft(tx, userId, draft_key);
  return readListing(tx, userId, id);
}

/** Another user's listing is answered like one that does not exist. */
export async function readListing(db: Db | Tx, userId: number, id: number): Promise<TutorDetail> {
  const [found] = await db
    .select({
      row: tutorListings,
      isMatched: sql<boolean>`exists (select from matches
        where matches.listing_id = tutor_listings.id and status in ('trial', 'going'))`,
    })
    .from(tutorListings)
    .where(ownListing(userId, id));
  if (!found) throw new AppError('notFound');
  const { row, isMatched } = found;
  const subjects = await db
    .select()
    .from(tutorSubjects)
    .where(eq(tutorSubjects.listingId, id))
    .orderBy(asc(tutorSubjects.position));
  const results = await db
    .select()
    .from(tutorDseResults)
    .where(eq(tutorDseResults.listingId, id))
    .orderBy(asc(tutorDseResults.position));
  return {
    ...fieldsOf(TutorDetail, row),
    user: row.userId,
    match_status: matchStatusOf({ isListed: row.isListed, isMatched }),
    education: row.educationId,
    school: row.schoolId,
    school_name: row.schoolName,
    gpa: row.gpaId,
    rank: row.rankId,
    experience: row.experienceId,
    dse_results: results.map(({ majorSubjectId, dseLevelId }) => ({
      major_subject: majorSubjectId,
      dse_level: dseLevelId,
    })),
    subject_grades: subjectGradesOf(subjects),
    tutoring_type: row.tutoringTypeIds,
    tutoring_region: row.regionIds,
    travel_region: row.travelRegionIds,
    teaching_language: row.teachingLanguageIds,
    match_time: row.matchSlots.map(slotAt),
  };
}

/** A live match takes precedence over the owner's switch. */
export function matchStatusOf({ isListed, isMatched }: { isListed: boolean; isMatched: boolean }) {
  if (isMatched) return tutorMatchStatus.matched;
  return isListed ? tutorMatchStatus.matching : tutorMatchStatus.unlisted;
}

/** Whether the user has a visible listing, for the user info. */
export async function hasVisibleListing(db: Db | Tx, userId: number): Promise<boolean> {
  return (await listingOf(db, userId))?.isListed ?? false;
}

export async function listingOf(db: Db | Tx, userId: number) {
  const [row] = await db.select().from(tutorListings).where(eq(tutorListings.userId, userId));
  return row;
}

export async function listingById(db: Db | Tx, id: number) {
  const [row] = await db.select().from(tutorListings).where(eq(tutorListings.id, id));
  return row;
}

/** The display names of listings. */
export async function displayNamesOf(db: Db | Tx, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: tutorListings.id, displayName: tutorListings.displayName })
    .from(tutorListings)
    .where(inArray(tutorListings.id, [...ids]));
  return new Map(rows.map(({ id, displayName }) => [id, displayName]));
}

const ownListing = (userId: number, id: number) =>
  and(eq(tutorListings.id, id), eq(tutorListings.userId, userId));

async function writeLists(tx: Tx, listingId: number, { subject_grades, dse_results }: TutorForm) {
  await tx.insert(tutorSubjects).values(subjectRows(listingId, subject_grades));
  if (dse_results.length === 0) return;
  await tx.insert(tutorDseResults).values(
    dse_results.map(({ major_subject, dse_level }, position) => ({
      listingId,
      position,
      majorSubjectId: major_subject,
      dseLevelId: dse_level,
    })),
  );
}

function hasSameContent(posted: TutorDetail, form: TutorForm) {
  const listsOf = ({ dse_results, subject_grades }: TutorForm) => ({
    dse_results,
    subject_grades: subjectRows(posted.id, subject_grades),
  });
  return isDeepStrictEqual(
    { ...listingRowOf(posted), ...listsOf(posted) },
    { ...listingRowOf(form), ...listsOf(form) },
  );
}

export function listingRowOf(form: TutorForm) {
  return {
    isListed: form.is_listed,
    displayName: form.display_name,
    gender: form.gender,
    educationId: form.education,
    schoolId: form.school,
    schoolName: form.school === null ? form.school_name : '',
    gpaId: form.gpa,
    rankId: form.rank,
    experienceId: form.experience,
    regionIds: unique(form.tutoring_region),
    travelRegionIds: unique(form.travel_region),
    tutoringTypeIds: unique(form.tutoring_type),
    teachingLanguageIds: unique(form.teaching_language),
    matchSlots: unique(form.match_time.map(slotIndex)).sort((a, b) => a - b),
    priceMin: form.price_min,
    priceMax: form.price_max,
    introduction: form.introduction,
    drawnPortrait: form.drawn_portrait,
  };
}

/** Checks that every id in the form exists in its reference list. */
export const checkTutor = (reference: Reference, form: TutorForm, locale: Locale) =>
  checkReferences(
    reference,
    [
      ...named('education', 'education', form.education),
      ...named('school', 'school', form.school),
      ...named('gpa', 'gpa', form.gpa),
      ...named('rank', 'rank', form.rank),
      ...named('experience', 'experience', form.experience),
      ...form.dse_results.flatMap(({ major_subject, dse_level }, index) => [
        ...named('major_subject', `dse_results.${index}.major_subject`, major_subject),
        ...named('dse_level', `dse_results.${index}.dse_level`, dse_level),
      ]),
      ...form.subject_grades.flatMap(({ major_subject, other_subject, grade }, index) => [
        ...named('major_subject', `subject_grades.${index}.major_subject`, major_subject),
        ...named('other_subject', `subject_grades.${index}.other_subject`, other_subject),
        ...named('grade', `subject_grades.${index}.grade`, grade),
      ]),
      ...named('tutoring_type', 'tutoring_type', form.tutoring_type),
      ...named('region', 'tutoring_region', form.tutoring_region),
      ...named('region', 'travel_region', form.travel_region),
      ...named('teaching_language', 'teaching_language', form.teaching_language),
    ],
    locale,
  );
