import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Db, Tx } from '#server/ground/db/db.ts';
import type { CaseStatus } from '#shared/cases.ts';
import { isNamed } from '#shared/rules/unnamed-child.ts';
import { caseChildren, cases, children } from './tables.ts';

export type CaseOutline = {
  status: CaseStatus;
  grade: number[];
  major_subject: number[];
  other_subject: number[];
  tutoring_region: number | null;
  tutoring_type: number;
  tutoring_days_per_week: number;
  tutoring_time_per_class: number;
  price: number | null;
};

/** The nicknames of the children in each of these cases, for the family that posted them. */
export async function ownNicknamesOf(db: Db | Tx, userId: number, requested: readonly number[]) {
  if (requested.length === 0) return new Map<number, string[]>();
  const rows = await db
    .select({ caseId: caseChildren.caseId, nickname: children.nickname })
    .from(caseChildren)
    .innerJoin(children, eq(children.id, caseChildren.childId))
    .innerJoin(cases, eq(cases.id, caseChildren.caseId))
    .where(and(inArray(caseChildren.caseId, [...requested]), eq(cases.userId, userId)))
    .orderBy(asc(caseChildren.position));
  return namesByCase(rows);
}

/** Without those who have no name of their own: readers know grade and subject. */
function namesByCase(rows: readonly { caseId: number; nickname: string }[]) {
  const names = new Map<number, string[]>();
  for (const { caseId, nickname } of rows)
    if (isNamed(nickname)) names.set(caseId, [...(names.get(caseId) ?? []), nickname]);
  return names;
}

const unique = (ids: number[]) => [...new Set(ids)];

/** The public part of each case: no nickname, no school, no free text. */
export async function caseOutlines(
  db: Db | Tx,
  requested: readonly number[],
): Promise<Map<number, CaseOutline>> {
  if (requested.length === 0) return new Map();
  const ids = unique([...requested]);
  const rows = await db.select().from(cases).where(inArray(cases.id, ids));
  const inThem = await db
    .select({ inCase: caseChildren, gradeId: children.gradeId })
    .from(caseChildren)
    .innerJoin(children, eq(children.id, caseChildren.childId))
    .where(inArray(caseChildren.caseId, ids))
    .orderBy(asc(caseChildren.position));
  return new Map(
    rows.map((row) => {
      const own = inThem.filter(({ inCase }) => inCase.caseId === row.id);
      return [
        row.id,
        {
          status: row.status,
          grade: unique(own.map(({ gradeId }) => gradeId)),
          major_subject: unique(own.flatMap(({ inCase }) => inCase.majorSubjectIds)),
          other_subject: unique(own.flatMap(({ inCase }) => inCase.otherSubjectIds)),
          tutoring_region: row.tutoringRegionId,
          tutoring_type: row.tutoringTypeId,
          tutoring_days_per_week: row.tutoringDaysPerWeek,
          tutoring_time_per_class: row.tutoringTimePerClassId,
          price: row.price,
        },
      ];
    }),
  );
}

/** The children's nicknames of each case: for its owner, and for a tutor with whom contacts are shared. */
export async function nicknamesOf(db: Db | Tx, caseIds: readonly number[]): Promise<Map<number, string[]>> {
  if (caseIds.length === 0) return new Map();
  const rows = await db
    .select({ caseId: caseChildren.caseId, nickname: children.nickname })
    .from(caseChildren)
    .innerJoin(children, eq(children.id, caseChildren.childId))
    .where(inArray(caseChildren.caseId, unique([...caseIds])))
    .orderBy(asc(caseChildren.position));
  return namesByCase(rows);
}
