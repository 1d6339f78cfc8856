import type { TutorDetail, TutorForm } from '#shared/tutors.ts';
import type { tutorSubjects } from './tables.ts';

type Row = typeof tutorSubjects.$inferInsert;
type SubjectGrades = TutorForm['subject_grades'];

/** One row for each subject and grade; a subject that the form lists twice becomes one. */
export function subjectRows(listingId: number, subjectGrades: SubjectGrades): Row[] {
  const rows = new Map<string, Row>();
  for (const { major_subject, other_subject, grade } of subjectGrades) {
    for (const gradeId of grade) {
      const pair = [major_subject, other_subject, gradeId].join(' ');
      if (rows.has(pair)) continue;
      rows.set(pair, {
        listingId,
        position: rows.size,
        majorSubjectId: major_subject,
        otherSubjectId: other_subject,
        gradeId,
      });
    }
  }
  return [...rows.values()];
}

/** Groups the rows as in the form, in their order. */
export function subjectGradesOf(
  rows: Pick<Row, 'majorSubjectId' | 'otherSubjectId' | 'gradeId'>[],
): TutorDetail['subject_grades'] {
  const subjects = new Map<string, TutorDetail['subject_grades'][number]>();
  for (const { majorSubjectId = null, otherSubjectId = null, gradeId } of rows) {
    const key = `${majorSubjectId} ${otherSubjectId}`;
    const subject = subjects.get(key) ?? {
      major_subject: majorSubjectId,
      other_subject: otherSubjectId,
      grade: [],
    };
    subject.grade.push(gradeId);
    subjects.set(key, subject);
  }
  return [...subjects.values()];
}
