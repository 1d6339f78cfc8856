/**
 * The interface of matching: rows are put in and removed, and a search returns the rows that fit a query, best first.
 * Two implementations: `packedTutors` and `packedCases` (packed/matcher.ts) use bitsets and typed arrays, about a
 * millisecond for a million rows; `naiveTutors` and `naiveCases` (naive.ts) try every pair. A test compares them.
 */
import type { Result, SearchOptions } from './explain.ts';
import type { ParentCase, TutorListing } from './input.ts';
import type { NearMiss } from './near-misses.ts';
import type { CaseFacts, TutorFacts } from './pair/facts.ts';
import type { PriceGroup } from './pair/features.ts';
import type { Model } from './pair/score.ts';
import type { Weights } from './weights.ts';

export type MatcherOptions = {
  weights?: Weights;
  /** Expected number of rows; the index grows if there are more. */
  capacity?: number;
};

type CountOptions = {
  /** Stop counting at this number. */
  most?: number;
  /** Ids to leave out. */
  without?: readonly number[];
  /** Only pairs of this group of prices; default both. */
  prices?: PriceGroup | undefined;
};

export type Matcher<Row, Query, Facts> = {
  readonly model: Model;
  size(): number;
  has(id: number): boolean;
  /** The stored facts of a row. */
  facts(id: number): Facts | undefined;
  /** Adds or replaces a row. An unlisted tutor or a closed case is removed instead. */
  put(row: Row, now?: number): void;
  /** Returns whether the row existed. */
  remove(id: number): boolean;
  search(query: Query, options?: SearchOptions): Result;
  /** How many rows fit. */
  count(query: Query, options?: CountOptions): number;
  /** How many more rows fit after one concession, most helpful first; `most` is 100 by default. */
  nearMisses(query: Query, options?: CountOptions): NearMiss<Query>[];
};

export type TutorMatcher = Matcher<TutorListing, ParentCase, TutorFacts>;
export type CaseMatcher = Matcher<ParentCase, TutorListing, CaseFacts>;

/** Puts all rows into the matcher and returns it. */
export function filled<Row, Of extends Pick<Matcher<Row, never, unknown>, 'put'>>(
  matcher: Of,
  rows: Iterable<Row>,
  now = Date.now(),
): Of {
  for (const row of rows) matcher.put(row, now);
  return matcher;
}
