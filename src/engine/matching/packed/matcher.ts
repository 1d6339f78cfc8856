/** The packed index: rows in typed arrays, filtered by bitsets, scored only if their upper bounds reach the list. */
import { explained } from '../explain.ts';
import { dayOf, type ParentCase, type TutorListing } from '../input.ts';
import type { CaseMatcher, Matcher, MatcherOptions, TutorMatcher } from '../matcher.ts';
import { type Concession, caseConcessions, countedConcessions, tutorConcessions } from '../near-misses.ts';
import { encodeCase, encodeTutor } from '../pair/encode.ts';
import type { CaseFacts, TutorFacts } from '../pair/facts.ts';
import type { PriceGroup } from '../pair/features.ts';
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
    probe: (parentCase, now, without, prices) =>
      probeForCase(index, encodeCase(parentCase), now, without, prices),
    concessions: caseConcessions,
  });
}

export function packedCases(options: MatcherOptions = {}): CaseMatcher {
  const index = createCaseIndex(options);
  return packed<ParentCase, TutorListing, CaseFacts>(index, {
    isCaseRow: true,
    read: (row, out) => readCase(index, row, out),
    put(parentCase, today) {
      const encoded = encodeCase(parentCase);
      removeCase(index, encoded.id);
      if (encoded.isOpen) insertCase(index, encoded, today);
    },
    remove: (id) => removeCase(index, id),
    probe: (tutor, now, without, prices) => probeForTutor(index, encodeTutor(tutor), now, without, prices),
    concessions: tutorConcessions,
  });
}

type Sides<Row, Query, Facts> = {
  isCaseRow: boolean;
  read(row: number, out: Facts): void;
  put(row: Row, today: number): void;
  remove(id: number): boolean;
  probe(query: Query, now: number, without: readonly number[], prices?: PriceGroup): RowProbe;
  concessions(query: Query): Concession<Query>[];
};

function packed<Row, Query, Facts>(
  { model, rows }: { model: Model; rows: Rows },
  { isCaseRow, read, put, remove, probe, concessions }: Sides<Row, Query, Facts>,
): Matcher<Row, Query, Facts> {
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
    search(query, { top = 10, now = Date.now(), without = [], prices, sample = 64 } = {}) {
      const rowProbe = probe(query, now, without, prices);
      const found = findBest(rows, rowProbe, top, sample);
      return explained(model, found, { ...rowProbe, id: (row) => idAt(rows.ids, row), isCaseRow });
    },
    count: (query, { most = Number.POSITIVE_INFINITY, without = [], prices } = {}) =>
      countRows(rows, probe(query, 0, without, prices), most),
    nearMisses(query, { most = 100, without = [], prices } = {}) {
      const before = probe(query, 0, without, prices);
      return countedConcessions(query, concessions(query), most, {
        eachFitting: (changed, visit) => eachFitting(rows, probe(changed, 0, without, prices), visit),
        didFit: (row) => fitsRow(rows, before, row),
      });
    },
  };
}
