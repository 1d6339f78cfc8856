import type { CaseForm, ChildForm } from '#shared/cases.ts';
import { defaultLocale, type Locale } from '#shared/locale.ts';
import { fieldProblem } from '../field-problem.ts';
import { checkReferences, named } from '../reference/check-references.ts';
import type { Reference } from '../reference/reference.ts';

const ofChild = (field: string, { grade, school }: ChildForm) => [
  ...named('grade', `${field}grade`, grade),
  ...named('school', `${field}school`, school),
];

export const checkChild = (reference: Reference, form: ChildForm, locale: Locale) =>
  checkReferences(reference, ofChild('', form), locale);

/** Every id of the form is of its list, and a lesson that is held somewhere has a district. */
export async function checkCase(reference: Reference, form: CaseForm, locale: Locale) {
  const ids = [
    ...form.child_info.flatMap((child, index) => [
      ...ofChild(`child_info.${index}.`, child),
      ...named('major_subject', `child_info.${index}.major_subject`, child.major_subject),
      ...named('other_subject', `child_info.${index}.other_subject`, child.other_subject),
    ]),
    ...named('tutoring_type', 'tutoring_type', form.tutoring_type),
    ...named('region', 'tutoring_region', form.tutoring_region),
    ...named('tutoring_time_per_class', 'tutoring_time_per_class', form.tutoring_time_per_class),
    ...named('education', 'teacher_education', form.teacher_education),
    ...named('teaching_language', 'teaching_language', form.teaching_language),
    ...named('channel', 'channel', form.channel),
  ];
  await checkReferences(reference, ids, locale);

  const types = await reference.lists.tutoring_type(defaultLocale);
  const isOnline = types.find(({ id }) => id === form.tutoring_type)?.is_online;
  if (!isOnline && form.tutoring_region === null)
    throw fieldProblem(locale, {
      tutoring_region: { 'zh-Hant': '請選擇上課地區', en: 'Please choose the district of the lessons' },
    });
}
