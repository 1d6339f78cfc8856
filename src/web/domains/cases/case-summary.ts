import { currentMajorSubjects } from '#shared/subjects/subject-ids.ts';
import { nameIn, namesIn } from '#web/domains/reference/named.ts';
import type { Translate } from '#web/ground/i18n/i18n.ts';
import { rangesOn } from '#web/ground/i18n/times.ts';
import type { SummarySection } from '#web/ui/stepped-form/summary-list.tsx';
import type { CaseLists } from './case-lists.ts';
import type { CaseValues } from './case-values.ts';

/** The times of a week as text, a line for each day; days in a row with the same times share one. */
export function timesInWords(t: Translate, weekdays: readonly { name: string }[], slots: readonly number[]) {
  const lines: { names: string[]; ranges: string; last: number }[] = [];
  for (const [day, { name }] of weekdays.entries()) {
    const ranges = rangesOn(slots, day).join(t('slots.and'));
    const before = lines.at(-1);
    if (before?.last === day - 1 && before.ranges === ranges) {
      before.names.push(name);
      before.last = day;
    } else if (ranges) lines.push({ names: [name], ranges, last: day });
  }
  return lines.map(({ names, ranges }) => `${daysInWords(t, names)} ${ranges}`).join('\n');
}

/** 星期三, 星期六、日, 星期一至五. */
function daysInWords(t: Translate, names: readonly string[]) {
  const [from = '', ...more] = names;
  const to = more.at(-1)?.replace(/^星期/, '');
  if (to === undefined) return from;
  return more.length === 1 ? `${from}${t('slots.and')}${to}` : t('slots.days', { from, to });
}

/** Everything in a case as text, step by step. */
export function caseSummary(t: Translate, lists: CaseLists, values: CaseValues): SummarySection[] {
  const type = lists.types.find(({ id }) => id === values.tutoring_type);
  const and = t('form.and');
  return [
    ...values.child_info.map((child, index) => ({
      title: child.nickname.trim() || t('caseForm.childNumber', { number: index + 1 }),
      step: 0,
      rows: [
        { label: t('home.grade'), value: nameIn(lists.grades, child.grade) || t('form.missing') },
        {
          label: t('caseForm.subjects'),
          value:
            [
              ...namesIn(lists.majors, currentMajorSubjects(child.major_subject)),
              ...namesIn(lists.others, child.other_subject),
            ].join(and) || t('form.missing'),
        },
        { label: t('caseForm.childGender'), value: t(childGender[child.gender]) },
        ...(child.school ? [{ label: t('caseForm.school'), value: child.school.name }] : []),
      ],
    })),
    {
      title: t('caseForm.stepNeeds'),
      step: 1,
      rows: [
        { label: t('caseForm.type'), value: type?.name ?? t('form.missing') },
        ...(type?.is_online
          ? []
          : [
              {
                label: t('home.region'),
                value: nameIn(lists.regions, values.tutoring_region) || t('form.missing'),
              },
            ]),
        {
          label: t('caseForm.lessons'),
          value: t('caseForm.lessonsValue', {
            days: values.tutoring_days_per_week,
            length: nameIn(lists.lengths, values.tutoring_time_per_class),
          }),
        },
        { label: t('caseForm.startDate'), value: values.start_tutoring_date || t('caseForm.startAny') },
      ],
    },
    {
      title: t('caseForm.stepTimes'),
      step: 2,
      rows: [
        {
          label: t('caseForm.times'),
          value: timesInWords(t, lists.weekdays, values.slots) || t('caseForm.timesOpen'),
        },
      ],
    },
    {
      title: t('caseForm.stepWishes'),
      step: 3,
      rows: [
        {
          label: t('caseForm.price'),
          value:
            values.price === null
              ? t('caseForm.priceOpen')
              : t('caseForm.priceValue', { price: values.price }),
        },
        { label: t('caseForm.tutorGender'), value: t(tutorGender[values.teacher_gender]) },
        {
          label: t('caseForm.education'),
          value: nameIn(lists.educations, values.teacher_education) || t('caseForm.any'),
        },
        {
          label: t('caseForm.languages'),
          value: namesIn(lists.languages, values.teaching_language).join(and) || t('caseForm.any'),
        },
        ...(values.special_note.trim() ? [{ label: t('caseForm.note'), value: values.special_note }] : []),
      ],
    },
  ];
}

export const childGender = { U: 'caseForm.genderUnsaid', M: 'caseForm.boy', F: 'caseForm.girl' } as const;
export const tutorGender = { U: 'caseForm.anyGender', M: 'caseForm.man', F: 'caseForm.woman' } as const;
