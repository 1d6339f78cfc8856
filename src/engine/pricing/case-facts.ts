import { gradeStage, isKnownGrade, type MarketCell, marketCell, type TutorClass } from './market-table.ts';

/** What pricing reads of a case; the contract's case has it all. */
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

/** What pricing reads of a tutor's listing. */
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
  /** Ids of major subjects; others' come after `otherSubjects`. */
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
 * Which column of the market table a wish for an education means: a registered teacher the school teachers', a
 * master's or doctor's degree the best results', a bachelor's degree or a master's student the good results', anything
 * less or no wish the first. Full-time tutors are no education: only listings are of that class.
 */
export function classOfWish(wished: number | null | undefined): TutorClass {
  if (wished === education.teacher) return 'school_teacher';
  if (wished === education.master || wished === education.doctor) return 'level_5_star';
  if (wished === education.bachelor || wished === education.masterStudent) return 'level_5';
  return 'no_demand';
}

/**
 * Which column a listing belongs to: registered teachers are school teachers; six years and more with a higher
 * education are full-time tutors; otherwise the best DSE level counts (two of 5* or 5** for the best results, one of 5
 * or more for the good ones), and for those who have none the degree as in a wish.
 */
export function classOfListing(listing: PricedListing): TutorClass {
  if (listing.education === education.teacher) return 'school_teacher';
  if (listing.experience >= sixYears && listing.education >= education.associate) return 'full_time';
  const levels = listing.dse_results
    .map(({ dse_level }) => dse_level)
    .filter((l) => l <= dseLevel5DoubleStar);
  if (levels.length === 0) return classOfWish(listing.education);
  if (levels.filter((level) => level >= dseLevel5Star).length >= 2) return 'level_5_star';
  return levels.some((level) => level >= dseLevel5) ? 'level_5' : 'no_demand';
}

const otherSubjects = 2000;

/** Kinds as the reference list groups its ids by tens: core, elective, primary and junior …, music, sport … */
function kindOfSubject(subject: number | undefined) {
  if (subject === undefined) return 0;
  const tens = Math.floor(subject / 10);
  const secondOfElectives = 2;
  return tens === secondOfElectives ? 2 : tens + 1;
}

/**
 * The facts a price depends on. Of several children the one with the dearest market cell decides; the class is that of
 * the wished education unless the caller knows the tutor's.
 */
export function factsOf(asked: PricedCase, tutorClass = classOfWish(asked.teacher_education)): CaseFacts {
  const grades = asked.child_info.map(({ grade }) => grade);
  if (grades.length === 0) throw new CaseProblem('child_info is empty');
  const strange = grades.find((grade) => !isKnownGrade(grade));
  if (strange !== undefined) throw new CaseProblem(`unknown grade ${strange}`);
  const wished = asked.teacher_education ?? 0;
  if (!Number.isInteger(wished) || wished < 0 || wished > education.teacher)
    throw new CaseProblem(`unknown teacher_education ${wished}`);
  mustBeUpTo(lastTutoringType, asked.tutoring_type, 'tutoring_type');
  mustBeUpTo(lastClassLength, asked.tutoring_time_per_class, 'tutoring_time_per_class');

  const grade = grades.reduce((dearest, other) =>
    marketCell(other, tutorClass).middle > marketCell(dearest, tutorClass).middle ? other : dearest,
  );
  const subjects = [
    ...new Set(
      asked.child_info.flatMap((child) => [
        ...(child.major_subject ?? []),
        ...(child.other_subject ?? []).map((id) => otherSubjects + id),
      ]),
    ),
  ];
  const online = asked.tutoring_type === onlineType;
  return {
    cell: marketCell(grade, tutorClass),
    grade,
    stage: gradeStage(grade),
    tutorClass,
    education: wished,
    subjects,
    subjectKind: kindOfSubject(subjects[0]),
    district: asked.tutoring_region ?? 0,
    online,
    type: asked.tutoring_type,
    length: asked.tutoring_time_per_class,
    days: asked.tutoring_days_per_week ?? 0,
    gender: asked.teacher_gender ?? 'U',
    language: asked.teaching_language?.[0] ?? 0,
    children: Math.min(asked.child_info.length, 3),
  };
}

function mustBeUpTo(last: number, id: unknown, field: string) {
  if (!Number.isInteger(id) || (id as number) < 1 || (id as number) > last)
    throw new CaseProblem(`unknown ${field} ${id}`);
}
