/** The index that answers: rows in typed arrays, found by bitsets, scored only where their bounds reach into the list. */
import { explained } from '../explain.ts';
import { dayOf, type ParentCase, type TutorListing } from '../input.ts';
import type { CaseMatcher, Matcher, MatcherOptions, TutorMatcher } from '../matcher.ts';
import { type Concession, caseConcessions, countedConcessions, tutorConcessions } from '../near-misses.ts';
import { encodeCase, encodeTutor } from '../pair/encode.ts';
import type { CaseFacts, TutorFacts } from '../pair/facts.ts';
import type { Model } from '../pair/score.ts';
import { probeForTutor, readCase } from './case-probe.ts';
import { createCaseIndex, insertCase, removeCase } from './case-rows.ts';
import { findRow, idAt, type Rows } from './rows.ts';
import { countRows, eachFitting, findBest, fitsRow, type RowProbe } from './scan.ts';
import { probeForCase } from './tutor-probe.ts';
import { createTutorIndex, insertTutor, readTutor, removeTutor } from './tutor-rows.ts';

export function packedTutors(options: MatcherOptions = {}): TutorMatcher {
  const index = createTutorIndex(options);
  return packed<TutorListing, ParentCase, TutorFacts>(index, {
    isCaseRow: false,
    read: (row, out) => readTutor(index, row, out),
    put(tutor, today) {
      const encoded = encodeTutor(tutor);
      removeTutor(index, encoded.id);
      if (encoded.isListed) insertTutor(index, encoded, today);
    },
    remove: (id) => removeTutor(index, id),
    probe: (wanted, now, without) => probeForCase(index, encodeCase(wanted), now, without),
    concessions: caseConcessions,
  });
}

export function packedCases(options: MatcherOptions = {}): CaseMatcher {
  const index = createCaseIndex(options);
  return packed<ParentCase, TutorListing, CaseFacts>(index, {
    isCaseRow: true,
    read: (row, out) => readCase(index, row, out),
    put(wanted, today) {
      const encoded = encodeCase(wanted);
      removeCase(index, encoded.id);
      if (encoded.isOpen) insertCase(index, encoded, today);
    },
    remove: (id) => removeCase(index, id),
    probe: (tutor, now, without) => probeForTutor(index, encodeTutor(tutor), now, without),
    concessions: tutorConcessions,
  });
}

type Sides<Row, Asked, Facts> = {
  isCaseRow: boolean;
  read(row: number, out: Facts): void;
  put(row: Row, today: number): void;
  remove(id: number): boolean;
  probe(asked: Asked, now: number, without: readonly number[]): RowProbe;
  concessions(asked: Asked): Concession<Asked>[];
};

function packed<Row, Asked, Facts>(
  { model, rows }: { model: Model; rows: Rows },
  { isCaseRow, read, put, remove, probe, concessions }: Sides<Row, Asked, Facts>,
): Matcher<Row, Asked, Facts> {
  return {
    model,
    size: () => rows.table.size,
    has: (id) => findRow(rows, id) >= 0,
    facts(id) {
      const row = findRow(rows, id);
      if (row < 0) return undefined;
      const facts = {} as Facts;
      read(row, facts);
      return facts;
    },
    put: (row, now = Date.now()) => put(row, dayOf(now)),
    remove,
    search(asked, { top = 10, now = Date.now(), without = [], sample = 64 } = {}) {
      const asking = probe(asked, now, without);
      const found = findBest(rows, asking, top, sample);
      return explained(model, found, { ...asking, id: (row) => idAt(rows.ids, row), isCaseRow });
    },
    count: (asked, { most = Number.POSITIVE_INFINITY, without = [] } = {}) =>
      countRows(rows, probe(asked, 0, without), most),
    nearMisses(asked, { most = 100, without = [] } = {}) {
      const before = probe(asked, 0, without);
      return countedConcessions(asked, concessions(asked), most, {
        eachFitting: (changed, meet) => eachFitting(rows, probe(changed, 0, without), meet),
        didFit: (row) => fitsRow(rows, before, row),
      });
    },
  };
}
