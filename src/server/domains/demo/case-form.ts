import type { CaseForm } from '#shared/cases.ts';

type Given = Pick<
  CaseForm,
  'child_info' | 'tutoring_region' | 'tutoring_days_per_week' | 'price' | 'weekday' | 'match_time'
> &
  Partial<CaseForm>;

/** A case of a sample family: lessons of an hour and a half at home, and no wishes, unless given. */
export const caseFormOf = (given: Given): CaseForm => ({
  tutoring_type: 1,
  tutoring_time_per_class: 2,
  start_tutoring_date: null,
  start_tutoring_time: null,
  weekend_start_tutoring_time: null,
  teacher_gender: 'U',
  teacher_education: null,
  teaching_language: [1],
  special_note: '',
  channel: null,
  other_channel: '',
  ...given,
});
