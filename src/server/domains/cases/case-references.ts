import { checkReferences, named } from '#server/domains/reference/check-references.ts';
import type { Reference } from '#server/domains/reference/reference.ts';
import { fieldProblem } from '#server/ground/http/errors.ts';
import type { CaseForm, ChildForm } from '#shared/cases.ts';
import { defaultLocale, type Locale } from '#shared/locale.ts';
import type { CaseDraft } from '#shared/matching.ts';

const ofChild = (field: string, { grade, school }: ChildForm) => [
  ...named('grade', `${field}grade`, grade),
  ...named('school', `${field}school`, school),
];

export const checkChild = (reference: Reference, form: ChildForm, locale: Locale) =>
  checkReferences(reference, ofChild('', form), locale);

const ofDraft = (draft: CaseDraft) => [
  ...draft.child_info.flatMap((child, index) => [
    ...named('grade', `child_info.${index}.grade`, child.grade),
    ...named('major_subject', `child_info.${index}.major_subject`, child.major_subject),
    ...named('other_subject', `child_info.${index}.other_subject`, child.other_subject),
  ]),
  ...named('tutoring_type', 'tutoring_type', draft.tutoring_type),
  ...named('region', 'tutoring_region', draft.tutoring_region),
  ...named('tutoring_time_per_class', 'tutoring_time_per_class', draft.tutoring_time_per_class),
  ...named('education', 'teacher_education', draft.teacher_education),
  ...named('teaching_language', 'teaching_language', draft.teaching_language),
];

/** Checks that every id in the draft exists in its reference list. */
export const checkDraft = (reference: Reference, draft: CaseDraft, locale: Locale) =>
  checkReferences(
    reference,
    ofDraft(draft).map((named) => ({ ...named, field: `draft.${named.field}` })),
    locale,
  );

/**
 * Checks that every id in the form exists in its reference list, and that lessons in person have a district.
 */
export async function checkCase(reference: Reference, form: CaseForm, locale: Locale) {
  const ids = [
    ...ofDraft(form),
    ...form.child_info.flatMap(({ school }, index) => named('school', `child_info.${index}.school`, school)),
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
