import { clockRules } from '#shared/classes.ts';
import type { CodeName } from '#shared/codes/codes.ts';
import { addDays, dayOf, startOfDay } from '#shared/hong-kong.ts';
import { planRules, scheduleRules } from '#shared/rules/schedule-rules.ts';
import { newTutor, openUntil, overlaps, reduce, type Tutor } from '../clock-in/model.ts';
import {
  agreedAt,
  areTaken,
  type Class,
  day,
  type Entry,
  hour,
  isPlanned,
  isShort,
  isTaken,
  isTaught,
  isWrongTime,
  type LessonRecord,
  lengthOf,
  lessonAt,
  lessonFor,
  lessonsAhead,
  minute,
  type Proposal,
  planned,
  type Side,
  stateOf,
  type Wish,
  weeksOf,
} from './plan.ts';

/** One step of the storm. */
export type Op = { classId: number; side: Side } & (
  | { do: 'propose'; key: string; wish: Wish; replaces?: number | undefined }
  | { do: 'accept' | 'decline' | 'withdraw'; proposal: number }
  | { do: 'cancel'; place: number }
  | { do: 'start'; key: string; at: number; named?: number | null | undefined }
  | { do: 'end'; key: string; at: number; startKey?: string | undefined }
  | { do: 'stop'; key: string }
  | { do: 'undo'; lesson: number; what: 'start' | 'end' }
  | { do: 'add'; key: string; from: number; to: number; named?: number | null | undefined }
  | { do: 'confirm'; lesson: number }
);
type Only<Do extends Op['do']> = Extract<Op, { do: Do }>;
type Refusal = Exclude<CodeName, 'ok'>;
type Outcome = { code: 'ok'; id: number | null } | { code: Refusal };
/** What only the database knows: the id of what was made, and the moment of a stop. */
type Given = { id: number | null; stoppedAt: number };

