import { tutorClassOfEducation } from '#engine/pricing/case-facts.ts';
import { gradeStage, marketCell } from '#engine/pricing/market-table.ts';

/**
 * What the ids of the reference lists mean to matching. The lists come from db/seed/reference/lists.json; a test
 * compares them.
 */
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

export const majorSubjects = [...range(1, 6), ...range(11, 29), 31, ...range(35, 39), ...range(41, 48)];
export const otherSubjects = [...range(1, 5), ...range(11, 15), ...range(21, 25), ...range(31, 35)];
export const grades = range(1, 19);
export const regions = range(1, 18);
export const educations = range(1, 8);
export const experiences = range(1, 6);
export const gpas = range(1, 5);
export const ranks = range(1, 5);
export const languages = range(1, 4);
export const dseLevels = [...range(1, 7), 11, 12];

export const tutoringType = { home: 1, online: 2, group: 3, tutorsPlace: 4, publicPlace: 5 } as const;
export const tutoringTypes = range(1, 5);

/** Half hours of a class, by the id of the class length. */
export const classHalfHours: Readonly<Record<number, number>> = { 1: 2, 2: 3, 3: 4, 4: 5, 5: 6 };

/** Major and other subjects have separate ids; a subject code covers both. */
export const subjectCode = {
  major: (id: number) => id,
  other: (id: number) => 64 + id,
};
export const subjectCodes = 128;

/** Chinese, English and mathematics: every grade learns them, and the DSE examines them. */
export const isForEveryGrade = (code: number) => code >= 1 && code <= 3;

/**
 * Which DSE result counts for teaching a subject: its own for a DSE subject, English for IELTS and TOEFL; for
 * subjects below the DSE, or for another examination, the mean of all results (`'whole'`).
 */
export function dseSource(code: number): number | 'whole' {
  if (code <= 29) return code;
  return code === 47 || code === 48 ? 2 : 'whole';
}

/** Music, sport, other languages …: no DSE result is relevant. */
export const hasNoDseResult = (code: number) => code >= 64;

/** 0: no result. Citizenship (11, 12) is only attained or not, which says little. */
export function dseStep(level: number): number {
  if (level >= 1 && level <= 7) return level;
  if (level === 12) return 4;
  return level === 11 ? 1 : 0;
}

export const dseValues = [0.3, 0, 0.05, 0.15, 0.4, 0.7, 0.85, 1];
/** Value for subjects without a relevant DSE result: the same for every tutor. */
export const dseNeutralValue = 0.5;

// Educations are ordered for "at least" requests: a registered teacher, the most expensive class of the market, also
// meets a request for a master's degree.
export const educationValues = [0, 0, 0.15, 0.4, 0.6, 0.7, 0.8, 0.9, 1];
export const experienceValues = [0, 0, 0.25, 0.5, 0.75, 0.9, 1];
// 0: not stated, which counts like a middling result.
export const gpaValues = [0.4, 0, 0.25, 0.55, 0.8, 1];
export const rankValues = [0.4, 1, 0.85, 0.6, 0.35, 0.1];

export const stageOfGrade = gradeStage;
/** The grades of each stage as bits; bit 0 is grade 1. */
export const stageMasks: readonly number[] = [...new Set(grades.map(gradeStage))].map((stage) =>
  grades.reduce((mask, grade) => (gradeStage(grade) === stage ? mask | (1 << (grade - 1)) : mask), 0),
);

const usualPrices = [0, ...educations].map((education) => [
  0,
  ...grades.map((grade) => marketCell(grade, tutorClassOfEducation(education)).middle),
]);
/** Market price an hour; education 0: none requested. */
export const usualPrice = (grade: number, education: number) => usualPrices[education]?.[grade] as number;
