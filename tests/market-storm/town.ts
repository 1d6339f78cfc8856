import type pg from 'pg';
import type { State } from './model.ts';

/** Few people and few half-hour slots, so that operations conflict. */
const families = 6;
const casesOfEach = 2;
const tutors = 8;
export const hours = [40, 41, 42, 43, 90, 91];

/** Inserts people, cases and listings directly into the database. One person is both family and tutor. */
export async function buildTown(pool: pg.Pool) {
  await pool.query(`
    with people as (
      insert into users (last_identity, product_since)
      select 1, now() from generate_series(1, ${families + tutors}) returning id
    ), numbered as (select id, row_number() over (order by id) as at from people),
    posted as (
      insert into cases (user_id, price, special_note, weekdays, match_slots, teaching_language_ids,
        tutoring_days_per_week, tutoring_time_per_class_id, tutoring_type_id, other_channel)
      select id, case when nth = 1 then 280 end, '', '{}',
        case when nth = 1 then '{40,41,42,43}'::int[] else '{}' end, '{}', 2,
        (select min(id) from tutoring_times_per_class), (select min(id) from tutoring_types), ''
      from numbered, generate_series(1, ${casesOfEach}) as nth where at <= ${families}
      returning id, user_id
    )
    insert into tutor_listings (user_id, display_name, gender, education_id, experience_id, region_ids,
      travel_region_ids, tutoring_type_ids, teaching_language_ids, match_slots, price_min, price_max, introduction)
    select id, 'T', 'F', (select min(id) from educations), (select min(id) from experiences), '{}', '{}', '{}', '{}',
      case when at % 2 = 0 then '{40,41,90,91}'::int[] else '{}' end, 200 + at, 400, ''
    from numbered where at >= ${families}`);
  // An ended case can go online again only if it has a child.
  await pool.query(`
    with child as (
      insert into children (user_id, nickname, gender, grade_id)
      select distinct user_id, '', 'U', (select min(id) from grades) from cases returning id, user_id
    )
    insert into case_children (case_id, child_id, position, major_subject_ids, other_subject_ids)
    select cases.id, child.id, 0, '{}', '{}' from cases join child using (user_id)`);
}

/** The database as the model sees it. */
export async function readTown(pool: pg.Pool): Promise<State> {
  const rows = async (query: string) => (await pool.query(query)).rows;
  const byId = <Row extends { id: string }, Value>(list: Row[], value: (row: Row) => Value) =>
    new Map(list.map((row) => [Number(row.id), value(row)]));
  return {
    cases: byId(await rows('select * from cases order by id'), (row) => ({
      owner: Number(row.user_id),
      status: row.status,
      price: row.price,
      free: row.match_slots,
    })),
    listings: byId(await rows('select * from tutor_listings order by id'), (row) => ({
      owner: Number(row.user_id),
      priceMin: row.price_min,
      free: row.match_slots,
    })),
    interests: byId(await rows('select * from interests order by id'), (row) => ({
      caseId: Number(row.case_id),
      listingId: Number(row.listing_id),
      askedBy: row.asked_by,
      status: row.status,
      price: row.price,
      slots: row.slots,
    })),
    matches: byId(await rows('select * from matches order by id'), (row) => ({
      interestId: Number(row.interest_id),
      caseId: Number(row.case_id),
      listingId: Number(row.listing_id),
      status: row.status,
      slots: row.slots,
    })),
    taken: new Map(
      (await rows('select * from match_slots')).map((row) => [
        `${row.listing_id}:${row.slot}`,
        Number(row.match_id),
      ]),
    ),
  };
}
