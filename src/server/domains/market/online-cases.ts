import { type SQL, sql } from 'drizzle-orm';
import { inGoodStanding } from '#server/domains/accounts/bans.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { type CaseDetail, caseStatus } from '#shared/cases.ts';
import { slotAt } from '#shared/rules/half-hours.ts';
import { viewsOf } from './views.ts';

/** An online case with what matching and the lists need: no nickname, school or owner's name. */
export type OnlineCase = Omit<CaseDetail, 'child_info' | 'channel' | 'other_channel' | 'version'> & {
  child_info: Omit<CaseDetail['child_info'][number], 'id' | 'nickname' | 'school'>[];
  is_sample: boolean;
  posted_at: Date;
  /** Applications that wait for an answer. */
  pending_applications: number;
  /** In the last seven days. */
  views: number;
};

/** The online cases among these ids. */
export const onlineCases = (db: Db | Tx, ids: readonly number[]) =>
  read(db, sql`id = any(${sql.param(ids)}::bigint[])`, sql`limit all`);

/** All online cases by id, in batches. */
export const onlineCasesAfter = (db: Db | Tx, id: number, limit: number) =>
  read(db, sql`id > ${id}`, sql`order by id limit ${limit}`);

async function read(db: Db | Tx, which: SQL, how: SQL): Promise<OnlineCase[]> {
  const { rows } = await db.execute<Row>(sql`
    select cases.*, cases.start_tutoring_date::text as start_date,
      (select json_agg(json_build_object(
         'gender', children.gender, 'grade', children.grade_id,
         'major_subject', in_case.major_subject_ids, 'other_subject', in_case.other_subject_ids
       ) order by in_case.position)
       from case_children in_case join children on children.id = in_case.child_id
       where in_case.case_id = cases.id) as child_info,
      (select count(*)::int from interests
       where interests.case_id = cases.id and interests.status = 'pending' and asked_by = 'tutor')
        as pending_applications,
      ${viewsOf('case', sql`cases.id`)} as views
    from cases
    where cases.status = ${caseStatus.online} and ${which} and ${inGoodStanding(sql`cases.user_id`)}
    ${how}`);
  return rows.map(onlineCaseOf);
}

type Row = {
  id: string;
  user_id: string;
  status: 1;
  price: number | null;
  special_note: string;
  start_date: string | null;
  teacher_education_id: number | null;
  teacher_gender: OnlineCase['teacher_gender'];
  teaching_language_ids: number[];
  tutoring_days_per_week: number;
  tutoring_region_id: number | null;
  tutoring_time_per_class_id: number;
  tutoring_type_id: number;
  weekdays: number[];
  start_tutoring_time: string | null;
  weekend_start_tutoring_time: string | null;
  match_slots: number[];
  is_sample: boolean;
  created_at: Date | string;
  child_info: OnlineCase['child_info'] | null;
  pending_applications: number;
  views: number;
};

function onlineCaseOf(row: Row): OnlineCase {
  const child_info = row.child_info ?? [];
  return {
    id: Number(row.id),
    user: Number(row.user_id),
    status: row.status,
    child_info,
    price: row.price,
    special_note: row.special_note,
    start_tutoring_date: row.start_date,
    teacher_education: row.teacher_education_id,
    teacher_gender: row.teacher_gender,
    teaching_language: row.teaching_language_ids,
    tutoring_days_per_week: row.tutoring_days_per_week,
    tutoring_region: row.tutoring_region_id,
    tutoring_time_per_class: row.tutoring_time_per_class_id,
    tutoring_type: row.tutoring_type_id,
    weekday: row.weekdays,
    start_tutoring_time: row.start_tutoring_time,
    weekend_start_tutoring_time: row.weekend_start_tutoring_time,
    match_time: row.match_slots.map(slotAt),
    major_subject: [...new Set(child_info.flatMap((child) => child.major_subject))],
    other_subject: [...new Set(child_info.flatMap((child) => child.other_subject))],
    is_sample: row.is_sample,
    posted_at: new Date(row.created_at),
    pending_applications: row.pending_applications,
    views: row.views,
  };
}
