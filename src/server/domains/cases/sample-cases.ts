import type { Tx } from '#server/ground/db/db.ts';
import type { CaseForm, CaseStatus } from '#shared/cases.ts';
import { caseRowOf } from './cases.ts';
import { caseChildren, cases, children } from './tables.ts';

type Sample = { userId: number; form: CaseForm; createdAt: Date; status?: CaseStatus };

/** Inserts sample cases in a few statements; one case and one child per account. */
export async function addSampleCases(tx: Tx, samples: readonly Sample[]) {
  const made = await tx
    .insert(cases)
    .values(
      samples.map(({ userId, form, createdAt, status = 1 }) => ({
        ...caseRowOf(form),
        userId,
        status,
        createdAt,
        updatedAt: createdAt,
        isSample: true,
      })),
    )
    .returning({ id: cases.id, userId: cases.userId });
  const born = await tx
    .insert(children)
    .values(
      samples.flatMap(({ userId, form }) =>
        form.child_info.map(({ nickname, gender, grade, school }) => ({
          userId,
          nickname,
          gender,
          gradeId: grade,
          schoolId: school,
        })),
      ),
    )
    .returning({ id: children.id, userId: children.userId });
  const caseOf = new Map(made.map(({ id, userId }) => [userId, id]));
  const childOf = new Map(born.map(({ id, userId }) => [userId, id]));
  await tx.insert(caseChildren).values(
    samples.flatMap(({ userId, form }) =>
      form.child_info.map(({ major_subject, other_subject }, position) => ({
        caseId: caseOf.get(userId) ?? 0,
        childId: childOf.get(userId) ?? 0,
        position,
        majorSubjectIds: major_subject,
        otherSubjectIds: other_subject,
      })),
    ),
  );
}