/** A second implementation of decision 100 and of the records' rules, without a database. */
export function createModel(classes: readonly Class[]) {
  const clocks = new Map<number, Tutor>(classes.map(({ tutor }) => [tutor, newTutor()]));
  const byId = new Map(classes.map((cls) => [cls.id, cls]));
  const findClass = (id: number) => required(byId.get(id), 'class');
  const clockOf = ({ tutor }: Class) => required(clocks.get(tutor), 'tutor');
  const goingOn = ({ tutor }: Class) =>
    classes.filter((cls) => cls.tutor === tutor && cls.stoppedAt === null);

  /** The code of the answer, and the change that goes with it. `now` is the server's time of the call. */
  function apply(op: Op, now: number, given: Given): Outcome {
    const cls = findClass(op.classId);
    for (const one of cls.proposals.values())
      if (one.state === 'open' && one.lapses <= now) one.state = 'lapsed';
    switch (op.do) {
      case 'propose':
        return propose(cls, op, now, given);
      case 'accept':
      case 'decline':
      case 'withdraw':
        return answer(cls, op, now);
      case 'cancel':
        return cancel(cls, op, now);
      case 'start':
      case 'end':
      case 'stop':
        return tap(cls, op, now, given);
      case 'undo':
        return undo(cls, op, now);
      case 'add':
        return add(cls, op, now, given);
      case 'confirm':
        return confirm(cls, op);
    }
  }

  function propose(
    cls: Class,
    { side, key, wish, replaces }: Only<'propose'>,
    now: number,
    given: Given,
  ): Outcome {
    const all = [...cls.proposals.values()];
    const before = all.find((one) => one.side === side && one.key === key);
    if (before) return { code: 'ok', id: before.id };
    if (cls.stoppedAt !== null) return { code: 'classStopped' };
    const wanted = wantedOf(cls, wish, now);
    if (typeof wanted === 'string') return { code: wanted };
    const open = all.filter(({ state }) => state === 'open');
    const named = open.find(({ id }) => id === replaces);
    if (replaces !== undefined && !named) return { code: 'planChanged' };
    const same = open.find((one) => thingOf(one.wish) === thingOf(wish));
    if (same?.side === side && JSON.stringify(same.wish) === JSON.stringify(wanted.wish))
      return { code: 'ok', id: same.id };
    if (same && same !== named && same.side !== side) return { code: 'planChanged' };
    const ended = new Set([named, same].filter((one) => one !== undefined));
    if (open.length - ended.size >= planRules.mostOpen) return { code: 'planFull' };
    for (const one of ended) one.state = one.side === side ? 'withdrawn' : 'declined';
    const id = given.id ?? Number.NaN;
    cls.proposals.set(id, { id, side, key, state: 'open', ...wanted });
    return { code: 'ok', id };
  }

  type Wanted = Pick<Proposal, 'wish' | 'was' | 'lapses'>;
  function wantedOf(cls: Class, wish: Wish, now: number): Refusal | Wanted {
    const today = dayOf(now);
    const isFar = (first: string) =>
      first < today || first < cls.beginsOn || first > addDays(today, planRules.mostDays);
    const mine = goingOn(cls);
    switch (wish.kind) {
      case 'weekly': {
        const { slots } = wish;
        const isNight = slots.some((slot) => slot % 48 < 14 || slot % 48 > 44);
        if (isFar(wish.from) || isNight) return 'planTimeWrong';
        const from = Math.max(startOfDay(wish.from).getTime(), now);
        if (areTaken(mine, cls, { slots, from, until: Number.POSITIVE_INFINITY }, now)) return 'slotTaken';
        return { wish, was: null, lapses: now + planRules.weeklyOpenDays * day };
      }
      case 'extra': {
        const { start, minutes } = wish;
        if (isWrongTime(cls, start, minutes, now)) return 'planTimeWrong';
        if (isTaken(mine, cls, null, start, start + minutes * minute)) return 'slotTaken';
        return { wish, was: null, lapses: start };
      }
      case 'move': {
        const entry = lessonAt(cls, wish.place);
        if (!isAhead(cls, entry, now)) return 'notPlanned';
        const { place, start } = wish;
        const minutes = wish.minutes ?? entry.minutes;
        if (isWrongTime(cls, start, minutes, now)) return 'planTimeWrong';
        if (start === entry.start && minutes === entry.minutes) return 'planTimeWrong';
        if (isTaken(mine, cls, place, start, start + minutes * minute)) return 'slotTaken';
        return { wish: { ...wish, minutes }, was: entry.start, lapses: Math.min(start, entry.start) };
      }
      case 'cancel': {
        const entry = lessonAt(cls, wish.place);
        if (!isAhead(cls, entry, now)) return 'notPlanned';
        return { wish, was: entry.start, lapses: entry.start };
      }
      case 'pause': {
        const { from, to } = wish;
        if (to < from || to > addDays(from, planRules.mostDays) || isFar(from)) return 'planTimeWrong';
        if (lessonsAhead(cls, from, to, now).length === 0) return 'notPlanned';
        return { wish, was: null, lapses: startOfDay(to).getTime() + day };
      }
      case 'minutes': {
        const record = cls.records.find(({ id }) => id === wish.lesson);
        if (!record) return 'notFound';
        const { taught } = record;
        const isOld = taught.start < now - clockRules.addDays * day;
        if (isOld || !['awaiting', 'confirmed'].includes(stateOf(record))) return 'lessonSettled';
        if (lengthOf(taught) === wish.minutes) return 'planChanged';
        return { wish, was: null, lapses: now + planRules.minutesOpenDays * day };
      }
    }
  }

  function answer(cls: Class, op: Only<'accept' | 'decline' | 'withdraw'>, now: number): Outcome {
    const proposal = cls.proposals.get(op.proposal);
    if (!proposal) return { code: 'notFound' };
    const done = ({ accept: 'accepted', decline: 'declined', withdraw: 'withdrawn' } as const)[op.do];
    if ((proposal.side === op.side) !== (op.do === 'withdraw')) return { code: 'notAllowed' };
    const id = proposal.id;
    if (proposal.state === done) return { code: 'ok', id };
    if (op.do === 'accept' && cls.stoppedAt !== null) return { code: 'classStopped' };
    if (proposal.state !== 'open') return { code: 'planChanged' };
    const refusal = op.do === 'accept' ? agree(cls, proposal, now) : undefined;
    if (refusal) return { code: refusal };
    proposal.state = done;
    return { code: 'ok', id };
  }

  /** What the other side's yes does. */
  function agree(cls: Class, { id, wish, was }: Proposal, now: number): Refusal | undefined {
    const mine = goingOn(cls);
    switch (wish.kind) {
      case 'weekly': {
        // A weekly lesson that is under way is held to its end.
        const agreed = Math.max(startOfDay(wish.from).getTime(), now);
        const ends = planned(cls, agreed - day, agreed).map((one) => one.place + one.minutes * minute);
        const from = Math.max(agreed, ...ends);
        const weeks = [
          ...cls.weeks.filter((one, at) => at === 0 || one.from < from),
          { from, slots: wish.slots },
        ];
        const ahead = weeksOf({ weeks }).filter(({ until }) => until > now);
        const isMet = ahead.some((one) => {
          const begins = Math.max(one.from, cls.weeklyFrom, now);
          return areTaken(mine, cls, { slots: one.slots, from: begins, until: one.until }, now);
        });
        // The half hours before are kept until the others begin.
        const kept = ahead.flatMap(({ slots }) => slots);
        const isKept = mine
          .filter((other) => other !== cls)
          .flatMap((other) => weeksOf(other).filter(({ until }) => until > now))
          .some(({ slots }) => slots.some((slot) => kept.includes(slot)));
        if (isMet || isKept) return 'slotTaken';
        cls.weeks = weeks;
        for (const other of cls.proposals.values())
          if (other.state === 'open' && 'place' in other.wish && !lessonAt(cls, other.wish.place))
            other.state = 'lapsed';
        return undefined;
      }
      case 'extra': {
        const { start, minutes } = wish;
        if (isTaken(mine, cls, null, start, start + minutes * minute)) return 'slotTaken';
        let place = start;
        while (cls.changes.has(place) || isPlanned(cls, place)) place += 1000;
        cls.changes.set(place, { kind: 'extra', start, minutes, isExtra: true });
        return undefined;
      }
      case 'move':
      case 'cancel': {
        const entry = lessonAt(cls, wish.place);
        if (!entry || isTaught(cls, wish.place)) return 'notPlanned';
        if (entry.isCancelled || entry.start !== was) return 'planChanged';
        if (wish.kind === 'cancel') {
          skip(cls, entry);
          return undefined;
        }
        const minutes = wish.minutes ?? entry.minutes;
        if (isTaken(mine, cls, wish.place, wish.start, wish.start + minutes * minute)) return 'slotTaken';
        const isExtra = cls.changes.get(wish.place)?.isExtra ?? false;
        cls.changes.set(wish.place, { kind: 'moved', start: wish.start, minutes, isExtra });
        lapse(cls, wish.place, id);
        return undefined;
      }
      case 'pause':
        for (const entry of lessonsAhead(cls, wish.from, wish.to, now)) skip(cls, entry);
        return undefined;
      case 'minutes':
        return correct(cls, required(recordOf(cls, wish.lesson), 'lesson'), wish.minutes);
    }
  }

  /** A lesson that is skipped stands at its place, or, where the weekly plan has none, where it was to be. */
  function skip(cls: Class, { place, start, minutes }: Entry) {
    const isExtra = cls.changes.get(place)?.isExtra ?? false;
    const stands = isExtra || !isPlanned(cls, place);
    cls.changes.set(place, { kind: 'cancelled', start: stands ? start : null, minutes, isExtra });
    lapse(cls, place);
  }

  /** What was proposed about a lesson that has changed is no longer on the table. */
  function lapse(cls: Class, place: number, but?: number) {
    for (const one of cls.proposals.values())
      if (one.state === 'open' && one.id !== but && 'place' in one.wish && one.wish.place === place)
        one.state = 'lapsed';
  }

  /** Both agree on a length, and confirm the lesson by it. */
  function correct(cls: Class, record: LessonRecord, minutes: number): Refusal | undefined {
    const { taught } = record;
    if (!['awaiting', 'confirmed'].includes(stateOf(record))) return 'lessonSettled';
    const end = taught.start + minutes * minute;
    if (overlaps(clockOf(cls), taught.start, end, taught)) return 'lessonOverlaps';
    const wasShort = isShort(lengthOf(taught));
    if (!taught.settled) settle(record, 'confirmed', 'family');
    taught.end = end;
    if (isShort(minutes)) giveBack(cls, record);
    else if (wasShort) takeAgain(cls, record);
    noteAdded(cls, record);
    return undefined;
  }

  function cancel(cls: Class, { side, place }: Only<'cancel'>, now: number): Outcome {
    if (cls.stoppedAt !== null) return { code: 'classStopped' };
    const entry = lessonAt(cls, place);
    if (!entry || isTaught(cls, place)) return { code: 'notPlanned' };
    if (entry.isCancelled) return { code: 'ok', id: null };
    if (entry.start <= now) return { code: 'notPlanned' };
    skip(cls, entry);
    if (side === 'tutor' && entry.start < now + scheduleRules.noticeHours * hour)
      cls.outcomes.set(place, 'cancelled_late');
    return { code: 'ok', id: null };
  }

  function tap(cls: Class, op: Only<'start' | 'end' | 'stop'>, now: number, given: Given): Outcome {
    const clock = clockOf(cls);
    const wasStopped = cls.stoppedAt !== null;
    const before = new Map(cls.records.map((one) => [one.taught.key, `${one.taught.how} ${one.taught.end}`]));
    const at = 'at' in op ? op.at : now;
    if (!clock.keys.has(op.key) && at < now - clockRules.oldestDays * day) return { code: 'clockTooOld' };
    const outcome = reduce(clock, { ...op, tutor: cls.tutor, at }, given.stoppedAt);
    if (outcome.code !== 'ok') return outcome;
    if (op.do === 'stop' && !wasStopped) {
      cls.stoppedAt = given.stoppedAt;
      for (const one of cls.proposals.values()) if (one.state === 'open') one.state = 'lapsed';
    }
    for (const record of cls.records) {
      const { taught } = record;
      if (before.get(taught.key) === `${taught.how} ${taught.end}`) continue;
      ended(record, now);
      if (taught.how === 'tutor' && isShort(lengthOf(taught))) giveBack(cls, record);
    }
    if (outcome.lesson === null) return { code: 'ok', id: null };
    const known = cls.records.find(({ taught }) => taught.key === outcome.lesson);
    if (known) return { code: 'ok', id: known.id };
    const taught = required(clock.lessons.at(-1), 'lesson');
    const entry = op.do === 'start' ? lessonFor(cls, taught.start, op.named) : undefined;
    const id = given.id ?? Number.NaN;
    cls.records.push(newRecord(cls, { id, taught, startReceived: now, place: entry?.place ?? null }));
    if (entry) note(cls, entry, taught.start);
    return { code: 'ok', id };
  }

  function undo(cls: Class, { side, lesson, what }: Only<'undo'>, now: number): Outcome {
    const record = recordOf(cls, lesson);
    if (!record) return { code: 'notFound' };
    if (side !== 'tutor') return { code: 'notAllowed' };
    const { taught, id } = record;
    const state = stateOf(record);
    if (what === 'start' ? record.settledHow === 'tutor' : state === 'open') return { code: 'ok', id };
    if (undoable(record, now) !== what) return { code: 'undoOver' };
    if (what === 'start') {
      settle(record, 'void', 'tutor');
      if (record.place !== null) cls.outcomes.delete(record.place);
      return { code: 'ok', id };
    }
    const clock = clockOf(cls);
    if (clock.lessons.some((one) => one.end === null && !one.settled)) return { code: 'lessonOpen' };
    const wasShort = isShort(lengthOf(taught));
    taught.end = null;
    taught.how = null;
    taught.until = openUntil(clock, taught.start, cls.stoppedAt ?? Number.POSITIVE_INFINITY);
    record.endReceived = null;
    record.confirmBy = null;
    if (wasShort) takeAgain(cls, record);
    return { code: 'ok', id };
  }

  /** The last tap for ten minutes after it arrived, and an added lesson until the family has answered. */
  function undoable(record: LessonRecord, now: number) {
    const isFresh = (received: number | null) =>
      received !== null && received + clockRules.undoMinutes * minute > now;
    const state = stateOf(record);
    if (record.isAdded) return state === 'awaiting' ? 'start' : undefined;
    if (state === 'open' && isFresh(record.startReceived)) return 'start';
    if (state === 'awaiting' && record.taught.how === 'tutor' && isFresh(record.endReceived)) return 'end';
    return undefined;
  }

  function add(cls: Class, { side, key, from, to, named }: Only<'add'>, now: number, given: Given): Outcome {
    const clock = clockOf(cls);
    if (side !== 'tutor') return { code: 'notAllowed' };
    const before = clock.keys.get(key);
    if (before) return { code: 'ok', id: recordByKey(cls, key)?.id ?? null };
    const isRecent = from >= now - clockRules.addDays * day;
    if (to > now || !isRecent || isShort(Math.floor((to - from) / minute)))
      return { code: 'lessonTimeWrong' };
    const entry = typeof named === 'number' ? lessonAt(cls, named) : lessonFor(cls, from, named);
    if (typeof named === 'number' && (!entry || entry.isCancelled || isTaught(cls, named)))
      return { code: 'notPlanned' };
    if (from < cls.madeAt - 2 * minute) return { code: 'lessonBeforeMatch' };
    if (cls.stoppedAt !== null && to > cls.stoppedAt) return { code: 'classStopped' };
    if (overlaps(clock, from, to)) return { code: 'lessonOverlaps' };
    const taught = { key, classId: cls.id, start: from, end: to, how: 'tutor' as const, until: to };
    clock.lessons.push(taught);
    clock.keys.set(key, { do: 'add', classId: cls.id, lesson: taught });
    const id = given.id ?? Number.NaN;
    const record = newRecord(cls, { id, taught, startReceived: now, place: entry?.place ?? null });
    cls.records.push({ ...record, isAdded: true, endReceived: now });
    return { code: 'ok', id };
  }

  function confirm(cls: Class, { side, lesson }: Only<'confirm'>): Outcome {
    const record = recordOf(cls, lesson);
    if (!record) return { code: 'notFound' };
    const { id } = record;
    if (side !== 'family') return { code: 'notAllowed' };
    const state = stateOf(record);
    if (state === 'confirmed') return { code: 'ok', id };
    if (state !== 'awaiting') return { code: state === 'open' ? 'conflict' : 'lessonSettled' };
    settle(record, 'confirmed', 'family');
    noteAdded(cls, record);
    return { code: 'ok', id };
  }

  /** What time alone does, to all or to one: a missing end is set, and silence confirms what was clocked in. */
  function passTime(now: number, lesson?: number) {
    for (const cls of classes)
      for (const record of cls.records) {
        if (lesson !== undefined && record.id !== lesson) continue;
        const { taught } = record;
        const state = stateOf(record);
        if (state === 'open' && record.startReceived + clockRules.forgottenHours * hour <= now) {
          taught.end = Math.min(taught.start + cls.minutes * minute, taught.until);
          taught.how = 'forgotten';
          ended(record, now);
        } else if (state === 'awaiting' && record.confirmBy !== null && record.confirmBy <= now)
          settle(record, 'confirmed', 'silence');
      }
  }

  return { apply, passTime, classes };
}
export type Model = ReturnType<typeof createModel>;

