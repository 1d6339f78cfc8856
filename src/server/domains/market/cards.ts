import { blot } from '#server/ground/text/blot.ts';
import { dayOf } from '#shared/hong-kong.ts';
import type { CaseCard, CasePage, ChildCard, TutorCard, TutorPage } from '#shared/market.ts';
import type { ListedTutor } from './listed-tutors.ts';
import type { OnlineCase } from './online-cases.ts';

const sharedByAll = (row: OnlineCase) => ({
  status: row.status,
  posted_on: dayOf(row.posted_at),
  is_sample: row.is_sample,
  price: row.price,
  tutoring_type: row.tutoring_type,
  tutoring_region: row.tutoring_region,
  tutoring_days_per_week: row.tutoring_days_per_week,
  tutoring_time_per_class: row.tutoring_time_per_class,
  start_tutoring_date: row.start_tutoring_date,
  start_tutoring_time: row.start_tutoring_time,
  weekend_start_tutoring_time: row.weekend_start_tutoring_time,
  weekday: row.weekday,
  match_time: row.match_time,
  teacher_gender: row.teacher_gender,
  teacher_education: row.teacher_education,
  teaching_language: row.teaching_language,
});

export const caseCardOf = (row: OnlineCase): CaseCard => ({
  id: row.id,
  child_info: row.child_info,
  ...sharedByAll(row),
});

export const childCardOf = (
  row: OnlineCase,
  position: number,
  child: OnlineCase['child_info'][number],
): ChildCard => ({ id: row.id, position, ...child, ...sharedByAll(row) });

export const casePageOf = (row: OnlineCase): CasePage => ({
  ...caseCardOf(row),
  special_note: blot(row.special_note),
});

export const tutorCardOf = (row: ListedTutor): TutorCard => ({
  id: row.id,
  match_status: row.match_status,
  surname: surnameOf(row.display_name),
  joined_on: dayOf(row.posted_at),
  is_sample: row.is_sample,
  gender: row.gender,
  education: row.education,
  school: row.school,
  gpa: row.gpa,
  rank: row.rank,
  experience: row.experience,
  dse_results: row.dse_results,
  subject_grades: row.subject_grades,
  tutoring_type: row.tutoring_type,
  tutoring_region: row.tutoring_region,
  travel_region: row.travel_region,
  teaching_language: row.teaching_language,
  match_time: row.match_time,
  price_min: row.price_min,
  price_max: row.price_max,
  badges: row.badges,
  rating: row.rating,
});

export const tutorPageOf = (row: ListedTutor): TutorPage => ({
  ...tutorCardOf(row),
  introduction: blot(row.introduction),
  reliability: row.reliability,
});

/** 李 of 李小明, C of Chan Siu Ming. */
const surnameOf = (name: string) => [...name.trim()][0]?.toUpperCase() ?? '';
