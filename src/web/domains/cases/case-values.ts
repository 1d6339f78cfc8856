import type { CaseDetail, CaseForm } from '#shared/cases.ts';
import { clock, slotsOfDay } from '#web/ground/i18n/times.ts';
import type { Found } from '#web/ui/forms/combobox.tsx';

export type Gender = 'U' | 'M' | 'F';

/** A child in the form; null means not filled in yet. */
export type ChildValues = {
  /** The React key of the child's card. */
  key: string;
  id: number | null;
  nickname: string;
  gender: Gender;
  grade: number | null;
  school: Found | null;
  major_subject: number[];
  other_subject: number[];
};

/** A child of the account, ready to be put into the form. */
export type SavedChild = Omit<ChildValues, 'key' | 'major_subject' | 'other_subject'> & { id: number };
export type ChildLimit = { limit: number; count: number };

export type CaseValues = {
  child_info: ChildValues[];
  tutoring_type: number | null;
  tutoring_region: number | null;
  tutoring_days_per_week: number;
  tutoring_time_per_class: number | null;
  start_tutoring_date: string;
  price: number | null;
  /** Half hours of the week, from Monday 00:00. */
  slots: number[];
  teacher_gender: Gender;
  teacher_education: number | null;
  teaching_language: number[];
  special_note: string;
  channel: number | null;
  other_channel: string;
  /** What to call the family, where that is to be changed with this case. */
  you: { name: string; gender: Gender } | null;
  /** The lines that the family has chosen themselves; the others show what was filled in for them. */
  decided: string[];
};

export const newChild = (given: Partial<ChildValues> = {}): ChildValues => ({
  key: Math.random().toString(36).slice(2),
  id: null,
  nickname: '',
  gender: 'U',
  grade: null,
  school: null,
  major_subject: [],
  other_subject: [],
  ...given,
});

/** What most families would answer, so that little is left to fill in. */
export const emptyCase = (child: ChildValues, region: number | null): CaseValues => ({
  child_info: [child],
  tutoring_type: 1,
  tutoring_region: region,
  tutoring_days_per_week: 1,
  tutoring_time_per_class: 2,
  start_tutoring_date: '',
  price: null,
  slots: [],
  teacher_gender: 'U',
  teacher_education: null,
  teaching_language: [],
  special_note: '',
  channel: null,
  other_channel: '',
  you: null,
  decided: [],
});

/**
 * Converts the half hours of the API contract to numbers and back; the shared functions would add zod to the
 * bundle.
 */
export const slotNumber = ({ weekday, start }: CaseForm['match_time'][number]) =>
  (weekday - 1) * slotsOfDay + Number(start.slice(0, 2)) * 2 + (start.endsWith('30') ? 1 : 0);
export const slotOf = (slot: number) => ({ weekday: Math.floor(slot / slotsOfDay) + 1, start: clock(slot) });

export const valuesOf = (detail: CaseDetail, schools: readonly Found[]): CaseValues => ({
  child_info: detail.child_info.map((child) => ({
    ...child,
    key: `child ${child.id}`,
    school: schools.find(({ id }) => id === child.school) ?? null,
  })),
  tutoring_type: detail.tutoring_type,
  tutoring_region: detail.tutoring_region,
  tutoring_days_per_week: detail.tutoring_days_per_week,
  tutoring_time_per_class: detail.tutoring_time_per_class,
  start_tutoring_date: detail.start_tutoring_date ?? '',
  price: detail.price,
  slots: detail.match_time.map(slotNumber),
  teacher_gender: detail.teacher_gender,
  teacher_education: detail.teacher_education,
  teaching_language: detail.teaching_language,
  special_note: detail.special_note,
  channel: detail.channel,
  other_channel: detail.other_channel,
  you: null,
  decided: [],
});

/** Gives the new children of a posted case the ids they have by now. */
export function withChildrenOf(posted: Pick<CaseDetail, 'child_info'>, values: CaseValues): CaseValues {
  const named = new Set(values.child_info.map(({ id }) => id));
  const made = posted.child_info.map(({ id }) => id).filter((id) => !named.has(id));
  return {
    ...values,
    child_info: values.child_info.map((child) => ({ ...child, id: child.id ?? made.shift() ?? null })),
  };
}

const isWeekend = (slot: number) => slot >= 5 * slotsOfDay;

/** The earliest start on some days, as a time of day. */
function earliest(slots: readonly number[]) {
  return slots.length === 0 ? null : clock(Math.min(...slots.map((slot) => slot % slotsOfDay)));
}

/** What the family offers: the usual price until they decide on another, so that every page counts the same tutors. */
export const offeredPrice = ({ price, decided }: CaseValues, usual: number | null) =>
  decided.includes('price') ? price : (price ?? usual);

/** The request body. Required fields that are empty are undefined, so that validation reports them. */
export function bodyOf(values: CaseValues, isOnline: (type: number | null) => boolean) {
  const { slots } = values;
  return {
    child_info: values.child_info.map(({ id, nickname, gender, grade, school, ...subjects }) => ({
      ...(id !== null && { id }),
      nickname: nickname.trim() || undefined,
      gender,
      grade: grade ?? undefined,
      school: school?.id ?? null,
      major_subject: subjects.major_subject,
      other_subject: subjects.other_subject,
    })),
    tutoring_type: values.tutoring_type ?? undefined,
    tutoring_region: isOnline(values.tutoring_type) ? null : values.tutoring_region,
    tutoring_days_per_week: values.tutoring_days_per_week,
    tutoring_time_per_class: values.tutoring_time_per_class ?? undefined,
    start_tutoring_date: values.start_tutoring_date || null,
    price: values.price,
    weekday: [...new Set(slots.map((slot) => slotOf(slot).weekday))].sort(),
    start_tutoring_time: earliest(slots.filter((slot) => !isWeekend(slot))),
    weekend_start_tutoring_time: earliest(slots.filter(isWeekend)),
    match_time: slots.map(slotOf),
    teacher_gender: values.teacher_gender,
    teacher_education: values.teacher_education,
    teaching_language: values.teaching_language,
    special_note: values.special_note,
    channel: values.channel,
    other_channel: values.other_channel,
  };
}
