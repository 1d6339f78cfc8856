import type { GradeAnswer } from '../rendering/grade.ts';

/** How a quiz is marked. */
export const useGrade = (): GradeAnswer | undefined => undefined;
