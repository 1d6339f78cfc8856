import type { Logger } from 'pino';
import { createCaseIndex, removeCase, upsertCase } from '#engine/matching/case-index.ts';
import { MatchingInputError } from '#engine/matching/input.ts';
import { createTutorIndex, removeTutor, upsertTutor } from '#engine/matching/tutor-index.ts';
import type { Database } from '../db.ts';
import {
  caseEntry,
  childRowId,
  childrenPerCase,
  createMarketDirectory,
  type MarketDirectory,
  tutorEntry,
} from './directories.ts';
import { followChanges } from './follow-changes.ts';
import { type ListedTutor, listedTutors, listedTutorsAfter } from './listed-tutors.ts';
import { type OnlineCase, onlineCases, onlineCasesAfter } from './online-cases.ts';

export type MarketIndex = Awaited<ReturnType<typeof openMarketIndex>>;

const batch = 2_000;

/** What is on show, in memory, in step with the database. */
export async function openMarketIndex(database: Database, log: Pick<Logger, 'error'>) {
  const { db } = database;
  const cases = createMarketDirectory();
  const children = createMarketDirectory();
  const tutors = createMarketDirectory();
  const listeners: (() => void)[] = [];
  const tellChange = () => {
    for (const listen of listeners) listen();
  };
  const matchableCases = createCaseIndex();
  const matchableTutors = createTutorIndex();

  /** One row that the engine cannot take must not keep the others from being found. */
  function matchable(kind: string, id: number, put: () => void) {
    try {
      put();
    } catch (error) {
      if (!(error instanceof MatchingInputError)) throw error;
      log.error({ err: error, kind, id }, 'a row cannot be matched');
    }
  }

  function showCase(row: OnlineCase) {
    cases.set(row.id, caseEntry(row));
    matchable('case', row.id, () => upsertCase(matchableCases, matchableCase(row)));
    for (let position = 0; position < childrenPerCase; position++) {
      const child = row.child_info[position];
      if (child) children.set(childRowId(row.id, position), caseEntry(row, [child]));
      else children.remove(childRowId(row.id, position));
    }
  }
  function hideCase(id: number) {
    cases.remove(id);
    removeCase(matchableCases, id);
    for (let position = 0; position < childrenPerCase; position++) children.remove(childRowId(id, position));
  }
  function showTutor(row: ListedTutor) {
    tutors.set(row.id, tutorEntry(row));
    matchable('tutor', row.id, () => upsertTutor(matchableTutors, matchableTutor(row)));
  }
  function hideTutor(id: number) {
    tutors.remove(id);
    removeTutor(matchableTutors, id);
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
      tellChange();
    },
    async reread(changed) {
      for (const ids of batches(changed.cases)) update(ids, await onlineCases(db, ids), showCase, hideCase);
      for (const ids of batches(changed.tutors))
        update(ids, await listedTutors(db, ids), showTutor, hideTutor);
      tellChange();
    },
  });
  return {
    cases,
    children,
    tutors,
    matchableCases,
    matchableTutors,
    /** Told after every change that has been read. */
    onChange: (listen: () => void) => void listeners.push(listen),
    ...follower,
  };
}

/** As the matching engine takes them: with what has happened to them since. */
const matchableCase = ({ posted_at, pending_applications, ...row }: OnlineCase) => ({
  ...row,
  created_at: posted_at.getTime(),
  pending: pending_applications,
});
const matchableTutor = ({
  posted_at,
  updated_at,
  badges,
  pending_requests,
  reliability,
  ...row
}: ListedTutor) => ({
  ...row,
  // Some matches leave time for more.
  match_status: 2,
  created_at: posted_at.getTime(),
  updated_at: updated_at.getTime(),
  badges: badges.length,
  pending: pending_requests,
  lessons_due: reliability.lessons_due,
  lessons_kept: reliability.kept,
});

async function readAll<Row extends { id: number }>(
  readAfter: (id: number) => Promise<Row[]>,
  show: (row: Row) => void,
) {
  const seen = new Set<number>();
  for (let rows = await readAfter(0); rows.length > 0; rows = await readAfter(rows.at(-1)?.id ?? Infinity)) {
    for (const row of rows) {
      show(row);
      seen.add(row.id);
    }
  }
  return seen;
}

function update<Row extends { id: number }>(
  ids: readonly number[],
  rows: readonly Row[],
  show: (row: Row) => void,
  hide: (id: number) => void,
) {
  const gone = new Set(ids);
  for (const row of rows) {
    show(row);
    gone.delete(row.id);
  }
  for (const id of gone) hide(id);
}

function dropOthers(directory: MarketDirectory, seen: ReadonlySet<number>, hide: (id: number) => void) {
  for (const id of directory.ids()) if (!seen.has(id)) hide(id);
}

function* batches(ids: readonly number[]) {
  for (let from = 0; from < ids.length; from += batch) yield ids.slice(from, from + batch);
}
