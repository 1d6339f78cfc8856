import { fieldsOf } from '#server/ground/db/fields.ts';
import { coverContacts } from '#shared/contacts/cover-contacts.ts';
import { dayOf } from '#shared/hong-kong.ts';
import { CaseCard, type CasePage, ChildCard, TutorCard, type TutorPage } from '#shared/market.ts';
import { fewestLessons } from '#shared/reliability.ts';
import { surnameOf } from '#shared/tutor-name.ts';
import type { ListedTutor } from './listed-tutors.ts';
import type { OnlineCase } from './online-cases.ts';

export const caseCardOf = (row: OnlineCase): CaseCard => ({
  ...fieldsOf(CaseCard, row),
  posted_on: dayOf(row.posted_at),
});

export const childCardOf = (
  row: OnlineCase,
  position: number,
  child: OnlineCase['child_info'][number],
): ChildCard => ({ ...fieldsOf(ChildCard, row), posted_on: dayOf(row.posted_at), position, ...child });

export const casePageOf = (row: OnlineCase): CasePage => ({
  ...caseCardOf(row),
  special_note: coverContacts(row.special_note),
});

export const tutorCardOf = (row: ListedTutor): TutorCard => ({
  ...fieldsOf(TutorCard, row),
  surname: surnameOf(row.display_name),
  school_name: coverContacts(row.school_name),
  joined_on: dayOf(row.posted_at),
});

export const tutorPageOf = (row: ListedTutor): TutorPage => ({
  ...tutorCardOf(row),
  introduction: coverContacts(row.introduction),
  reliability: row.reliability.lessons_due < fewestLessons ? null : row.reliability,
});
