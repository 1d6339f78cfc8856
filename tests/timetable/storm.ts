import { setTimeout as sleep } from 'node:timers/promises';
import type { CodeName } from '#shared/codes/codes.ts';
import { addDays, dayOf, startOfDay } from '#shared/hong-kong.ts';
import { slotAt } from '#shared/rules/half-hours.ts';
import { nameOf, send, uuid, WrongAnswer } from '../clock-in/storm.ts';
import type { Random } from '../random.ts';
import type { Op } from './model.ts';
import { type Class, day, minute, type Side, type Wish, weeklyLessons } from './plan.ts';
import type { StoryTime } from './story-time.ts';

/** The answer to a step. If it was lost, the step is sent again. */
export type Answer = {
  op: Op;
  code: CodeName;
  /** Of the proposal or the lesson. */
  id: number | null;
  /** How much had happened to the lesson, as the answer told. */
  traces: number;
};

/** What people remember of a class; it may be out of date. */
type Memory = Pick<Class, 'id' | 'tutor' | 'family' | 'minutes'> & {
  slots: readonly number[];
  proposals: { id: number; side: Side; wish: Wish }[];
  /** Places in the plan of lessons that were moved or are extra. */
  places: number[];
  lessons: { id: number; key: string; start: number; isOpen: boolean }[];
};
export const memoriesOf = (classes: readonly Class[]): Memory[] =>
  classes.map(({ id, tutor, family, minutes, weeks }) => ({
    ...{ id, tutor, family, minutes, slots: weeks[0]?.slots ?? [] },
    ...{ proposals: [], places: [], lessons: [] },
  }));

type Phone = {
  /** The server's current address, which changes when it is restarted. */
  address: () => Promise<string>;
  memories: readonly Memory[];
  time: StoryTime;
  random: Random;
  /** One in this many steps stops a class. */
  stopsIn: number;
  /** Called before a step is sent for the first time. */
  begins: (op: Op) => void;
  heard: (answer: Answer) => unknown;
  lost: () => void;
};

/** One connection that proposes, answers, taps and mends for random people. */
export async function actAway(phone: Phone, count: number, { twice = true } = {}) {
  const { random } = phone;
  const recent: Op[] = [];
  for (let done = 0; done < count; ) {
    const op = recent.length > 0 && random.happens(0.06) ? random.pick(recent) : randomOp(phone);
    recent.push(op);
    if (recent.length > 30) recent.shift();
    phone.begins(op);
    // A double tap: the same step twice at once, on separate connections.
    const taps = twice && random.happens(0.04) ? [op, op] : [op];
    for (const answer of await Promise.all(taps.map((one) => askUntilAnswered(phone, one)))) {
      remember(phone, answer);
      await phone.heard(answer);
      done++;
    }
  }
}

function randomOp(phone: Phone): Op {
  const { random, memories, time, stopsIn } = phone;
  const memory = random.pick(memories);
  const now = time.now();
  const classId = memory.id;
  const key = uuid(random.share);
  if (random.below(stopsIn) === 0) return { do: 'stop', classId, side: 'tutor', key };
  const side = random.pick(['family', 'tutor'] as const);
  const lesson = memory.lessons.length > 0 ? random.pick(memory.lessons) : undefined;
  const what = random.weighted([
    ['propose', 34],
    ['answer', 26],
    ['cancel', 4],
    ['tap', 22],
    ['undo', 5],
    ['add', 4],
    ['confirm', 5],
  ] as const);
  if (what === 'answer' && memory.proposals.length > 0) return randomAnswer(memory, random);
  if (what === 'cancel') return { do: 'cancel', classId, side, place: placeOf(memory, random, now) };
  if (what === 'tap') return randomTap(phone, memory, key, now);
  if (what === 'add') return randomAddition(memory, random, { key, now });
  if (what === 'undo' && lesson) {
    const kind = random.happens(0.85) === lesson.isOpen ? 'start' : 'end';
    return {
      do: 'undo',
      classId,
      side: random.happens(0.95) ? 'tutor' : 'family',
      lesson: lesson.id,
      what: kind,
    };
  }
  if (what === 'confirm' && lesson)
    return { do: 'confirm', classId, side: random.happens(0.95) ? 'family' : 'tutor', lesson: lesson.id };
  const wish = randomWish(memory, random, now);
  const before = memory.proposals.find(
    (one) => JSON.stringify(thing(one.wish)) === JSON.stringify(thing(wish)),
  );
  const replaces = before && random.happens(0.5) ? before.id : undefined;
  return { do: 'propose', classId, side, key, wish, replaces };
}

