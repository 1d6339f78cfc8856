import type pg from 'pg';
import { minutesIn, newTutor, reduce, type Tutor } from './model.ts';
import type { Answer } from './storm.ts';

export type Verdict = {
  overlaps: number;
  doubleOpen: number;
  /** Acknowledged clock-ins that the database does not contain. */
  lostAnswers: string[];
  /** Rows that the rules do not allow, or that differ from what the model makes of the same clock-ins. */
  wrong: string[];
  lessons: number;
  entries: number;
  stopped: number;
  minutes: { stored: number; model: number };
};

type Entry = {
  id: string;
  key: string;
  tutor: number;
  class_id: number;
  status: 1 | 2 | 3;
  lesson_id: number | null;
};

const actions = { 1: 'start', 2: 'end', 3: 'stop' } as const;

/** Replays the stored clock entries in order through the model, and compares the resulting lessons. */
export async function judge(pool: pg.Pool, answers: readonly Answer[]): Promise<Verdict> {
  const rows = async <Row extends pg.QueryResultRow>(query: string) => (await pool.query<Row>(query)).rows;
  const entries = await rows<Entry>(`
    select clock_entries.id, key, user_id::int as tutor, class_id::int, status, lesson_id::int
    from clock_entries order by clock_entries.id`);
  const stops = new Map(
    (
      await rows<{ id: number; at: number }>(
        `select id::int, floor(extract(epoch from stopped_at) * 1000)::float8 as at
         from classes where stopped_at is not null`,
      )
    ).map(({ id, at }) => [id, at]),
  );
  const ops = new Map(answers.map(({ op }) => [op.key, op]));
  const tutors = new Map<number, Tutor>();
  const begunBy = new Map<number, string>();
  const wrong: string[] = [];
  for (const entry of entries) {
    const op = ops.get(entry.key);
    if (!op || op.tutor !== entry.tutor || op.classId !== entry.class_id || op.do !== actions[entry.status]) {
      wrong.push(`entry ${entry.id} is of a tap that nobody made`);
      continue;
    }
    const tutor = tutors.get(op.tutor) ?? newTutor();
    tutors.set(op.tutor, tutor);
    const outcome = reduce(tutor, op, stops.get(op.classId) ?? Number.NaN);
    if (outcome.code !== 'ok') {
      wrong.push(`entry ${entry.id}, ${op.do}, was taken where the rules say ${outcome.code}`);
      continue;
    }
    if (entry.lesson_id === null || outcome.lesson === null) continue;
    const begun = begunBy.get(entry.lesson_id) ?? outcome.lesson;
    begunBy.set(entry.lesson_id, begun);
    if (begun !== outcome.lesson) wrong.push(`entry ${entry.id} was taken for another lesson`);
  }

  const stored = await rows<{ tutor: number; line: string }>(`
    select tutor_user_id::int as tutor, concat_ws(' ', class_id, floor(extract(epoch from started_at) * 1000)::bigint,
      coalesce(floor(extract(epoch from ended_at) * 1000)::bigint::text, 'open'), coalesce(ended_how, '')) as line
    from lessons order by started_at`);
  const storedOf = Map.groupBy(stored, (row) => row.tutor);
  for (const [id, tutor] of tutors) {
    const model = tutor.lessons
      .toSorted((a, b) => a.start - b.start)
      .map((one) => [one.classId, one.start, one.end ?? 'open', one.how ?? ''].join(' ').trimEnd());
    const saved = storedOf.get(id)?.map(({ line }) => line.trimEnd()) ?? [];
    for (const line of model) if (!saved.includes(line)) wrong.push(`tutor ${id} lacks ${line}`);
    for (const line of saved) if (!model.includes(line)) wrong.push(`tutor ${id} has ${line} too many`);
  }

  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  const lostAnswers = answers
    .filter(({ code, op, lessonId }) => code === 'ok' && byKey.get(op.key)?.lesson_id !== lessonId)
    .map(({ op, lessonId }) => `${op.do} ${op.key} was answered lesson ${lessonId}`);
  const count = async (query: string) => (await rows<{ count: number }>(query))[0]?.count ?? -1;
  return {
    // Computed from the times, without trusting the constraints. An open lesson counts as one microsecond
    // long.
    overlaps: await count(`
      select count(*)::int from lessons a join lessons b on a.tutor_user_id = b.tutor_user_id and a.id < b.id
      where a.started_at < coalesce(b.ended_at, b.started_at + interval '1 microsecond')
        and b.started_at < coalesce(a.ended_at, a.started_at + interval '1 microsecond')`),
    doubleOpen: await count(`
      select count(*)::int from (
        select from lessons where ended_at is null group by tutor_user_id having count(*) > 1) as doubled`),
    lostAnswers,
    wrong,
    lessons: stored.length,
    entries: entries.length,
    stopped: stops.size,
    minutes: {
      stored: await count(`
        select coalesce(sum(floor(extract(epoch from ended_at - started_at) / 60)), 0)::int as count from lessons`),
      model: [...tutors.values()].reduce((total, tutor) => total + minutesIn(tutor), 0),
    },
  };
}
