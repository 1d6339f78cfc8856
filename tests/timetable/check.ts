import type pg from 'pg';
import type { Class as ClassAnswer, PlannedLesson } from '#shared/classes.ts';
import { addDays, dayOf } from '#shared/hong-kong.ts';
import type { Reliability } from '#shared/reliability.ts';
import { send } from '../clock-in/storm.ts';
import type { Model, Op } from './model.ts';
import { type Class, day, hour, lessonsBetween, missed, stateOf, totalsOf } from './plan.ts';
import type { Answer } from './storm.ts';
import type { StoryTime } from './story-time.ts';

type Item = {
  what: string;
  actor: string;
  class_id: number;
  lesson_id: number | null;
  facts: { proposal?: number; planned_at?: string };
};
/** One transaction that left a trace. */
type Step = { last: number; at: number; items: Item[]; key: string | null; lesson: number | null };

/**
 * Plays what the database has taken since the last time through the model, in the order in which it was taken, and says
 * what the rules do not allow. What jobs did is compared by its result, but an end that was set may come between steps:
 * that of a lesson which began yesterday and is open again.
 */
export function createJournal(pool: () => pg.Pool, model: Model, time: StoryTime) {
  let last = 0;
  return async function replay(ops: ReadonlyMap<string, Op>): Promise<string[]> {
    const wrong: string[] = [];
    const steps = await readSteps(pool(), last);
    const keys = await keysOfProposals(pool());
    const stops = await stopsOf(pool(), time);
    for (const step of steps) {
      last = Math.max(last, step.last);
      const op = opOf(step, ops, keys, time);
      if (op === 'job') {
        for (const { what, lesson_id } of step.items)
          if (what === 'ended' && lesson_id !== null) model.passTime(time.told(step.at), lesson_id);
        continue;
      }
      if (op === undefined) {
        wrong.push(`nobody asked for ${JSON.stringify(step)}`);
        continue;
      }
      const made = step.items.find(({ what }) => what === 'proposed')?.facts.proposal;
      const given = { id: made ?? step.lesson, stoppedAt: stops.get(op.classId) ?? Number.NaN };
      const { code } = model.apply(op, time.told(step.at), given);
      if (code !== 'ok') wrong.push(`${JSON.stringify(op)} was taken where the rules say ${code}`);
    }
    return wrong;
  };
}

async function readSteps(pool: pg.Pool, last: number): Promise<Step[]> {
  const { rows } = await pool.query<Step>(
    `select max(storm_order)::int as last, floor(extract(epoch from min(at)) * 1000)::float8 as at,
       coalesce(json_agg(item order by storm_order) filter (where item is not null), '[]') as items,
       min(key::text) as key, min(lesson_id)::int as lesson
     from (
       select storm_order, storm_tx, at, null::uuid as key, lesson_id, json_build_object('what', what, 'actor', actor,
         'class_id', class_id, 'lesson_id', lesson_id, 'facts', facts)::jsonb as item
       from class_history where storm_order > $1 and what not in ('made', 'judged')
       union all
       select storm_order, storm_tx, received_at, key, lesson_id, null from clock_entries where storm_order > $1
     ) as trace
     group by storm_tx order by min(storm_order)`,
    [last],
  );
  return rows;
}

async function keysOfProposals(pool: pg.Pool) {
  const { rows } = await pool.query<{ id: number; key: string }>('select id::int, key from plan_proposals');
  return new Map(rows.map(({ id, key }) => [id, key]));
}

async function stopsOf(pool: pg.Pool, time: StoryTime) {
  const { rows } = await pool.query<{ id: number; at: number }>(
    `select id::int, floor(extract(epoch from stopped_at) * 1000)::float8 as at
     from classes where stopped_at is not null`,
  );
  return new Map(rows.map(({ id, at }) => [id, time.told(at)]));
}