const thing = (wish: Wish) => ('place' in wish ? wish.place : 'lesson' in wish ? wish.lesson : wish.kind);

function randomAnswer({ id: classId, proposals }: Memory, random: Random): Op {
  const proposal = random.pick(proposals);
  const other = proposal.side === 'family' ? 'tutor' : 'family';
  const how = random.weighted([
    ['accept', 70],
    ['decline', 14],
    ['withdraw', 16],
  ] as const);
  const side = (how === 'withdraw') === random.happens(0.95) ? proposal.side : other;
  return { do: how, classId, side, proposal: proposal.id };
}

/** Mostly a lesson of the coming week, sometimes one of the last days. */
function placeOf({ slots, places }: Memory, random: Random, now: number, from = now - 2 * day) {
  if (places.length > 0 && random.happens(0.35)) return random.pick(places);
  const weekly = weeklyLessons(slots, from, from + 9 * day);
  if (weekly.length > 0 && random.happens(0.95)) return random.pick(weekly).place;
  return startOfDay(addDays(dayOf(from), random.below(9))).getTime() + (9 + random.below(10)) * 60 * minute;
}

function timeAhead(random: Random, now: number) {
  // Some are by night, off the quarter or over already.
  const quarters = random.happens(0.96) ? 36 + random.below(44) : random.below(96);
  const start = startOfDay(addDays(dayOf(now), random.below(7))).getTime() + quarters * 15 * minute;
  return random.happens(0.98) ? start : start + 5 * minute;
}

function randomWish(memory: Memory, random: Random, now: number): Wish {
  const dayAhead = (days: number) => addDays(dayOf(now), random.below(days) - (random.happens(0.05) ? 1 : 0));
  const lesson = memory.lessons.length > 0 ? random.pick(memory.lessons) : undefined;
  const kind = random.weighted([
    ['weekly', 8],
    ['extra', 26],
    ['move', 32],
    ['cancel', 10],
    ['pause', 4],
    ['minutes', lesson ? 20 : 0],
  ] as const);
  const place = placeOf(memory, random, now, random.happens(0.1) ? now - 5 * day : now);
  switch (kind) {
    case 'weekly':
      return { kind, from: dayAhead(10), slots: randomWeek(random) };
    case 'extra':
      return { kind, start: timeAhead(random, now), minutes: random.pick([30, 60, 60, 90, 120]) };
    case 'move': {
      const start = random.happens(0.1) ? place + 30 * minute : timeAhead(random, now);
      return {
        kind,
        place,
        start,
        minutes: random.happens(0.3) ? random.pick([30, 45, 75, 120]) : undefined,
      };
    }
    case 'cancel':
      return { kind, place };
    case 'pause': {
      const from = dayAhead(8);
      return { kind, from, to: addDays(from, random.below(4) - (random.happens(0.05) ? 2 : 0)) };
    }
    case 'minutes':
      return {
        kind,
        lesson: lesson?.id ?? 0,
        minutes: random.happens(0.15) ? 1 + random.below(12) : 20 + random.below(100),
      };
  }
}

/** One or two lessons a week, by day with few exceptions. */
function randomWeek(random: Random) {
  const slots = new Set<number>();
  for (let lessons = 1 + random.below(2); lessons > 0; lessons--) {
    const first = random.below(7) * 48 + (random.happens(0.97) ? 18 + random.below(22) : random.below(48));
    const halves = 2 + random.below(2);
    for (let half = 0; half < halves; half++)
      if (Math.floor((first + half) / 48) === Math.floor(first / 48)) slots.add(first + half);
  }
  return [...slots].sort((one, other) => one - other);
}

