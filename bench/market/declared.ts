/**
 * What rankers may see: the listing and case of the API contract, and the counts that the platform keeps. Hidden
 * properties of the simulated people are in people.ts.
 */
export type Slot = { weekday: number; start: string };

export type TutorListing = {
  id: number;
  gender: 'M' | 'F';
  education: number;
  school: number | null;
  gpa: number | null;
  rank: number | null;
  experience: number;
  dse_results: { major_subject: number; dse_level: number }[];
  subject_grades: { major_subject: number | null; other_subject: number | null; grade: number[] }[];
  tutoring_type: number[];
  tutoring_region: number[];
  travel_region: number[];
  teaching_language: number[];
  match_time: Slot[];
  price_min: number;
  price_max: number;
  is_listed: boolean;
  created_at: number;
  active_at: number;
  pending: number;
  views: number;
  rating: number | null;
  reviews: number;
  lessons_due: number;
  lessons_kept: number;
  answered: number;
  accepted: number;
  badges: number;
};

export type ParentCase = {
  id: number;
  child_info: { grade: number; major_subject: number[]; other_subject: number[] }[];
  tutoring_type: number;
  tutoring_region: number | null;
  tutoring_days_per_week: number;
  tutoring_time_per_class: number;
  price: number | null;
  weekday: number[];
  match_time: Slot[];
  teacher_gender: 'U' | 'M' | 'F';
  teacher_education: number | null;
  teaching_language: number[];
  status: number;
  created_at: number;
};

export const dayMs = 86_400_000;
/** Six in the evening in Hong Kong on the first simulated day. */
const firstEvening = Date.UTC(2026, 8, 1, 10);
export const eveningOf = (day: number) => firstEvening + day * dayMs;
