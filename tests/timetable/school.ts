import type pg from 'pg';
import { startOfDay, today } from '#shared/hong-kong.ts';
import { feeRules } from '#shared/money/fee-rules.ts';
import { buildSchool } from '../clock-in/school.ts';
import type { Class } from './plan.ts';
import { byHand } from './story-time.ts';

const classesOfEach = 4;
/** The match was made this long ago; planned lessons begin now. */
const madeDaysAgo = 20;

/** Tutors with four classes each: three with weekly times at different hours, one that was made without. */
export async function buildTimetables(pool: pg.Pool, tutors: number): Promise<Class[]> {
  await buildSchool(pool, tutors, classesOfEach);
  await pool.query(`
    create sequence storm_order;
    alter table class_history add column storm_order bigint not null default nextval('storm_order'),
      add column storm_tx xid8 not null default pg_current_xact_id();
    alter table clock_entries add column storm_order bigint not null default nextval('storm_order'),
      add column storm_tx xid8 not null default pg_current_xact_id()`);
  const { rows } = await pool.query<{ id: number; tutor: number; family: number }>(
    `select id::int, tutor_user_id::int as tutor, family_user_id::int as family from classes order by tutor_user_id, id`,
  );
  const classes: Class[] = [];
  await byHand(pool, async (client) => {
    const {
      rows: [time],
    } = await client.query<{ now: number }>(
      `select floor(extract(epoch from date_trunc('milliseconds', now())) * 1000)::float8 as now`,
    );
    const now = time?.now ?? Number.NaN;
    for (const [index, { id, tutor, family }] of rows.entries()) {
      const at = index % classesOfEach;
      const slots = at === classesOfEach - 1 ? [] : weeklyOf(index, at);
      const price = 233 + 17 * (index % 9);
      const minutes = at === 1 ? 90 : 60;
      const feeRule = feeRules[index % feeRules.length] ?? 'lesson';
      const made = new Date(now - madeDaysAgo * 86_400_000);
      await client.query(
        `update classes set slots = $2, price = $3, lesson_minutes = $4, begins_on = $5, made_at = $6,
           weekly_from = $7, judged_until = $7, fee_rule = $8 where id = $1`,
        [id, slots, price, minutes, today(), made, new Date(now), feeRule],
      );
      await client.query(
        `update matches set status = 'going' where id = (select match_id from classes where id = $1)`,
        [id],
      );
      await client.query(
        `insert into match_slots (listing_id, slot, match_id)
         select listing_id, unnest($2::int[]), matches.id from matches join classes on match_id = matches.id
         where classes.id = $1`,
        [id, slots],
      );
      classes.push({
        ...{
          id,
          tutor,
          family,
          price,
          feeRule,
          minutes,
          beginsOn: today(),
          madeAt: made.getTime(),
          weeklyFrom: now,
        },
        weeks: [{ from: startOfDay(today()).getTime(), slots }],
        ...{ changes: new Map(), proposals: new Map(), records: [], outcomes: new Map(), stoppedAt: null },
      });
    }
  });
  await pool.query(`select graphile_worker.add_job('classes-judge-lessons', json_build_object('class', id),
    job_key => 'class-outcomes:' || id) from classes`);
  return classes;
}

/** Two lessons a week at an hour of their own: 09:00, 12:00 or 15:00. */
function weeklyOf(index: number, at: number) {
  const halves = at === 1 ? [0, 1, 2] : [0, 1];
  return [index % 7, (index + 3) % 7]
    .flatMap((weekday) => halves.map((half) => weekday * 48 + (9 + 3 * at) * 2 + half))
    .sort((one, other) => one - other);
}