/** The step that a transaction was; `job` where a server did it by itself. */
function opOf(
  { items, key }: Step,
  ops: ReadonlyMap<string, Op>,
  keys: ReadonlyMap<number, string>,
  time: StoryTime,
): Op | 'job' | undefined {
  if (key) return ops.get(key);
  const [first] = items;
  if (!first || first.actor === 'system') return 'job';
  const { class_id: classId } = first;
  const side = first.actor as Op['side'];
  const find = (what: string) => items.find((item) => item.what === what);
  const proposed = find('proposed')?.facts.proposal;
  if (proposed !== undefined) return ops.get(keys.get(proposed) ?? '');
  for (const how of ['accept', 'decline', 'withdraw'] as const) {
    const named = { accept: 'accepted', decline: 'declined', withdraw: 'withdrawn' }[how];
    const proposal = find(`proposal_${named}`)?.facts.proposal;
    if (proposal !== undefined) return { do: how, classId, side, proposal };
  }
  const lesson = first.lesson_id;
  if (lesson !== null && find('undone')) return { do: 'undo', classId, side, lesson, what: 'start' };
  if (lesson !== null && find('reopened')) return { do: 'undo', classId, side, lesson, what: 'end' };
  if (lesson !== null && find('confirmed')) return { do: 'confirm', classId, side, lesson };
  const place = find('cancelled')?.facts.planned_at;
  if (place) return { do: 'cancel', classId, side, place: time.told(Date.parse(place)) };
  // A proposal was made that was there already, and others had lapsed.
  return items.every(({ what }) => what === 'proposal_lapsed') ? 'job' : undefined;
}

/** What is stored and what the model has, line by line. */
export async function compare(pool: pg.Pool, model: Model, time: StoryTime): Promise<string[]> {
  const now = time.now();
  const ms = (column: string) => `floor(extract(epoch from ${column}) * 1000)::float8`;
  const rows = async (query: string) =>
    (await pool.query<Record<string, string | number | boolean | null>>(query)).rows;
  const line = (...parts: unknown[]) => parts.map((part) => part ?? '-').join(' ');
  const told = (value: unknown) => (value === null ? null : time.told(Number(value)));
  const stored = [
    ...(
      await rows(`select id, case when state = 'open' and lapses_at <= now() then 'lapsed' else state end as state
      from plan_proposals`)
    ).map(({ id, state }) => line('proposal', id, state)),
    ...(
      await rows(`select class_id, ${ms('planned_at')} as place, kind, ${ms('moved_to')} as start, minutes, is_extra
      from lesson_changes`)
    ).map((row) =>
      line('change', row.class_id, told(row.place), row.kind, told(row.start), row.minutes, row.is_extra),
    ),
    ...(
      await rows(`select id, class_id, ${ms('started_at')} as start, ${ms('ended_at')} as end, ended_how,
      ${ms('planned_at')} as place, state, is_added, settled_how from lessons`)
    ).map((row) =>
      line(
        'lesson',
        row.class_id,
        row.id,
        told(row.start),
        told(row.end),
        row.ended_how,
        told(row.place),
        row.state,
        row.is_added,
        row.settled_how,
      ),
    ),
    ...(await rows(`select id, jsonb_array_elements(weeks) as week from classes`)).map(({ id, week }) => {
      const { from, slots } = week as unknown as { from: string; slots: number[] };
      const turned = slots.map(time.toldSlot).sort((one, other) => one - other);
      return line('weekly', id, dayOf(time.told(Date.parse(from))), turned.join());
    }),
    ...(await rows(`select class_id, ${ms('planned_at')} as place, outcome from lesson_outcomes`)).map(
      (row) => line('outcome', row.class_id, told(row.place), row.outcome),
    ),
  ];
  const expected: string[] = [];
  /** Lessons that are judged about now, one way or the other. */
  const soon = new Set<string>();
  for (const cls of model.classes) {
    for (const one of cls.proposals.values())
      expected.push(
        line('proposal', one.id, one.state === 'open' && one.lapses <= now ? 'lapsed' : one.state),
      );
    for (const [place, { kind, start, minutes, isExtra }] of cls.changes)
      expected.push(line('change', cls.id, place, kind, start, minutes, isExtra));
    for (const one of cls.records) {
      const { taught, place, isAdded, settledHow } = one;
      expected.push(
        line(
          'lesson',
          cls.id,
          one.id,
          taught.start,
          taught.end,
          taught.how,
          place,
          stateOf(one),
          isAdded,
          settledHow,
        ),
      );
    }
    for (const { from, slots } of cls.weeks.slice(1))
      expected.push(line('weekly', cls.id, dayOf(from), slots.join()));
    for (const [place, outcome] of cls.outcomes) expected.push(line('outcome', cls.id, place, outcome));
    for (const entry of missed(cls, now)) {
      const absent = line('outcome', cls.id, entry.place, 'absent');
      if (isJudgedSoon(entry, now)) soon.add(absent);
      else expected.push(absent);
    }
  }
  return [...differences(stored, expected)].filter((text) => ![...soon].some((one) => text.endsWith(one)));
}

