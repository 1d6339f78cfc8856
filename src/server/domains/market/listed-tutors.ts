import { type SQL, sql } from 'drizzle-orm';
import { inGoodStanding } from '#server/domains/accounts/bans.ts';
import { ratingOf } from '#server/domains/reviews/shown.ts';
import { portraitOf } from '#server/domains/tutors/portraits.ts';
import { subjectGradesOf } from '#server/domains/tutors/subject-grades.ts';
import { matchStatusOf } from '#server/domains/tutors/tutors.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { answersOf, type TutorCard } from '#shared/market.ts';
import type { Portrait } from '#shared/portrait.ts';
import type { Rating } from '#shared/rating.ts';
import type { Reliability } from '#shared/reliability.ts';
import { slotAt } from '#shared/rules/half-hours.ts';
import type { TutorDetail } from '#shared/tutors.ts';
import { viewsOf } from './views.ts';

/** A visible listing, with its valid badges and the times that no match has taken. */
export type ListedTutor = Omit<TutorDetail, 'version' | 'drawn_portrait'> & {
  portrait: Portrait | null;
  is_sample: boolean;
  posted_at: Date;
  updated_at: Date;
  /** The day of the owner's last visit. */
  active_on: string | null;
  badges: TutorCard['badges'];
  /** When the last of the badges expires; nothing tells of it. */
  verified_until: Date | null;
  /** Invitations that wait for an answer. */
  pending_requests: number;
  reliability: Reliability;
  rating: Rating | null;
  lessons_taught: number;
  answers_within: number | null;
  /** In the last seven days. */
  views: number;
};

/** The visible listings among these ids. */
export const listedTutors = (db: Db | Tx, ids: readonly number[]) =>
  read(db, sql`listing.id = any(${sql.param(ids)}::bigint[])`, sql`limit all`);

/** All visible listings by id, in batches. */
export const listedTutorsAfter = (db: Db | Tx, id: number, limit: number) =>
  read(db, sql`listing.id > ${id}`, sql`order by listing.id limit ${limit}`);

async function read(db: Db | Tx, which: SQL, how: SQL): Promise<ListedTutor[]> {
  const { rows } = await db.execute<Row>(sql`
    select listing.*,
      (select json_agg(json_build_array(major_subject_id, other_subject_id, grade_id) order by position)
       from tutor_subjects where listing_id = listing.id) as subjects,
      (select json_agg(json_build_object('major_subject', major_subject_id, 'dse_level', dse_level_id)
         order by position)
       from tutor_dse_results where listing_id = listing.id) as dse_results,
      (select json_agg(json_build_object('kind', kind, 'since', since,
         'until', (expires_at at time zone 'Asia/Hong_Kong')::date,
         'confirmed_by', case kind when 'police_check' then 'family' else 'operator' end) order by kind)
       from (select distinct on (kind) kind, since, expires_at from badges
             where badges.user_id = listing.user_id and revoked_at is null and expires_at > now()
             order by kind, expires_at desc) as held) as badges,
      (select max(expires_at) from badges
       where badges.user_id = listing.user_id and revoked_at is null and expires_at > now()) as verified_until,
      (select count(*)::int from interests
       where interests.listing_id = listing.id and status = 'pending' and asked_by = 'family') as pending_requests,
      exists (select from matches
              where matches.listing_id = listing.id and status in ('trial', 'going')) as is_matched,
      (select json_build_object('lessons_due', count(*),
         'kept', count(*) filter (where outcome = 'kept'), 'late', count(*) filter (where outcome = 'late'),
         'absent', count(*) filter (where outcome = 'absent'),
         'cancelled_late', count(*) filter (where outcome = 'cancelled_late'))
       from lesson_outcomes
       where lesson_outcomes.tutor_user_id = listing.user_id and appeal <> 'excused') as reliability,
      ${ratingOf(sql`listing.user_id`)} as rating,
      (select count(*)::int from lessons
       where lessons.tutor_user_id = listing.user_id and state = 'confirmed') as lessons_taught,
      (select case when count(*) >= ${answersOf.fewest} then greatest(1, ceil(percentile_disc(0.5)
         within group (order by extract(epoch from decided_at - asked_at)) / 3600))::int end
       from interests
       where interests.listing_id = listing.id and asked_by = 'family' and status in ('accepted', 'declined')
         and decided_at > now() - make_interval(days => ${answersOf.days})) as answers_within,
      ${portraitOf} as portrait,
      (select active_on::text from users where users.id = listing.user_id) as active_on,
      ${viewsOf('tutor', sql`listing.id`)} as views,
      array(select slot from match_slots where match_slots.listing_id = listing.id) as taken_slots
    from tutor_listings listing
    where is_listed and ${which} and ${inGoodStanding(sql`listing.user_id`)}
    ${how}`);
  return rows.map(listedTutorOf);
}

type Row = {
  id: string;
  user_id: string;
  is_listed: boolean;
  is_sample: boolean;
  created_at: Date | string;
  updated_at: Date | string;
  display_name: string;
  gender: ListedTutor['gender'];
  education_id: number;
  school_id: number | null;
  school_name: string;
  gpa_id: number | null;
  rank_id: number | null;
  experience_id: number;
  region_ids: number[];
  travel_region_ids: number[];
  tutoring_type_ids: number[];
  teaching_language_ids: number[];
  match_slots: number[];
  price_min: number;
  price_max: number;
  introduction: string;
  portrait: Portrait | null;
  subjects: [number | null, number | null, number][] | null;
  dse_results: ListedTutor['dse_results'] | null;
  badges: ListedTutor['badges'] | null;
  verified_until: Date | string | null;
  pending_requests: number;
  reliability: Reliability;
  rating: Rating | null;
  lessons_taught: number;
  answers_within: number | null;
  views: number;
  active_on: string | null;
  is_matched: boolean;
  taken_slots: number[];
};

function listedTutorOf(row: Row): ListedTutor {
  const taken = new Set(row.taken_slots);
  return {
    id: Number(row.id),
    user: Number(row.user_id),
    match_status: matchStatusOf({ isListed: row.is_listed, isMatched: row.is_matched }),
    display_name: row.display_name,
    gender: row.gender,
    introduction: row.introduction,
    portrait: row.portrait,
    education: row.education_id,
    school: row.school_id,
    school_name: row.school_name,
    gpa: row.gpa_id,
    rank: row.rank_id,
    experience: row.experience_id,
    dse_results: row.dse_results ?? [],
    subject_grades: subjectGradesOf(
      (row.subjects ?? []).map(([majorSubjectId, otherSubjectId, gradeId]) => ({
        majorSubjectId,
        otherSubjectId,
        gradeId,
      })),
    ),
    tutoring_type: row.tutoring_type_ids,
    tutoring_region: row.region_ids,
    travel_region: row.travel_region_ids,
    teaching_language: row.teaching_language_ids,
    match_time: row.match_slots.filter((slot) => !taken.has(slot)).map(slotAt),
    price_min: row.price_min,
    price_max: row.price_max,
    is_listed: row.is_listed,
    is_sample: row.is_sample,
    posted_at: new Date(row.created_at),
    updated_at: new Date(row.updated_at),
    badges: row.badges ?? [],
    verified_until: row.verified_until === null ? null : new Date(row.verified_until),
    pending_requests: row.pending_requests,
    reliability: row.reliability,
    rating: row.rating,
    lessons_taught: row.lessons_taught,
    answers_within: row.answers_within,
    views: row.views,
    active_on: row.active_on,
  };
}
