import { checkReferences, named } from '#server/domains/reference/check-references.ts';
import type { Reference } from '#server/domains/reference/reference.ts';
import type { Locale } from '#shared/locale.ts';
import type { TutorForm } from '#shared/tutors.ts';

/** Every id of the form is of its list. */
export const checkTutor = (reference: Reference, form: TutorForm, locale: Locale) =>
  checkReferences(
    reference,
    [
      ...named('education', 'education', form.education),
      ...named('school', 'school', form.school),
      ...named('gpa', 'gpa', form.gpa),
      ...named('rank', 'rank', form.rank),
      ...named('experience', 'experience', form.experience),
      ...form.dse_results.flatMap(({ major_subject, dse_level }, index) => [
        ...named('major_subject', `dse_results.${index}.major_subject`, major_subject),
        ...named('dse_level', `dse_results.${index}.dse_level`, dse_level),
      ]),
      ...form.subject_grades.flatMap(({ major_subject, other_subject, grade }, index) => [
        ...named('major_subject', `subject_grades.${index}.major_subject`, major_subject),
        ...named('other_subject', `subject_grades.${index}.other_subject`, other_subject),
        ...named('grade', `subject_grades.${index}.grade`, grade),
      ]),
      ...named('tutoring_type', 'tutoring_type', form.tutoring_type),
      ...named('region', 'tutoring_region', form.tutoring_region),
      ...named('region', 'travel_region', form.travel_region),
      ...named('teaching_language', 'teaching_language', form.teaching_language),
    ],
    locale,
  );
