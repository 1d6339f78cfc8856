import type { TutorDetail } from '#shared/tutors.ts';
import { type Gender, slotNumber, slotOf } from '#web/domains/cases/case-values.ts';
import { asTyped, type Found } from '#web/ui/forms/combobox.tsx';

/** A subject and its grades. Major subjects by their id, other subjects by its negative. */
export type SubjectRow = { key: string; subject: number | null; grade: number[] };
export type DseRow = { key: string; major_subject: number | null; dse_level: number | null };

export type TutorValues = {
  display_name: string;
  gender: Gender;
  introduction: string;
  /** Not in drafts from before there were portraits. */
  drawn_portrait?: number | null;
  education: number | null;
  school: Found | null;
  gpa: number | null;
  rank: number | null;
  experience: number | null;
  dse_results: DseRow[];
  subject_grades: SubjectRow[];
  tutoring_type: number[];
  tutoring_region: number[];
  travel_region: number[];
  teaching_language: number[];
  /** Half hours of the week, from Monday 00:00. */
  slots: number[];
  price_min: number | null;
  price_max: number | null;
  is_listed: boolean;
};

export const newRowKey = () => Math.random().toString(36).slice(2);

export const emptyTutor = (name: string, gender: Gender): TutorValues => ({
  display_name: name,
  gender,
  introduction: '',
  drawn_portrait: null,
  education: null,
  school: null,
  gpa: null,
  rank: null,
  experience: null,
  dse_results: [],
  subject_grades: [{ key: 'first', subject: null, grade: [] }],
  tutoring_type: [1, 2],
  tutoring_region: [],
  travel_region: [],
  teaching_language: [1],
  slots: [],
  price_min: null,
  price_max: null,
  is_listed: true,
});

export const valuesOf = (detail: TutorDetail, schools: readonly Found[]): TutorValues => ({
  display_name: detail.display_name,
  gender: detail.gender,
  introduction: detail.introduction,
  drawn_portrait: detail.drawn_portrait,
  education: detail.education,
  school:
    schools.find(({ id }) => id === detail.school) ??
    (detail.school_name ? { id: asTyped, name: detail.school_name } : null),
  gpa: detail.gpa,
  rank: detail.rank,
  experience: detail.experience,
  dse_results: detail.dse_results.map((row) => ({ key: `dse ${row.major_subject}`, ...row })),
  subject_grades: detail.subject_grades.map(({ major_subject, other_subject, grade }) => {
    const subject = major_subject ?? -(other_subject ?? 0);
    return { key: `subject ${subject}`, subject, grade };
  }),
  tutoring_type: detail.tutoring_type,
  tutoring_region: detail.tutoring_region,
  travel_region: detail.travel_region,
  teaching_language: detail.teaching_language,
  slots: detail.match_time.map(slotNumber),
  price_min: detail.price_min,
  price_max: detail.price_max,
  is_listed: detail.is_listed,
});

/** The request body. Required fields that are empty are undefined, so that validation reports them. */
export function bodyOf(values: TutorValues) {
  return {
    display_name: values.display_name.trim() || undefined,
    gender: values.gender,
    introduction: values.introduction,
    drawn_portrait: values.drawn_portrait ?? null,
    education: values.education ?? undefined,
    school: values.school?.id || null,
    school_name: values.school?.id === asTyped ? values.school.name.trim() : '',
    gpa: values.gpa,
    rank: values.rank,
    experience: values.experience ?? undefined,
    dse_results: values.dse_results.map(({ major_subject, dse_level }) => ({
      major_subject: major_subject ?? undefined,
      dse_level: dse_level ?? undefined,
    })),
    subject_grades: values.subject_grades.map(({ subject, grade }) => ({
      major_subject: subject !== null && subject > 0 ? subject : null,
      other_subject: subject !== null && subject < 0 ? -subject : null,
      grade,
    })),
    tutoring_type: values.tutoring_type,
    tutoring_region: values.tutoring_region,
    travel_region: values.travel_region,
    teaching_language: values.teaching_language,
    match_time: values.slots.map(slotOf),
    price_min: values.price_min ?? undefined,
    price_max: values.price_max ?? undefined,
    is_listed: values.is_listed,
  };
}
export type TutorBody = ReturnType<typeof bodyOf>;