function randomTap({ random, memories }: Phone, memory: Memory, key: string, now: number): Op {
  const side = 'tutor' as const;
  const ofTutor = memories.filter(({ tutor }) => tutor === memory.tutor);
  const open = ofTutor.flatMap(({ id, lessons }) =>
    lessons.filter(({ isOpen }) => isOpen).map((lesson) => ({ classId: id, lesson })),
  );
  if (open.length > 0 && random.happens(0.8)) {
    const { classId, lesson } = random.pick(open);
    const minutes = random.happens(0.2) ? random.below(14) - 2 : 15 + random.below(100);
    const at = Math.min(lesson.start + minutes * minute, now);
    const startKey = random.happens(0.75) ? lesson.key : random.happens(0.2) ? uuid(random.share) : undefined;
    return { do: 'end', classId, side, key, at, startKey };
  }
  const ago = now - 6.5 * day;
  const near = placeOf(memory, random, now, ago);
  const at = Math.max(Math.min(near + (random.below(120) - 70) * minute, now), ago);
  const named = random.happens(0.2) ? null : random.happens(0.2) ? near : undefined;
  return { do: 'start', classId: memory.id, side, key, at: random.happens(0.1) ? now : at, named };
}

function randomAddition(memory: Memory, random: Random, { key, now }: { key: string; now: number }): Op {
  const near = placeOf(memory, random, now, now - 8 * day);
  const old = now - random.below(34) * day - random.below(600) * minute;
  const from = random.happens(0.6) ? near + (random.below(60) - 10) * minute : old;
  const to = from + (random.happens(0.1) ? random.below(12) : 20 + random.below(100)) * minute;
  const named = random.happens(0.2) ? null : random.happens(0.25) ? near : undefined;
  const side = random.happens(0.97) ? 'tutor' : 'family';
  return { do: 'add', classId: memory.id, side, key, from, to, named };
}

function remember({ memories, random }: Phone, { op, code, id }: Answer) {
  const memory = memories.find((one) => one.id === op.classId);
  if (!memory) return;
  const keep = <Item>(list: Item[], item: Item, most: number) => {
    list.push(item);
    if (list.length > most) list.shift();
  };
  const isOk = code === 'ok';
  if (op.do === 'propose' && isOk && id !== null && !memory.proposals.some((one) => one.id === id))
    keep(memory.proposals, { id, side: op.side, wish: op.wish }, 12);
  if (op.do === 'accept' || op.do === 'decline' || op.do === 'withdraw') {
    const proposal = memory.proposals.find((one) => one.id === op.proposal);
    if (proposal && isOk && op.do === 'accept') {
      if (proposal.wish.kind === 'weekly') memory.slots = proposal.wish.slots;
      if (proposal.wish.kind === 'extra') keep(memory.places, proposal.wish.start, 10);
      if (proposal.wish.kind === 'move') keep(memory.places, proposal.wish.place, 10);
    }
    if (isOk || random.happens(0.5)) memory.proposals = memory.proposals.filter((one) => one !== proposal);
  }
  if (op.do === 'end' && !isOk && random.happens(0.5))
    for (const one of memory.lessons) if (one.key === op.startKey) one.isOpen = false;
  if (!isOk || id === null) return;
  const lesson = memory.lessons.find((one) => one.id === id);
  if ((op.do === 'start' || op.do === 'add') && !lesson) {
    const start = op.do === 'add' ? op.from : op.at;
    keep(memory.lessons, { id, key: op.key, start, isOpen: op.do === 'start' }, 8);
  }
  if (lesson && op.do === 'end') lesson.isOpen = false;
  if (lesson && op.do === 'undo') lesson.isOpen = op.what === 'end';
}

async function askUntilAnswered(phone: Phone, op: Op): Promise<Answer> {
  for (;;) {
    try {
      return await ask(await phone.address(), phone, op);
    } catch (error) {
      if (error instanceof WrongAnswer) throw error;
      phone.lost();
      await sleep(50);
    }
  }
}

