import { sql } from 'drizzle-orm';
import { phonePurpose } from '#server/domains/accounts/stored-phone.ts';
import type { Tx } from '#server/ground/db/db.ts';
import type { PhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import type { CaseForm } from '#shared/cases.ts';
import { slotAt, slotsPerDay } from '#shared/rules/half-hours.ts';
import { sampleAccounts } from '#shared/rules/sample-accounts.ts';
import type { TutorForm } from '#shared/tutors.ts';
import { caseFormOf } from '../case-form.ts';

// Ids of the reference lists, which never change.
export const subject = { chinese: 1, english: 2, mathematics: 3, science: 39 } as const;
export const grade = { primary5: 8, secondary3: 12, secondary4: 13, secondary5: 14 } as const;
const shaTin = 16;
const atHome = 1;
const byVideo = 2;

type SampleNumber = (typeof sampleAccounts)[keyof typeof sampleAccounts];

/** An account with a number, or undefined where somebody has that number already. */
export async function addNumberedAccount(
  tx: Tx,
  vault: PhoneEncryption,
  { areaCode, national }: SampleNumber,
  { name, identity, since }: { name: string; identity: 1 | 2; since: Date },
) {
  const e164 = `+${areaCode}${national}`;
  const { cipher, key } = vault.encrypt(e164, phonePurpose);
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into users (phone_hash, phone_cipher, phone_key, name, gender, last_identity, product_since, ai_since,
      created_at)
    values (${vault.hash(e164).hash}, ${cipher}, ${key}, ${name}, 'F', ${identity}, ${since.toISOString()},
      ${since.toISOString()}, ${since.toISOString()})
    on conflict do nothing
    returning id`);
  return rows[0] && Number(rows[0].id);
}

/** Whether everybody who tries the product may log in to this account. */
export async function isSampleAccount(tx: Tx, vault: PhoneEncryption, userId: number) {
  const { family, tutor } = sampleAccounts;
  const hashOf = ({ areaCode, national }: SampleNumber) => vault.hash(`+${areaCode}${national}`).hash;
  const { rows } = await tx.execute(
    sql`select from users where id = ${userId} and phone_hash in (${hashOf(family)}, ${hashOf(tutor)})`,
  );
  return rows.length > 0;
}

const span = (weekday: number, from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => slotAt((weekday - 1) * slotsPerDay + from + at));
const weekdays = [1, 2, 3, 4, 5];
const weekend = [6, 7];

export const sampleTeacher: TutorForm = {
  display_name: '林詠恩',
  gender: 'F',
  drawn_portrait: 7,
  introduction:
    '全職補習導師，專教高小至高中數學和初中科學。先找出學生卡住的一步，再由那一步講起；每堂完結前做一條考試題，進度每月向家長交代。（示範導師，並非真人。）',
  education: 4,
  school: 2,
  school_name: '',
  experience: 5,
  gpa: null,
  rank: null,
  dse_results: [
    { major_subject: subject.mathematics, dse_level: 6 },
    { major_subject: 6, dse_level: 5 },
  ],
  subject_grades: [
    { major_subject: subject.mathematics, other_subject: null, grade: [7, 8, 9, 10, 11, 12, 13, 14, 15] },
    { major_subject: subject.science, other_subject: null, grade: [10, 11, 12] },
  ],
  tutoring_type: [atHome, byVideo],
  tutoring_region: [shaTin],
  travel_region: [7, 8, 15],
  teaching_language: [1, 2],
  match_time: [
    ...weekdays.flatMap((weekday) => span(weekday, 32, 44)),
    ...weekend.flatMap((weekday) => span(weekday, 20, 44)),
  ],
  price_min: 240,
  price_max: 340,
  is_listed: true,
};

type Child = Pick<CaseForm['child_info'][number], 'id' | 'nickname' | 'gender' | 'grade'>;

/** A case at the family's home in Sha Tin, for lessons of an hour and a half after school and at weekends. */
export function caseFor(
  child: Child,
  { major, price, days, note }: { major: number; price: number; days: 1 | 2; note: string },
): CaseForm {
  const times = [
    ...weekdays.flatMap((weekday) => span(weekday, 32, 43)),
    ...weekend.flatMap((weekday) => span(weekday, 20, 43)),
  ];
  return caseFormOf({
    child_info: [{ ...child, school: null, major_subject: [major], other_subject: [] }],
    tutoring_region: shaTin,
    tutoring_days_per_week: days,
    price,
    weekday: [...weekdays, ...weekend],
    match_time: times,
    special_note: note,
  });
}

/** Days since the sample family met its first tutor, with some to spare: tutors of its life were here before. */
const longAgo = 70;

/**
 * Sample tutors of a subject, first those who come to Sha Tin for about this price. New ones have taught nobody
 * yet, so that no lesson of theirs is in the way.
 */
export async function tutorsOf(
  tx: Tx,
  {
    major,
    grade,
    price,
    but,
    isNew = false,
  }: { major: number; grade: number; price: number; but: readonly number[]; isNew?: boolean },
) {
  const { rows } = await tx.execute<{ id: string; user_id: string; price_min: number }>(sql`
    select id, user_id, price_min from tutor_listings
    where is_sample and is_listed and ${atHome} = any(tutoring_type_ids)
      and created_at < now() - make_interval(days => ${longAgo})
      and not id = any(${sql.param(but)}::bigint[])
      and (not ${isNew} or not exists (select from classes where tutor_user_id = tutor_listings.user_id))
      and exists (select from tutor_subjects
        where listing_id = tutor_listings.id and major_subject_id = ${major} and grade_id = ${grade})
    order by (${shaTin} = any(region_ids || travel_region_ids)) desc, price_min > ${price}, id
    limit 8`);
  return rows.map(({ id, user_id, price_min }) => ({
    listingId: Number(id),
    userId: Number(user_id),
    price: price_min,
  }));
}

/** Sample cases that look for a tutor of mathematics. */
export async function casesForTeacher(tx: Tx, but: number) {
  const { rows } = await tx.execute<{ id: string; user_id: string; price: number }>(sql`
    select cases.id, cases.user_id, price from cases join case_children on case_id = cases.id
      join children on children.id = child_id
    where is_sample and status = 1 and price is not null and cases.user_id <> ${but}
      and major_subject_ids = array[${subject.mathematics}]::integer[] and grade_id between 8 and 15
    order by price between ${sampleTeacher.price_min} and ${sampleTeacher.price_max} desc, tutoring_region_id = ${shaTin} desc nulls last, cases.id
    limit 8`);
  // Nobody asks the teacher to teach for less than her page says.
  return rows.map(({ id, user_id, price }) => ({
    ...{ caseId: Number(id), family: Number(user_id), price: Math.max(price, sampleTeacher.price_min) },
  }));
}