function* differences(stored: readonly string[], expected: readonly string[]) {
  const [has, wants] = [new Set(stored), new Set(expected)];
  for (const one of expected) if (!has.has(one)) yield `the database lacks: ${one}`;
  for (const one of stored) if (!wants.has(one)) yield `the database has: ${one}`;
}

/** Acknowledged steps that the database does not contain; the model has what it contains. */
export async function lostAnswers(
  pool: pg.Pool,
  model: Model,
  answers: readonly Answer[],
): Promise<string[]> {
  const { rows: entries } = await pool.query<{ key: string; lesson: number | null }>(
    'select key, lesson_id::int as lesson from clock_entries',
  );
  const { rows: histories } = await pool.query<{ lesson: number; count: number }>(
    `select lesson_id::int as lesson, count(*)::int from class_history where lesson_id is not null group by 1`,
  );
  const lessonOfKey = new Map(entries.map(({ key, lesson }) => [key, lesson]));
  const tracesOf = new Map(histories.map(({ lesson, count }) => [lesson, count]));
  const classOf = new Map(model.classes.map((cls) => [cls.id, cls]));
  const done = { accept: 'accepted', decline: 'declined', withdraw: 'withdrawn' } as const;
  const isThere = ({ op, id, traces }: Answer) => {
    const cls = classOf.get(op.classId);
    switch (op.do) {
      case 'propose':
        return cls?.proposals.has(id ?? Number.NaN);
      case 'accept':
      case 'decline':
      case 'withdraw':
        return cls?.proposals.get(op.proposal)?.state === done[op.do];
      case 'cancel':
        return cls?.changes.get(op.place)?.kind === 'cancelled';
      case 'start':
      case 'end':
      case 'add':
      case 'stop':
        return lessonOfKey.get(op.key) === id;
      case 'undo':
      case 'confirm':
        return (tracesOf.get(op.lesson) ?? 0) >= traces;
    }
  };
  return answers
    .filter((answer) => answer.code === 'ok' && !isThere(answer))
    .map(({ op, id }) => `${JSON.stringify(op)} was answered ${id}`);
}

type Views = {
  wrong: string[];
  /** Lessons in the calendars of tutors that stand at the same time. */
  overlaps: number;
  minutes: { shown: number; model: number };
  dollars: { shown: number; model: number };
  outcomes: { shown: number; apart: number };
};

