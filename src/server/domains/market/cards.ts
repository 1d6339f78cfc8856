import { fieldsOf } from '#server/ground/db/fields.ts';
import { maskContacts } from '#server/ground/text/mask-contacts.ts';
import { dayOf } from '#shared/hong-kong.ts';
import { CaseCard, type CasePage, ChildCard, TutorCard, type TutorPage } from '#shared/market.ts';
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
  special_note: maskContacts(row.special_note),
});

export const tutorCardOf = (row: ListedTutor): TutorCard => ({
  ...fieldsOf(TutorCard, row),
  surname: surnameOf(row.display_name),
  joined_on: dayOf(row.posted_at),
});

export const tutorPageOf = (row: ListedTutor): TutorPage => ({
  ...tutorCardOf(row),
  introduction: maskContacts(row.introduction),
  reliability: row.reliability,
});

/** 李 of 李小明, C of Chan Siu Ming. */
const surnameOf = (name: string) => [...name.trim()][0]?.toUpperCase() ?? '';
