import { loadSchools, nameIn } from '#web/domains/reference/named.ts';
import { bothLists, choicesAt, groupsOf, isTaughtAt } from '#web/domains/reference/subjects.ts';
import type { Api } from '#web/ground/api/api.ts';
import type { Translate } from '#web/ground/i18n/i18n.ts';
import { groupsHtml } from '#web/ui/forms/select.tsx';

/** Instruments, sports and interests have no papers. */
const paperKinds = ['core', 'primary_junior', 'elective', 'international', 'language'];
/** Homework in all subjects is a kind of lesson, not the subject of a paper. */
const allHomework = 31;

/** Reference lists for tagging papers. For loaders. */
export async function loadLists(api: Api) {
  const [grades, kinds, majors, others] = await Promise.all([
    api('GET /api/common_info/grade'),
    api('GET /api/common_info/subject_type'),
    api('GET /api/common_info/major_subject'),
    api('GET /api/common_info/other_subject'),
  ]);
  return {
    grades: grades.list,
    /** Both lists of subjects as one; ids of the second list are negative. */
    subjects: groupsOf(kinds.list, bothLists(majors.list, others.list)),
    /** Names of the groups that papers are in. */
    paperGroups: kinds.list.filter(({ slug }) => paperKinds.includes(slug)).map(({ name }) => name),
  };
}
export type Lists = Awaited<ReturnType<typeof loadLists>>;

type Subject = { major_subject_id: number | null; other_subject_id: number | null };

/** Merges both lists of subjects into one choice: ids of the second list are negative. */
export const subjectValue = ({ major_subject_id, other_subject_id }: Subject) =>
  major_subject_id ?? -(other_subject_id ?? 0);
export const subjectOf = (value: number): Subject => ({
  major_subject_id: value > 0 ? value : null,
  other_subject_id: value < 0 ? -value : null,
});
const allSubjects = ({ subjects }: Lists) => subjects.flatMap(({ list }) => list);

/** The options of a select: the school subjects that the grade teaches, and what is chosen. */
export const subjectOptions = (
  { grades, subjects, paperGroups }: Lists,
  grade: number | null,
  chosen: number,
) => {
  const at = grades.find(({ id }) => id === grade);
  const isOffered = (group: string, id: number) =>
    id === chosen || (paperGroups.includes(group) && id !== allHomework);
  return groupsHtml(
    subjects
      .map(({ name, list }) => ({
        name,
        list: choicesAt(list, at, [chosen]).filter(({ id }) => isOffered(name, id)),
      }))
      .filter(({ list }) => list.length > 0),
  );
};

/** The name of a chosen subject that the grade does not teach. */
export const subjectNotAt = (lists: Lists, grade: number | null, chosen: number) =>
  allSubjects(lists).find((subject) => subject.id === chosen && !isTaughtAt(subject, grade))?.name;

type WithSchool = { school_id: number | null; school_name: string };

/** Adds the names of listed schools; other school names were typed in. For loaders. */
export async function withSchools<Row extends WithSchool>(api: Api, rows: readonly Row[]): Promise<Row[]> {
  const schools = await loadSchools(
    api,
    rows.map(({ school_id }) => school_id),
  );
  return rows.map((row) => ({ ...row, school_name: nameIn(schools, row.school_id) || row.school_name }));
}

type Tagged = Subject & { grade_id: number | null; year: number | null; school_name: string };

/** Tags of a paper for one line: 中四 · 數學 · 2024 · 學校. */
export const tagWords = (lists: Lists, { grade_id, year, school_name, ...paper }: Tagged) =>
  [
    nameIn(lists.grades, grade_id),
    nameIn(allSubjects(lists), subjectValue(paper)),
    year === null ? undefined : String(year),
    school_name,
  ].filter(Boolean);

/** Singular or plural in English. */
export const pageWords = (t: Translate, count: number) =>
  t(count === 1 ? 'eraser.onePage' : 'eraser.pages', { count });
