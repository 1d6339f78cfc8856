import type { Named } from './named.ts';

/** A school subject or another one, as the reference lists have them. */
export type Subject = Named & {
  subject_type: number;
  grades: readonly number[];
  stage_names?: readonly { stage: number; name: string }[];
};

type SubjectGroup<Item extends Named = Named> = { name: string; list: Item[] };

/** Every subject is taught where no grade is chosen yet. */
export const isTaughtAt = ({ grades }: Pick<Subject, 'grades'>, grade: number | null) =>
  grade === null || grades.includes(grade);

/** Both lists as one; ids of the second are negative. */
export const bothLists = (majors: readonly Subject[], others: readonly Subject[]): Subject[] => [
  ...majors,
  ...others.map((subject) => ({ ...subject, id: -subject.id })),
];

/** The home page has one field for both lists: `o7` is the other subject 7. */
export const otherSubjectsIn = (values: readonly string[]) =>
  values.filter((value) => /^o\d+$/.test(value)).map((value) => value.slice(1));

/** What a stage calls it: 中文 is 中國語文 in senior secondary. */
export const nameAtStage = ({ name, stage_names = [] }: Subject, stage: number | undefined) =>
  stage_names.find((one) => one.stage === stage)?.name ?? name;

/** The subjects under their kinds; a kind without subjects is left out. */
export const groupsOf = <Item extends Subject>(
  kinds: readonly Named[],
  subjects: readonly Item[],
): SubjectGroup<Item>[] =>
  kinds
    .map(({ id, name }) => ({ name, list: subjects.filter(({ subject_type }) => subject_type === id) }))
    .filter(({ list }) => list.length > 0);

/**
 * The choices of a picker: what the grade teaches, named as its stage names it. What is chosen already stays among
 * them, so that it can be seen and taken back.
 */
export const choicesAt = (
  subjects: readonly Subject[],
  grade: { id: number; stage: number } | undefined,
  chosen: readonly number[] = [],
): Subject[] =>
  subjects
    .filter((subject) => isTaughtAt(subject, grade?.id ?? null) || chosen.includes(subject.id))
    .map((subject) => ({ ...subject, name: nameAtStage(subject, grade?.stage) }));
