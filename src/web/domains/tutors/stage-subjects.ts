import { newRowKey, type SubjectRow } from './tutor-values.ts';

/** The subjects that are chosen for any of these grades. */
export const chosenAtStage = (rows: readonly SubjectRow[], grades: readonly number[]) =>
  rows.flatMap(({ subject, grade }) =>
    subject !== null && grade.some((id) => grades.includes(id)) ? [subject] : [],
  );

const empty = (): SubjectRow => ({ key: newRowKey(), subject: null, grade: [] });
const isEmpty = ({ subject, grade }: SubjectRow) => subject === null && grade.length === 0;

/** The rows with a subject chosen for these grades, or for none of them any more; one row always stays. */
export function withSubjectAtStage(
  rows: readonly SubjectRow[],
  subject: number,
  grades: readonly number[],
  on: boolean,
): SubjectRow[] {
  const others = (row: SubjectRow) => row.grade.filter((id) => !grades.includes(id));
  const known = rows.some((row) => row.subject === subject);
  const next = rows
    .map((row) => {
      if (row.subject !== subject) return row;
      return { ...row, grade: on ? [...others(row), ...grades].sort((a, b) => a - b) : others(row) };
    })
    .filter((row) => !isEmpty(row) && !(row.subject === subject && row.grade.length === 0));
  if (on && !known) next.push({ ...empty(), subject, grade: [...grades] });
  return next.length > 0 ? next : [empty()];
}
