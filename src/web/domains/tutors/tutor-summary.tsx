import { timesInWords } from '#web/domains/cases/case-summary.ts';
import { nameIn, namesIn } from '#web/domains/reference/named.ts';
import type { Translate } from '#web/ground/i18n/i18n.ts';
import type { SummarySection } from '#web/ui/stepped-form/summary-list.tsx';
import { ShownPortrait } from './portrait/own-portrait.tsx';
import type { TutorLists } from './tutor-lists.ts';
import type { TutorValues } from './tutor-values.ts';

const genders = { U: 'caseForm.genderUnsaid', M: 'caseForm.man', F: 'caseForm.woman' } as const;

const subjectName = (lists: Pick<TutorLists, 'majors' | 'others'>, subject: number | null) =>
  subject === null ? '' : subject > 0 ? nameIn(lists.majors, subject) : nameIn(lists.others, -subject);

/** Everything in a listing as text, step by step. */
export function tutorSummary(t: Translate, lists: TutorLists, values: TutorValues): SummarySection[] {
  const and = t('form.and');
  const missing = t('form.missing');
  const grades = lists.stages.flatMap((stage) => stage.grades);
  const optional = (label: string, value: string) => (value ? [{ label, value }] : []);
  return [
    {
      title: t('tutorForm.stepPerson'),
      step: 0,
      rows: [
        { label: t('tutorForm.name'), value: values.display_name.trim() || missing },
        { label: t('tutorForm.gender'), value: t(genders[values.gender]) },
        {
          label: t('tutorForm.portrait'),
          value: values.drawn_portrait
            ? t('tutorForm.drawnNumber', { number: values.drawn_portrait })
            : t('tutorForm.drawnNone'),
          picture: <ShownPortrait drawn={values.drawn_portrait ?? null} name={values.display_name} />,
        },
      ],
    },
    {
      title: t('tutorForm.stepStudies'),
      step: 1,
      rows: [
        { label: t('tutorForm.education'), value: nameIn(lists.educations, values.education) || missing },
        ...optional(t('tutorForm.school'), values.school?.name ?? ''),
        ...optional(t('tutorForm.gpa'), nameIn(lists.gpas, values.gpa)),
        ...optional(t('tutorForm.rank'), nameIn(lists.ranks, values.rank)),
        ...optional(
          t('tutorForm.dse'),
          values.dse_results
            .map((row) =>
              `${nameIn(lists.majors, row.major_subject)} ${nameIn(lists.levels, row.dse_level)}`.trim(),
            )
            .join(and),
        ),
      ],
    },
    {
      title: t('tutorForm.stepTeaching'),
      step: 2,
      rows: [
        {
          label: t('tutorForm.subjects'),
          value: values.subject_grades
            .map(({ subject, grade }) =>
              subject === null && grade.length === 0
                ? missing
                : t('form.pair', {
                    label: subjectName(lists, subject) || missing,
                    value: namesIn(grades, inOrder(grades, grade)).join(and) || missing,
                  }),
            )
            .join('\n'),
        },
        { label: t('tutorForm.experience'), value: nameIn(lists.experiences, values.experience) || missing },
        {
          label: t('tutorForm.languages'),
          value: namesIn(lists.languages, values.teaching_language).join(and) || missing,
        },
      ],
    },
    {
      title: t('tutorForm.placesHeading'),
      step: 3,
      rows: [
        {
          label: t('tutorForm.types'),
          value: namesIn(lists.types, values.tutoring_type).join(and) || missing,
        },
        ...optional(t('tutorForm.regions'), namesIn(lists.regions, values.tutoring_region).join(and)),
        ...optional(t('tutorForm.travel'), namesIn(lists.regions, values.travel_region).join(and)),
        { label: t('tutorForm.times'), value: timesInWords(t, lists.weekdays, values.slots) || missing },
      ],
    },
    {
      title: t('tutorForm.priceHeading'),
      step: 4,
      rows: [
        {
          label: t('tutorForm.price'),
          value:
            values.price_min === null || values.price_max === null
              ? missing
              : t('tutorForm.priceValue', { min: values.price_min, max: values.price_max }),
        },
        ...optional(t('tutorForm.introduction'), values.introduction.trim()),
        {
          label: t('tutorForm.listed'),
          value: t(values.is_listed ? 'tutorForm.listedYes' : 'tutorForm.listedNo'),
        },
      ],
    },
  ];
}

/** Evidence is sent at once and is no part of the listing, but who confirms wants to see whether there is any. */
export const evidenceSection = (t: Translate, list: readonly unknown[] | undefined): SummarySection => ({
  title: t('tutorForm.stepEvidence'),
  step: 5,
  rows: [
    {
      label: t('evidence.list'),
      value:
        list === undefined
          ? '…'
          : list.length > 0
            ? t('evidence.count', { count: list.length })
            : t('evidence.none'),
    },
  ],
});

const inOrder = (list: readonly { id: number }[], ids: readonly number[]) =>
  list.map(({ id }) => id).filter((id) => ids.includes(id));