/** What tutors see: their calendar, what their lessons come to, and how reliable they are. */
export async function compareViews(address: string, model: Model, time: StoryTime): Promise<Views> {
  const views: Views = {
    ...{ wrong: [], overlaps: 0, minutes: { shown: 0, model: 0 }, dollars: { shown: 0, model: 0 } },
    outcomes: { shown: 0, apart: 0 },
  };
  for (const [tutor, classes] of Map.groupBy(model.classes, (cls) => cls.tutor)) {
    const read = async <Data>(path: string) => (await readAs(address, tutor, path)) as Data;
    compareSums(views, classes, await read('/api/users/classes?side=tutor&page_size=100'));
    const [first, last] = [addDays(dayOf(Date.now()), -20), addDays(dayOf(Date.now()), 41)];
    const { list } = await read<{ list: PlannedLesson[] }>(`/api/users/schedule?from=${first}&to=${last}`);
    const shown = list.map((one) => ({
      classId: one.class_id,
      ...{
        place: Date.parse(one.planned_at),
        start: Date.parse(one.starts_at),
        end: Date.parse(one.ends_at),
      },
      isCancelled: one.state === 'cancelled',
    }));
    views.overlaps += overlapsIn(shown.filter(({ isCancelled }) => !isCancelled));
    const lineOf = (classId: number, one: Omit<(typeof shown)[number], 'classId'>) =>
      [classId, one.place, one.start, one.end, one.isCancelled].join(' ');
    const from = time.told(Date.parse(`${first}T00:00:00+08:00`));
    const expected = classes.flatMap((cls) =>
      lessonsBetween(cls, from, from + 62 * day).map((one) => lineOf(cls.id, one)),
    );
    const told = shown.map((one) =>
      lineOf(one.classId, {
        ...one,
        ...{ place: time.told(one.place), start: time.told(one.start), end: time.told(one.end) },
      }),
    );
    for (const text of differences(told, expected)) views.wrong.push(`calendar of tutor ${tutor}: ${text}`);
    const { reliability } = await read<{ reliability: Reliability }>('/api/users/reliability?page_size=1');
    compareReliability(views, classes, reliability, time.now());
  }
  return views;
}

async function readAs(address: string, id: number, path: string): Promise<unknown> {
  const headers = { 'x-caller': JSON.stringify({ id, identity: 2 }) };
  const { status, text } = await send('GET', address + path, headers);
  if (status !== 200) throw new Error(`${path} was answered ${status} ${text}`);
  return JSON.parse(text).data;
}

function compareSums(views: Views, classes: readonly Class[], { list }: { list: ClassAnswer[] }) {
  for (const cls of classes) {
    const totals = list.find(({ id }) => id === cls.id)?.totals ?? null;
    const expected = totalsOf(cls);
    views.minutes.shown += totals?.minutes ?? 0;
    views.minutes.model += expected.minutes;
    views.dollars.shown += totals?.amount ?? 0;
    views.dollars.model += expected.amount;
    if (JSON.stringify(totals) !== JSON.stringify(expected))
      views.wrong.push(`class ${cls.id} shows ${JSON.stringify(totals)} and not ${JSON.stringify(expected)}`);
  }
}

/** Each with the one before it: they are in order. */
function overlapsIn(lessons: readonly { start: number; end: number }[]) {
  let busyUntil = 0;
  let count = 0;
  for (const { start, end } of lessons.toSorted((one, other) => one.start - other.start)) {
    if (start < busyUntil) count++;
    busyUntil = Math.max(busyUntil, end);
  }
  return count;
}

function compareReliability(views: Views, classes: readonly Class[], shown: Reliability, now: number) {
  const noted = classes.flatMap((cls) => [...cls.outcomes.values()]);
  for (const outcome of ['kept', 'late', 'cancelled_late'] as const)
    views.outcomes.apart += Math.abs(shown[outcome] - noted.filter((one) => one === outcome).length);
  const away = classes.flatMap((cls) => missed(cls, now));
  const most = away.length;
  const least = away.filter((entry) => !isJudgedSoon(entry, now)).length;
  views.outcomes.apart += Math.max(0, shown.absent - most, least - shown.absent);
  views.outcomes.shown += shown.lessons_due;
}

/** The job waits for the longest lesson of the class: lessons that ended a day ago are judged one way or the other. */
const isJudgedSoon = ({ end }: { end: number }, now: number) => end + day + 9 * hour > now;
