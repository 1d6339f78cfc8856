import { gradeStage, isKnownGrade, type MarketCell, marketCell, type TutorClass } from './market-table.ts';

/** The fields of a case that pricing reads; the case of the API contract has them all. */
export type PricedCase = {
  child_info: readonly {
    grade: number;
    major_subject?: readonly number[];
    other_subject?: readonly number[];
  }[];
  tutoring_type: number;
  tutoring_time_per_class: number;
  tutoring_region?: number | null;
  tutoring_days_per_week?: number;
  teacher_education?: number | null;
  teacher_gender?: string;
  teaching_language?: readonly number[];
};

/** The fields of a tutor's listing that pricing reads. */
type PricedListing = {
  education: number;
  experience: number;
  dse_results: readonly { dse_level: number }[];
};

export type CaseFacts = {
  cell: MarketCell;
  grade: number;
  stage: number;
  tutorClass: TutorClass;
  education: number;
  /** Ids of major subjects; ids of other subjects are offset by `otherSubjects`. */
  subjects: readonly number[];
  subjectKind: number;
  district: number;
  online: boolean;
  type: number;
  length: number;
  days: number;
  gender: string;
  language: number;
  children: number;
};

/** Ids of the reference lists, which never change. */
const education = { associate: 2, bachelor: 4, masterStudent: 5, master: 6, doctor: 7, teacher: 8 } as const;
const onlineType = 2;
const lastTutoringType = 5;
const lastClassLength = 5;
const sixYears = 5;
const dseLevel5 = 5;
const dseLevel5Star = 6;
const dseLevel5DoubleStar = 7;

export class CaseProblem extends Error {}

/**
 * The column of the market table for a requested education: registered teacher → school teachers; master's or
 * doctor's degree → best results; bachelor's degree or master's student → good results; anything less, or no
 * request → the first. Full-time tutor is not an education: only listings are in that class.
 */
export function tutorClassOfEducation(requested: number | null | undefined): TutorClass {
  if (requested === education.teacher) return 'school_teacher';
  if (requested === education.master || requested === education.doctor) return 'level_5_star';
  if (requested === education.bachelor || requested === education.masterStudent) return 'level_5';
  return 'no_demand';
}

/**
 * The column of the market table for a listing: registered teachers are school teachers; six or more years of
 * experience with a higher education are full-time tutors; otherwise the best DSE levels count (two of 5* or 5**
 * for best results, one of 5 or more for good results), and without DSE levels the degree, as for a requested
 * education.
 */
export function classOfListing(listing: PricedListing): TutorClass {
  if (listing.education === education.teacher) return 'school_teacher';
  if (listing.experience >= sixYears && listing.education >= education.associate) return 'full_time';
  const levels = listing.dse_results
    .map(({ dse_level }) => dse_level)
    .filter((l) => l <= dseLevel5DoubleStar);
  if (levels.length === 0) return tutorClassOfEducation(listing.education);
  if (levels.filter((level) => level >= dseLevel5Star).length >= 2) return 'level_5_star';
  return levels.some((level) => level >= dseLevel5) ? 'level_5' : 'no_demand';
}

const otherSubjects = 2000;

/** The reference list groups subject ids by tens: core, elective (two tens), primary and junior …, music, sport … */
function kindOfSubject(subject: number | undefined) {
  if (subject === undefined) return 0;
  const tens = Math.floor(subject / 10);
  const secondOfElectives = 2;
  return tens === secondOfElectives ? 2 : tens + 1;
}

/**
 * The facts a price depends on. With several children the one with the most expensive market cell decides; the
 * tutor class follows from the requested education unless the caller knows the tutor's.
 */
export function factsOf(
  pricedCase: PricedCase,
  tutorClass = tutorClassOfEducation(pricedCase.teacher_education),
): CaseFacts {
  const grades = pricedCase.child_info.map(({ grade }) => grade);
  if (grades.length === 0) throw new CaseProblem('child_info is empty');
  const unknownGrade = grades.find((grade) => !isKnownGrade(grade));
  if (unknownGrade !== undefined) throw new CaseProblem(`unknown grade ${unknownGrade}`);
  const requested = pricedCase.teacher_education ?? 0;
  if (!Number.isInteger(requested) || requested < 0 || requested > education.teacher)
    throw new CaseProblem(`unknown teacher_education ${requested}`);
  checkIdUpTo(lastTutoringType, pricedCase.tutoring_type, 'tutoring_type');
  checkIdUpTo(lastClassLength, pricedCase.tutoring_time_per_class, 'tutoring_time_per_class');

  const grade = grades.reduce((dearest, other) =>
    marketCell(other, tutorClass).middle > marketCell(dearest, tutorClass).middle ? other : dearest,
  );
  const subjects = [
    ...new Set(
      pricedCase.child_info.flatMap((child) => [
        ...(child.major_subject ?? []),
        ...(child.other_subject ?? []).map((id) => otherSubjects + id),
      ]),
    ),
  ];
  const online = pricedCase.tutoring_type === onlineType;
  return {
    cell: marketCell(grade, tutorClass),
    grade,
    stage: gradeStage(grade),
    tutorClass,
    education: requested,
    subjects,
    subjectKind: kindOfSubject(subjects[0]),
    district: pricedCase.tutoring_region ?? 0,
    online,
    type: pricedCase.tutoring_type,
    length: pricedCase.tutoring_time_per_class,
    days: pricedCase.tutoring_days_per_week ?? 0,
    gender: pricedCase.teacher_gender ?? 'U',
    language: pricedCase.teaching_language?.[0] ?? 0,
    children: Math.min(pricedCase.child_info.length, 3),
  };
}

function checkIdUpTo(last: number, id: unknown, field: string) {
  if (!Number.isInteger(id) || (id as number) < 1 || (id as number) > last)
    throw new CaseProblem(`unknown ${field} ${id}`);
}
