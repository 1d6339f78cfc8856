import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CaseForm } from '#shared/cases.ts';
import { slotIndex } from '#shared/rules/half-hours.ts';
import { TutorForm } from '#shared/tutors.ts';
import { createRandom } from './random.ts';
import { sampleCase } from './sample-cases.ts';
import { sampleTutor } from './sample-tutors.ts';

const random = createRandom(5);
const tutors = Array.from({ length: 300 }, () => sampleTutor(random));
const cases = Array.from({ length: 150 }, () => sampleCase(random));

test('the forms accept every sample', () => {
  for (const tutor of tutors) expect(TutorForm.parse(tutor)).toEqual(tutor);
  for (const each of cases) expect(CaseForm.parse(each)).toEqual(each);
});

test('most sample cases have a tutor with the subject, grade, place and time', () => {
  const suited = cases.filter((wanted) =>
    tutors.some((tutor) => {
      const child = wanted.child_info[0];
      const teaches = (subject: number, kind: 'major_subject' | 'other_subject') =>
        tutor.subject_grades.some(
          (taught) => taught[kind] === subject && taught.grade.includes(child?.grade ?? 0),
        );
      const place = [...tutor.tutoring_region, ...tutor.travel_region];
      const free = new Set(tutor.match_time.map(slotIndex));
      return (
        child?.major_subject.every((subject) => teaches(subject, 'major_subject')) &&
        child.other_subject.every((subject) => teaches(subject, 'other_subject')) &&
        tutor.tutoring_type.includes(wanted.tutoring_type) &&
        (wanted.tutoring_region === null || place.includes(wanted.tutoring_region)) &&
        wanted.match_time.filter((slot) => free.has(slotIndex(slot))).length > wanted.tutoring_time_per_class
      );
    }),
  );
  expect(suited.length / cases.length).toBeGreaterThan(0.8);
});

test('samples name subjects only at grades that teach them', () => {
  const lists: Record<string, { id: number; grade_ids: number[] }[]> = JSON.parse(
    readFileSync(new URL('../../../../db/seed/reference/lists.json', import.meta.url), 'utf8'),
  );
  const gradesOf = (list: string, id: number) => lists[list]?.find((one) => one.id === id)?.grade_ids ?? [];
  for (const { subject_grades } of tutors)
    for (const { major_subject, other_subject, grade } of subject_grades)
      expect(
        major_subject
          ? gradesOf('major_subjects', major_subject)
          : gradesOf('other_subjects', other_subject ?? 0),
        `subject ${major_subject ?? other_subject}`,
      ).toEqual(expect.arrayContaining(grade));
  for (const { grade, major_subject, other_subject } of cases.flatMap(({ child_info }) => child_info)) {
    for (const id of major_subject) expect(gradesOf('major_subjects', id), `subject ${id}`).toContain(grade);
    for (const id of other_subject) expect(gradesOf('other_subjects', id)).toContain(grade);
  }
});

test('the same seed gives the same samples', () => {
  expect(sampleTutor(createRandom(9))).toEqual(sampleTutor(createRandom(9)));
  expect(sampleCase(createRandom(9))).not.toEqual(sampleCase(createRandom(10)));
});

test('no sample asks or offers a fee that nobody would believe', () => {
  const [junior, tertiary] = [12, 18];
  for (const { price_min, subject_grades } of tutors)
    if (subject_grades.some(({ grade }) => grade.some((one) => one <= junior)))
      expect(price_min).toBeLessThanOrEqual(510);
  for (const { price_min, price_max } of tutors) expect(price_max).toBeGreaterThan(price_min);
  for (const { price, child_info } of cases)
    if (price !== null && child_info.every(({ grade }) => grade < tertiary))
      expect(price).toBeLessThanOrEqual(child_info.some(({ grade }) => grade > junior) ? 600 : 540);
});

test('no sample person claims what does not go together', () => {
  const [m1, m2, sports] = [5, 6, [11, 12, 13, 14, 15]];
  for (const { dse_results, subject_grades, tutoring_type } of tutors) {
    const examined = dse_results.map(({ major_subject }) => major_subject);
    expect(examined.includes(m1) && examined.includes(m2)).toBe(false);
    if (subject_grades.some(({ other_subject }) => other_subject !== null && sports.includes(other_subject)))
      expect(tutoring_type).not.toContain(2);
  }
  for (const { child_info, tutoring_type } of cases)
    if (child_info.some(({ other_subject }) => other_subject.some((one) => sports.includes(one))))
      expect(tutoring_type).not.toBe(2);
});
