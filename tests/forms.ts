import type { z } from 'zod';
import type { CaseForm } from '#shared/cases.ts';
import type { TutorForm } from '#shared/tutors.ts';

export const child = {
  nickname: '小明',
  gender: 'M',
  grade: 12,
  school: 1,
  major_subject: [3, 2],
  other_subject: [1],
} satisfies z.input<typeof CaseForm>['child_info'][number];

/** A case with every field filled in. */
export const wholeCase = {
  child_info: [child],
  tutoring_type: 1,
  tutoring_region: 16,
  tutoring_days_per_week: 2,
  tutoring_time_per_class: 2,
  start_tutoring_date: '2026-12-01',
  price: 280,
  weekday: [3, 6],
  start_tutoring_time: '17:00',
  weekend_start_tutoring_time: '10:00',
  match_time: [
    { weekday: 3, start: '17:00' },
    { weekday: 3, start: '17:30' },
    { weekday: 6, start: '10:00' },
  ],
  teacher_gender: 'F',
  teacher_education: 3,
  teaching_language: [1, 2],
  special_note: '有耐性',
  channel: 1,
  other_channel: '鄰居',
} satisfies z.input<typeof CaseForm>;

/** A case with the required fields only. */
export const shortCase = {
  child_info: [{ nickname: '小明', gender: 'M', grade: 4, major_subject: [3] }],
  tutoring_type: 2,
  tutoring_days_per_week: 1,
  tutoring_time_per_class: 1,
} satisfies z.input<typeof CaseForm>;

export const wholeListing = {
  display_name: '陳老師',
  gender: 'F',
  introduction: '五年經驗',
  drawn_portrait: 3,
  education: 3,
  school: 1,
  school_name: '',
  gpa: 3,
  rank: 1,
  experience: 3,
  dse_results: [{ major_subject: 3, dse_level: 5 }],
  subject_grades: [
    { major_subject: 3, other_subject: null, grade: [13, 14, 15] },
    { major_subject: null, other_subject: 1, grade: [4] },
  ],
  tutoring_type: [1, 2],
  tutoring_region: [16],
  travel_region: [15, 16],
  teaching_language: [1],
  match_time: [
    { weekday: 3, start: '17:00' },
    { weekday: 7, start: '23:30' },
  ],
  price_min: 200,
  price_max: 300,
  is_listed: true,
} satisfies z.input<typeof TutorForm>;
