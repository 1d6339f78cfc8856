/**
 * Ids of major subjects that were listed twice, and the subject that each means: 中文, 英文 and 數學 had an entry
 * of their own for primary and junior secondary. Old links, drafts and callers still name them. The reference
 * list has the same as `former_ids`; a test compares them.
 */
const formerMajorSubjects: Readonly<Record<number, number>> = { 32: 1, 33: 2, 34: 3 };

/** The subject that an id means, today's or a former one. */
export const currentMajorSubject = (id: number) => formerMajorSubjects[id] ?? id;

/** The same for a list, in its order; a subject that is named by two ids is in it once. */
export const currentMajorSubjects = (ids: readonly number[]) => [...new Set(ids.map(currentMajorSubject))];