/** One open proposal for each of these. */
const thingOf = (wish: Wish) => {
  if (wish.kind === 'move' || wish.kind === 'cancel') return `lesson ${wish.place}`;
  if (wish.kind === 'extra') return `extra ${wish.start}`;
  if (wish.kind === 'pause') return `pause ${wish.from}`;
  return wish.kind === 'minutes' ? `record ${wish.lesson}` : 'weekly';
};

/** Whether a lesson stands, is still to come and has not been taught. */
const isAhead = (cls: Class, entry: Entry | undefined, now: number): entry is Entry =>
  entry !== undefined && !entry.isCancelled && entry.start > now && !isTaught(cls, entry.place);

const recordOf = ({ records }: Class, lesson: number) => records.find(({ id }) => id === lesson);
const recordByKey = ({ records }: Class, key: string) => records.find(({ taught }) => taught.key === key);

const newRecord = (
  cls: Class,
  record: Pick<LessonRecord, 'id' | 'taught' | 'startReceived' | 'place'>,
): LessonRecord => ({
  ...{ ...record, agreed: agreedAt(cls, record.place) },
  ...{ isAdded: false, endReceived: null, confirmBy: null, settledHow: null },
});

function settle(record: LessonRecord, settled: 'confirmed' | 'void', how: LessonRecord['settledHow']) {
  record.taught.settled = settled;
  record.settledHow = how;
}

function ended(record: LessonRecord, now: number) {
  record.endReceived = now;
  record.confirmBy = now + clockRules.confirmHours * hour;
}

/** Too short a lesson leaves the planned one to be taught. */
function giveBack(cls: Class, record: LessonRecord) {
  if (record.place !== null) cls.outcomes.delete(record.place);
  record.place = null;
  record.agreed = agreedAt(cls, null);
}

/** A lesson that was too short and is not any more. */
function takeAgain(cls: Class, record: LessonRecord) {
  const entry = record.place === null ? lessonFor(cls, record.taught.start) : undefined;
  if (!entry) return;
  record.place = entry.place;
  record.agreed = agreedAt(cls, entry.place);
  note(cls, entry, record.taught.start);
}

/** Only the family's word makes a lesson of an added one. */
function noteAdded(cls: Class, { isAdded, place, taught }: LessonRecord) {
  const entry = isAdded && place !== null ? lessonAt(cls, place) : undefined;
  if (entry) note(cls, entry, taught.start);
}

function note(cls: Class, { place, start }: Entry, at: number) {
  cls.outcomes.set(place, at <= start + scheduleRules.graceMinutes * minute ? 'kept' : 'late');
}

function required<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`the model has no such ${what}`);
  return value;
}
