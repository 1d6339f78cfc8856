import type { Tx } from '#server/ground/db/db.ts';
import type { TutorForm } from '#shared/tutors.ts';
import { subjectRows } from './subject-grades.ts';
import { tutorDseResults, tutorListings, tutorSubjects } from './tables.ts';
import { listingRowOf } from './tutors.ts';

type Sample = { userId: number; form: TutorForm; createdAt: Date; updatedAt?: Date };

/** Inserts sample listings in a few statements; the accounts must have none yet. */
export async function addSampleListings(tx: Tx, samples: readonly Sample[]) {
  const rows = await tx
    .insert(tutorListings)
    .values(
      samples.map(({ userId, form, createdAt, updatedAt = createdAt }) => ({
        ...listingRowOf(form),
        userId,
        createdAt,
        updatedAt,
        isSample: true,
      })),
    )
    .returning({ id: tutorListings.id, userId: tutorListings.userId });
  const idOf = new Map(rows.map(({ id, userId }) => [userId, id]));
  const listed = samples.map(({ userId, form, createdAt }) => ({
    ...{ userId, form, createdAt },
    listingId: idOf.get(userId) ?? 0,
  }));
  await tx
    .insert(tutorSubjects)
    .values(listed.flatMap(({ listingId, form }) => subjectRows(listingId, form.subject_grades)));
  await tx.insert(tutorDseResults).values(
    listed.flatMap(({ listingId, form }) =>
      form.dse_results.map(({ major_subject, dse_level }, position) => ({
        listingId,
        position,
        majorSubjectId: major_subject,
        dseLevelId: dse_level,
      })),
    ),
  );
  return listed;
}
