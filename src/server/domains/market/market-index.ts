import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '#server/ground/db/db.ts';
import {
  caseEntry,
  childRowId,
  childrenPerCase,
  createCaseDirectory,
  createTutorDirectory,
  type MarketDirectory,
  tutorEntry,
} from './directories.ts';
import { followChanges } from './follow-changes.ts';
import { type ListedTutor, listedTutors, listedTutorsAfter } from './listed-tutors.ts';
import { createMatchables } from './matchables.ts';
import { type OnlineCase, onlineCases, onlineCasesAfter } from './online-cases.ts';

const batch = 2_000;
/** Smaller batches while requests are being served: parsing a result blocks the event loop. */
const smallBatch = 500;

/** An in-memory index of online cases and listed tutors, kept in sync with the database. */
export async function openMarketIndex(database: Database, log: Pick<Logger, 'error'>) {
  const { db } = database;
  const cases = createCaseDirectory();
  const children = createCaseDirectory();
  const tutors = createTutorDirectory();
  const listeners: (() => void)[] = [];
  const notifyListeners = () => {
    for (const listen of listeners) listen();
  };
  const matchables = createMatchables(log);

  function showCase(row: OnlineCase) {
    cases.set(row.id, caseEntry(row));
    matchables.showCase(row);
    for (let position = 0; position < childrenPerCase; position++) {
      const child = row.child_info[position];
      if (child) children.set(childRowId(row.id, position), caseEntry(row, [child]));
      else children.remove(childRowId(row.id, position));
    }
  }
  function hideCase(id: number) {
    cases.remove(id);
    matchables.hideCase(id);
    for (let position = 0; position < childrenPerCase; position++) children.remove(childRowId(id, position));
  }
  function showTutor(row: ListedTutor) {
    tutors.set(row.id, tutorEntry(row));
    matchables.showTutor(row);
  }
  function hideTutor(id: number) {
    tutors.remove(id);
    matchables.hideTutor(id);
  }

  const follower = await followChanges({
    database,
    log,
    async load() {
      const seen = {
        cases: await readAll((after) => onlineCasesAfter(db, after, batch), showCase),
        tutors: await readAll((after) => listedTutorsAfter(db, after, batch), showTutor),
      };
      dropOthers(cases, seen.cases, hideCase);
      dropOthers(tutors, seen.tutors, hideTutor);
      notifyListeners();
    },
    async reread(changed) {
      for (const ids of batches(changed.cases))
        await update(ids, await onlineCases(db, ids), showCase, hideCase);
      for (const ids of batches(changed.tutors))
        await update(ids, await listedTutors(db, ids), showTutor, hideTutor);
      notifyListeners();
    },
  });

  /** Rebuilds the matching index while it is in use and changes arrive. */
  async function rebuild() {
    await follower.ready;
    await matchables.rebuild({ cases: cases.size, tutors: tutors.size }, async (put) => {
      await readBetween((after) => onlineCasesAfter(db, after, smallBatch), put.case);
      await readBetween((after) => listedTutorsAfter(db, after, smallBatch), put.tutor);
    });
  }

  /**
   * No change is read between a batch and its use; otherwise an older version of a row could be written last.
   */
  async function readBetween<Row extends { id: number }>(
    readAfter: (id: number) => Promise<Row[]>,
    put: (row: Row) => void,
  ) {
    for (let last: number | undefined = 0; last !== undefined; ) {
      const after: number = last;
      last = await follower.between(async () => {
        const rows = await readAfter(after);
        await inSlices(rows, put);
        return rows.at(-1)?.id;
      });
    }
  }

  const stopNightlyRebuild = everyNight(async () => {
    try {
      await rebuild();
    } catch (error) {
      // The current index stays in use; the next night tries again.
      if (!follower.isClosed()) log.error({ err: error }, 'the matching index could not be built anew');
    }
  });

  return {
    cases,
    children,
    tutors,
    get matchableCases() {
      return matchables.cases;
    },
    get matchableTutors() {
      return matchables.tutors;
    },
    rebuild,
    /** Called after every change that has been read. */
    onChange: (listen: () => void) => void listeners.push(listen),
    ready: follower.ready,
    settled: follower.settled,
    async close() {
      stopNightlyRebuild();
      await follower.close();
    },
  };
}

/** Reads the next batch while the previous one is being indexed. */
async function readAll<Row extends { id: number }>(
  readAfter: (id: number) => Promise<Row[]>,
  show: (row: Row) => void,
) {
  const seen = new Set<number>();
  for (let rows = await readAfter(0); rows.length > 0; ) {
    const next = readAfter(rows.at(-1)?.id ?? Infinity);
    // An error is thrown by the await below; without this, an unhandled rejection would end the process.
    next.catch(() => {});
    await inSlices(rows, (row) => {
      show(row);
      seen.add(row.id);
    });
    rows = await next;
  }
  return seen;
}

async function update<Row extends { id: number }>(
  ids: readonly number[],
  rows: readonly Row[],
  show: (row: Row) => void,
  hide: (id: number) => void,
) {
  const gone = new Set(ids);
  await inSlices(rows, (row) => {
    show(row);
    gone.delete(row.id);
  });
  for (const id of gone) hide(id);
}

function dropOthers(directory: MarketDirectory, seen: ReadonlySet<number>, hide: (id: number) => void) {
  for (const id of directory.ids()) if (!seen.has(id)) hide(id);
}

function* batches(ids: readonly number[]) {
  for (let from = 0; from < ids.length; from += batch) yield ids.slice(from, from + batch);
}

/** The longest time other requests wait for this work. */
const sliceMs = 8;

/** Runs the work for each item, yielding to the event loop in between. */
async function inSlices<Item>(items: Iterable<Item>, work: (item: Item) => void) {
  let begun = performance.now();
  for (const item of items) {
    work(item);
    if (performance.now() - begun < sliceMs) continue;
    await yieldToEventLoop();
    begun = performance.now();
  }
}

const hourMs = 3600_000;
const dayMs = 24 * hourMs;
/** Four in the morning in Hong Kong, which is eight hours ahead all year; processes spread over an hour. */
const startsAt = (4 - 8) * hourMs;
const spreadMs = hourMs;

/** Milliseconds until the next nightly run; `part` is the position within the hour, from 0 to 1. */
export function untilNight(now: number, part: number): number {
  const time = startsAt + part * spreadMs;
  return dayMs - ((((now - time) % dayMs) + dayMs) % dayMs);
}

/** Returns a function that stops it. */
function everyNight(work: () => Promise<void>) {
  let timer: NodeJS.Timeout;
  const part = Math.random();
  const wait = () => {
    timer = setTimeout(() => void work().finally(wait), untilNight(Date.now(), part));
    timer.unref();
  };
  wait();
  return () => clearTimeout(timer);
}
