import type { Translate } from '#web/ground/i18n/i18n.ts';
import type { CaseValues } from './case-values.ts';

/** What a field is called in the list of problems. */
export function labelOfField(t: Translate, field: string, values: CaseValues) {
  const [, index, name] = /^child_info\.(\d+)\.(\w+)/.exec(field) ?? [];
  if (index === undefined || name === undefined)
    return t(labels[field.split('.')[0] as keyof typeof labels] ?? 'caseForm.newTitle');
  const child = values.child_info[Number(index)]?.nickname.trim();
  const label = t(childLabels[name as keyof typeof childLabels] ?? 'caseForm.stepChildren');
  return values.child_info.length > 1
    ? `${child || t('caseForm.childNumber', { number: Number(index) + 1 })} ${label}`
    : label;
}

const childLabels = {
  id: 'caseForm.stepChildren',
  nickname: 'caseForm.nickname',
  gender: 'caseForm.childGender',
  grade: 'home.grade',
  school: 'caseForm.school',
  major_subject: 'caseForm.subjects',
  other_subject: 'caseForm.subjects',
} as const;

const labels = {
  child_info: 'caseForm.stepChildren',
  tutoring_type: 'caseForm.type',
  tutoring_region: 'home.region',
  tutoring_days_per_week: 'caseForm.daysPerWeek',
  tutoring_time_per_class: 'caseForm.length',
  start_tutoring_date: 'caseForm.startDate',
  price: 'caseForm.price',
  match_time: 'caseForm.times',
  weekday: 'caseForm.times',
  start_tutoring_time: 'caseForm.times',
  weekend_start_tutoring_time: 'caseForm.times',
  teacher_gender: 'caseForm.tutorGender',
  teacher_education: 'caseForm.education',
  teaching_language: 'caseForm.languages',
  special_note: 'caseForm.note',
  channel: 'caseForm.channel',
  other_channel: 'caseForm.channel',
  you: 'register.name',
} as const;
