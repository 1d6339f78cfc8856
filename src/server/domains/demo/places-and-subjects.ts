import type { Random } from './random.ts';

// Ids of the reference lists, which never change.

/** Districts, weighted roughly by how many families live there. */
const districts = [
  [1, 4],
  [2, 3],
  [3, 8],
  [4, 4],
  [5, 5],
  [6, 6],
  [7, 7],
  [8, 6],
  [9, 9],
  [10, 7],
  [11, 5],
  [12, 7],
  [13, 8],
  [14, 4],
  [15, 4],
  [16, 10],
  [17, 6],
  [18, 2],
] as const;
export const district = (random: Random) => random.weighted(districts);

/** Districts that can be reached with at most one change of trains. */
const neighbours: Record<number, number[]> = {
  1: [2, 4, 5],
  2: [1, 3, 4],
  3: [2, 4, 9],
  4: [1, 2, 3],
  5: [6, 7, 1, 11],
  6: [5, 7, 11, 10],
  7: [5, 6, 8, 16],
  8: [7, 9, 16],
  9: [8, 17, 3],
  10: [11, 6, 18],
  11: [10, 6, 5, 13],
  12: [13, 11],
  13: [12, 11, 14],
  14: [15, 13],
  15: [14, 16],
  16: [7, 15, 8],
  17: [9, 8],
  18: [10, 11],
};
export const around = (random: Random, home: number) =>
  random.some(neighbours[home] ?? [], random.between(2, 4)).sort((a, b) => a - b);

const grades = { primary: [4, 5, 6, 7, 8, 9], junior: [10, 11, 12], senior: [13, 14, 15] } as const;

/** What families look for: grades of a stage, and subjects that go together there. */
export const caseProfiles = [
  {
    weight: 26,
    grades: grades.primary,
    subjects: [[31], [31], [2], [3], [1, 2], [2, 3], [1, 2, 3]],
  },
  { weight: 18, grades: grades.junior, subjects: [[2], [3], [2, 3], [39, 3], [31], [1, 2]] },
  {
    weight: 38,
    grades: grades.senior,
    subjects: [[3], [3], [2], [2], [1], [3, 6], [3, 5], [21], [20], [19], [21, 20], [14], [22], [2, 3], [25]],
  },
  // The grade says which curriculum it is; a family looks for a subject in it.
  { weight: 3, grades: [16], subjects: [[3], [3, 21], [2]] },
  { weight: 3, grades: [17], subjects: [[3], [21, 20], [3, 14]] },
  { weight: 4, grades: [18, 19], subjects: [[47], [47], [2]] },
] as const;

/** Music, sport, languages and other things that one person teaches together. */
export const hobbies = [
  { subjects: [1, 5], grades: grades.primary, byVideo: false },
  { subjects: [2, 5], grades: grades.primary, byVideo: false },
  { subjects: [11], grades: grades.primary, byVideo: false },
  { subjects: [12], grades: [...grades.primary, ...grades.junior], byVideo: false },
  { subjects: [21], grades: [...grades.junior, ...grades.senior], byVideo: true },
  { subjects: [22], grades: [...grades.junior, ...grades.senior], byVideo: true },
  { subjects: [31], grades: grades.primary, byVideo: false },
  { subjects: [32, 34], grades: grades.primary, byVideo: true },
] as const;

/** What tutors teach: subjects that one person knows, and their grades. */
export const teachings = [
  { weight: 20, subjects: [31, 1, 2, 3, 35], grades: grades.primary },
  { weight: 14, subjects: [1, 2, 3, 39], grades: [...grades.primary, ...grades.junior] },
  { weight: 8, subjects: [3, 5], grades: [...grades.junior, ...grades.senior] },
  { weight: 12, subjects: [3, 6], grades: [...grades.junior, ...grades.senior] },
  { weight: 16, subjects: [2, 47], grades: [...grades.junior, ...grades.senior, 18, 19] },
  { weight: 9, subjects: [1, 13], grades: [...grades.primary, ...grades.junior, ...grades.senior] },
  { weight: 11, subjects: [21, 20, 3, 39], grades: [...grades.junior, ...grades.senior] },
  { weight: 6, subjects: [19, 20, 39], grades: [...grades.junior, ...grades.senior] },
  { weight: 6, subjects: [14, 22, 3], grades: grades.senior },
  { weight: 4, subjects: [25, 3], grades: [...grades.junior, ...grades.senior] },
  { weight: 5, subjects: [3, 21, 20, 46], grades: [16, 17] },
] as const;

/** The grades of subjects that not every grade above learns, as in the reference list. */
const gradesOfSubject: Record<number, readonly number[]> = {
  5: grades.senior,
  6: grades.senior,
  13: [...grades.junior, ...grades.senior],
  19: [12, ...grades.senior, 16, 17],
  20: [12, ...grades.senior, 16, 17],
  21: [12, ...grades.senior, 16, 17],
  39: grades.junior,
  47: [...grades.senior, 18, 19],
};
export const taughtIn = (subject: number, among: readonly number[]) =>
  among.filter((grade) => gradesOfSubject[subject]?.includes(grade) ?? true);
