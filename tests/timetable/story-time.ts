import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { addDays } from '#shared/hong-kong.ts';
import { slotsPerDay, slotsPerWeek } from '#shared/rules/half-hours.ts';
import { day } from './plan.ts';

/**
 * The time of the storm: that of the machine, and whole days that have passed besides. The servers know nothing of it: a
 * day passes when all that is stored becomes a day older.
 */
export function createStoryTime() {
  let days = 0;
  return {
    now: () => Date.now() + days * day,
    /** A time of the machine as the story has it. */
    told: (machine: number) => machine + days * day,
    toldSlot: (slot: number) => (slot + days * slotsPerDay) % slotsPerWeek,
    /** What belongs to the story, as the servers have to hear it. */
    iso: (at: number) => new Date(at - days * day).toISOString(),
    day: (one: string) => addDays(one, -days),
    slot: (slot: number) => (slot + (7 - (days % 7)) * slotsPerDay) % slotsPerWeek,
    pass(count: number) {
      days += count;
    },
  };
}
export type StoryTime = ReturnType<typeof createStoryTime>;

const tables = [
  'classes',
  'lessons',
  'lesson_changes',
  'plan_proposals',
  'lesson_outcomes',
  'lesson_reminders',
];
const classJobs = `(key like 'class-%' or key like 'lesson-due:%')`;

/** Makes everything about lessons older by these days, while nobody asks for anything. At most a week. */
export async function passDays(pool: pg.Pool, days: number) {
  const { rows: columns } = await pool.query<{ name: string; column: string; type: string }>(
    `select table_name as name, column_name as column, udt_name as type from information_schema.columns
     where table_schema = 'public' and table_name = any($1) and udt_name in ('timestamptz', 'date', 'tstzrange')`,
    [tables],
  );
  /** Rows that are older and rows that are not yet must not meet: first all go far away, then all come back. */
  const shift = async (client: pg.PoolClient, by: number) => {
    for (const table of tables) {
      const set = columns
        .filter(({ name }) => name === table)
        .map(({ column, type }) => {
          if (type === 'date') return `${column} = ${column} + (${by})`;
          const later = (time: string) => `${time} + interval '${by} days'`;
          if (type === 'timestamptz') return `${column} = ${later(column)}`;
          return `${column} = tstzrange(${later(`lower(${column})`)}, ${later(`upper(${column})`)})`;
        });
      await client.query(`update ${table} set ${set.join(', ')}`);
    }
  };
  const turned = (slot: string) => `(${slot} + ${slotsPerWeek - days * slotsPerDay}) % ${slotsPerWeek}`;
  const turnedArray = `array(select ${turned('slot')} from unnest(slots) slot order by 1)`;
  await byHand(pool, async (client) => {
    const far = 100_000;
    await shift(client, far);
    await shift(client, -far - days);
    await client.query(`update classes set slots = ${turnedArray},
      weeks = coalesce((select jsonb_agg(jsonb_build_object(
        'from', to_char(((week ->> 'from')::timestamptz - interval '${days} days') at time zone 'UTC',
          'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'slots', (select jsonb_agg(${turned('slot::int')} order by ${turned('slot::int')})
          from jsonb_array_elements_text(week -> 'slots') slot)) order by place)
        from jsonb_array_elements(weeks) with ordinality as later (week, place)), '[]')`);
    await client.query(`update plan_proposals set slots = ${turnedArray} where slots is not null`);
    await client.query(`create temp table turned_slots on commit drop as
      select listing_id, ${turned('slot')} as slot, match_id from match_slots`);
    await client.query('delete from match_slots');
    await client.query('insert into match_slots select listing_id, slot, match_id from turned_slots');
    await client.query(
      `update graphile_worker._private_jobs set run_at = run_at - interval '${days} days' where ${classJobs}`,
    );
  });
}

/** Writes what the rules of the tables would not allow, in one transaction. */
export async function byHand(pool: pg.Pool, write: (client: pg.PoolClient) => Promise<void>) {
  const client = await pool.connect();
  try {
    await client.query('begin');
    // A job that runs has read what it needs; the next one waits here.
    await client.query('lock table classes in access exclusive mode');
    for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
    await write(client);
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

/** Waits until the servers have done what was due; what failed is tried again. */
export async function jobsDone(pool: pg.Pool) {
  const deadline = Date.now() + 120_000;
  for (;;) {
    const { rows } = await pool.query<{ key: string; error: string | null }>(
      `select key, last_error as error from graphile_worker.jobs
       where ${classJobs} and (run_at <= now() or last_error is not null)`,
    );
    const [first] = rows;
    if (!first) return;
    if (Date.now() > deadline)
      throw new Error(`${rows.length} jobs are not done, such as ${first.key}: ${first.error}`);
    await sleep(200);
  }
}
