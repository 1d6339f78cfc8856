import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Running } from '../clock-in/run.ts';
import type { Random } from '../random.ts';
import { compare, compareViews, createJournal, lostAnswers } from './check.ts';
import { createModel, type Op } from './model.ts';
import { buildTimetables } from './school.ts';
import { type Answer, actAway, memoriesOf } from './storm.ts';
import { createStoryTime, jobsDone, passDays } from './story-time.ts';

type Options = {
  start: () => Running;
  /** A pool to the database of the server that runs now; closed by the caller. */
  connect: () => Promise<pg.Pool>;
  tutors: number;
  steps: number;
  connections: number;
  kills: number;
  /** A day passes after each part of the steps. */
  days: number;
  stopsIn: number;
  randomOf: (connection: number) => Random;
  /** After each day, for somebody who waits. */
  told?: (text: string) => void;
};

/**
 * Load test of the timetable and of records: many people change both at once while the server is killed and restarted
 * and the days pass. After each day, what the database took is played through the model and compared.
 */
export async function stormTimetable(options: Options) {
  const { start, connect, steps, connections, kills, days, randomOf } = options;
  let running = start();
  await running.address;
  let pool = await connect();
  const time = createStoryTime();
  const classes = await buildTimetables(pool, options.tutors);
  const model = createModel(classes);
  const memories = memoriesOf(classes);
  const replay = createJournal(() => pool, model, time);
  const ops = new Map<string, Op>();
  const answers: Answer[] = [];
  const wrong: string[] = [];
  let unanswered = 0;
  let killed = 0;
  const randoms = Array.from({ length: connections }, (_, at) => randomOf(at));
  const isSequential = connections === 1;

  const phone = (random: Random) => ({
    ...{ address: () => running.address, memories, time, random, stopsIn: options.stopsIn },
    begins: (op: Op) => 'key' in op && ops.set(op.key, op),
    heard: async (answer: Answer) => {
      answers.push(answer);
      if (!isSequential) return;
      // One step after the other: the model says what is answered, refusals too.
      const { op, code, id } = answer;
      const stoppedAt = op.do === 'stop' ? await stoppedAtOf(pool, op.classId) : Number.NaN;
      const expected = model.apply(op, time.now(), { id, stoppedAt: time.told(stoppedAt) });
      if (expected.code !== code || (expected.code === 'ok' && expected.id !== id))
        wrong.push(`${JSON.stringify(op)} was answered ${code} ${id}, not ${JSON.stringify(expected)}`);
      if (op.do !== 'undo' || op.what !== 'end' || code !== 'ok') return;
      // A lesson that began yesterday and is open again is ended at once.
      await jobsDone(pool);
      model.passTime(time.now());
    },
    lost: () => unanswered++,
  });

  /** Kills the server in the middle of the day's steps, and starts it again. */
  async function killOnce(after: number) {
    while (answers.length < after) await sleep(10);
    killed++;
    await running.kill();
    running = start();
    await running.address;
    await pool.end();
    pool = await connect();
  }

  for (let today = 0; today < days; today++) {
    const isKilled = Math.floor(((today + 1) * kills) / days) > Math.floor((today * kills) / days);
    const ofDay = Math.ceil(steps / days);
    await Promise.all([
      ...randoms.map((random) =>
        actAway(phone(random), Math.ceil(ofDay / connections), { twice: !isSequential }),
      ),
      ...(isKilled ? [killOnce(answers.length + Math.floor(ofDay / 2))] : []),
    ]);
    if (!isSequential) wrong.push(...(await replay(ops)));
    // In the end more days, so that what is left is judged.
    for (let night = today === days - 1 ? 3 : 1; night > 0; night--) {
      await passDays(pool, 1);
      time.pass(1);
      await jobsDone(pool);
      model.passTime(time.now());
    }
    wrong.push(...(await compare(pool, model, time)));
    options.told?.(`day ${today + 1}: ${answers.length} steps, ${wrong.length} wrong`);
    if (wrong.length > 0) break;
  }
  const views = await compareViews(await running.address, model, time);
  const lost = await lostAnswers(pool, model, answers);
  const overlaps = await taughtAtOnce(pool);
  await pool.end();
  return {
    answers,
    unanswered,
    killed,
    running,
    wrong: [...wrong, ...views.wrong],
    lost,
    overlaps,
    views,
    model,
  };
}

async function stoppedAtOf(pool: pg.Pool, classId: number): Promise<number> {
  const { rows } = await pool.query<{ at: number }>(
    'select floor(extract(epoch from stopped_at) * 1000)::float8 as at from classes where id = $1',
    [classId],
  );
  return rows[0]?.at ?? Number.NaN;
}

/** Records of a tutor that overlap, computed from the times without trusting the constraints. */
async function taughtAtOnce(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(`
    select count(*)::int from lessons a join lessons b on a.tutor_user_id = b.tutor_user_id and a.id < b.id
    where a.state <> 'void' and b.state <> 'void'
      and a.started_at < coalesce(b.ended_at, b.started_at + interval '1 microsecond')
      and b.started_at < coalesce(a.ended_at, a.started_at + interval '1 microsecond')`);
  return rows[0]?.count ?? -1;
}