async function ask(address: string, phone: Phone, op: Op): Promise<Answer> {
  const memory = phone.memories.find(({ id }) => id === op.classId);
  const caller =
    op.side === 'tutor' ? { id: memory?.tutor, identity: 2 } : { id: memory?.family, identity: 1 };
  const { method, path, body } = requestOf(op, phone.time);
  const headers = {
    'x-caller': JSON.stringify(caller),
    // Limits apply per address.
    'x-forwarded-for': [10, 0, 0, 0].map((first) => first || Math.floor(Math.random() * 255)).join('.'),
    ...(body && { 'content-type': 'application/json' }),
  };
  const response = await send(method, address + path, headers, body && JSON.stringify(body));
  const { code, data } = JSON.parse(response.text) as {
    code: number;
    data: { id?: number; lesson?: { id: number } | null; history?: unknown[] } | null;
  };
  const name = nameOf.get(code);
  // The server asks to try again; whether the step was taken is unknown.
  if (name === 'notReady') throw new Error('not ready');
  if (!name || response.status >= 500 || name === 'badInput' || name === 'tooMany')
    throw new WrongAnswer(`${JSON.stringify(op)} was answered ${response.status} ${response.text}`);
  const made = code === 0 ? data : null;
  return { op, code: name, id: made?.lesson?.id ?? made?.id ?? null, traces: made?.history?.length ?? 0 };
}

type Call = { method: 'POST' | 'PUT'; path: string; body?: object };

function requestOf(op: Op, time: StoryTime): Call {
  const { iso } = time;
  const ofClass = `/api/users/classes/${op.classId}`;
  const named = 'named' in op && typeof op.named === 'number' ? iso(op.named) : null;
  const plan = 'named' in op && op.named !== undefined ? { planned_at: named } : {};
  switch (op.do) {
    case 'propose': {
      const { key, wish, replaces } = op;
      const body = { key, ...bodyOf(wish, time), ...(replaces !== undefined && { replaces }) };
      return { method: 'POST', path: `${ofClass}/proposals`, body };
    }
    case 'accept':
    case 'decline':
    case 'withdraw':
      return { method: 'PUT', path: `/api/users/plan_proposals/${op.proposal}/${op.do}` };
    case 'cancel':
      return { method: 'POST', path: `${ofClass}/cancel`, body: { planned_at: iso(op.place) } };
    case 'undo':
      return { method: 'PUT', path: `/api/users/clock_in/${op.lesson}/undo`, body: { what: op.what } };
    case 'confirm':
      return { method: 'PUT', path: `/api/users/clock_in/${op.lesson}/confirm` };
    case 'add': {
      const body = { key: op.key, started_at: iso(op.from), ended_at: iso(op.to), ...plan };
      return { method: 'POST', path: `${ofClass}/lessons`, body };
    }
    case 'start':
    case 'end':
    case 'stop': {
      const sentAt = new Date().toISOString();
      const body = {
        ...{
          class_id: op.classId,
          key: op.key,
          sent_at: sentAt,
          status: { start: 1, end: 2, stop: 3 }[op.do],
        },
        at: op.do === 'stop' ? sentAt : iso(op.at),
        ...plan,
        ...(op.do === 'end' && op.startKey && { start_key: op.startKey }),
        ...(op.do === 'stop' && { reason: 'storm' }),
      };
      return { method: 'POST', path: '/api/users/clock_in', body };
    }
  }
}

function bodyOf(wish: Wish, { iso, day, slot }: StoryTime): object {
  switch (wish.kind) {
    case 'weekly':
      return { kind: wish.kind, from_day: day(wish.from), slots: wish.slots.map((one) => slotAt(slot(one))) };
    case 'extra':
      return { kind: wish.kind, starts_at: iso(wish.start), minutes: wish.minutes };
    case 'move': {
      const { kind, place, start, minutes } = wish;
      return { kind, planned_at: iso(place), starts_at: iso(start), ...(minutes && { minutes }) };
    }
    case 'cancel':
      return { kind: wish.kind, planned_at: iso(wish.place) };
    case 'pause':
      return { kind: wish.kind, from_day: day(wish.from), to_day: day(wish.to) };
    case 'minutes':
      return { kind: wish.kind, lesson_id: wish.lesson, minutes: wish.minutes };
  }
}
