import type pg from 'pg';

/** A tutor and the ids of their classes. */
export type Teacher = { id: number; classes: number[] };

/** Inserts tutors with classes directly into the database: each class has its own family, case and match. */
export async function buildSchool(pool: pg.Pool, tutors: number, classesOfEach: number): Promise<Teacher[]> {
  await pool.query(
    `with teachers as (
       insert into users (last_identity, product_since) select 2, now() from generate_series(1, $1) returning id
     ), listed as (
       insert into tutor_listings (user_id, display_name, gender, education_id, experience_id, region_ids,
         travel_region_ids, tutoring_type_ids, teaching_language_ids, match_slots, price_min, price_max, introduction)
       select id, 'T', 'F', (select min(id) from educations), (select min(id) from experiences), '{}', '{}', '{}', '{}',
         '{}', 200, 400, ''
       from teachers returning id, user_id
     ), numbered as (
       select listed.id as listing, user_id as tutor, row_number() over () as at
       from listed, generate_series(1, $2)
     ), families as (
       insert into users (last_identity, product_since) select 1, now() from generate_series(1, $1 * $2) returning id
     ), posted as (
       insert into cases (user_id, price, special_note, weekdays, match_slots, teaching_language_ids,
         tutoring_days_per_week, tutoring_time_per_class_id, tutoring_type_id, other_channel, status)
       select id, 280, '', '{}', '{}', '{}', 2, (select min(id) from tutoring_times_per_class),
         (select min(id) from tutoring_types), '', 3
       from families returning id, user_id
     ), cases_numbered as (select *, row_number() over () as at from posted),
     asked as (
       insert into interests (case_id, listing_id, family_user_id, tutor_user_id, asked_by, status, price, slots,
         decided_at)
       select cases_numbered.id, listing, cases_numbered.user_id, tutor, 'tutor', 'accepted', 280, '{}', now()
       from cases_numbered join numbered using (at) returning *
     ), matched as (
       insert into matches (interest_id, case_id, listing_id, family_user_id, tutor_user_id, price, slots)
       select id, case_id, listing_id, family_user_id, tutor_user_id, price, slots from asked returning *
     )
     insert into classes (match_id, family_user_id, tutor_user_id, price, slots, tutoring_type_id, lesson_minutes,
       begins_on, made_at)
     select id, family_user_id, tutor_user_id, price, slots, (select min(id) from tutoring_types), 60, current_date,
       now() - interval '30 days'
     from matched`,
    [tutors, classesOfEach],
  );
  const { rows } = await pool.query<{ id: number; classes: number[] }>(
    `select tutor_user_id::int as id, array_agg(id::int order by id) as classes from classes
     group by tutor_user_id order by 1`,
  );
  return rows;
}
