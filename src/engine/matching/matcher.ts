/**
 * What matching is asked: rows that are put in and taken out, and who of them fits a question, best first. Two answer it:
 * `packedTutors` and `packedCases` (packed/matcher.ts) out of bitsets and typed arrays, in about a millisecond among a
 * million; `naiveTutors` and `naiveCases` (naive.ts) by trying every pair in plain words. A test holds the two together.
 */
import type { Result, SearchOptions } from './explain.ts';
import type { ParentCase, TutorListing } from './input.ts';
import type { NearMiss } from './near-misses.ts';
import type { CaseFacts, TutorFacts } from './pair/facts.ts';
import type { Model } from './pair/score.ts';
import type { Weights } from './weights.ts';

export type MatcherOptions = {
  weights?: Weights;
  /** How many rows will come; more may. */
  capacity?: number;
};

type CountOptions = {
  /** How far to count. */
  most?: number;
  /** Ids that are not wanted. */
  without?: readonly number[];
};

export type Matcher<Row, Asked, Facts> = {
  readonly model: Model;
  size(): number;
  has(id: number): boolean;
  /** What is kept of a row. */
  facts(id: number): Facts | undefined;
  /** Puts a row in, or in place of what was known of it. One that nobody may find is taken out. */
  put(row: Row, now?: number): void;
  /** Whether there was one. */
  remove(id: number): boolean;
  search(asked: Asked, options?: SearchOptions): Result;
  /** How many fit. */
  count(asked: Asked, options?: CountOptions): number;
  /** What one concession of the asker's would bring, most helpful first; counted to 100 unless told otherwise. */
  nearMisses(asked: Asked, options?: CountOptions): NearMiss<Asked>[];
};

export type TutorMatcher = Matcher<TutorListing, ParentCase, TutorFacts>;
export type CaseMatcher = Matcher<ParentCase, TutorListing, CaseFacts>;

/** The matcher with rows put in. */
export function filled<Row, Of extends Pick<Matcher<Row, never, unknown>, 'put'>>(
  matcher: Of,
  rows: Iterable<Row>,
  now = Date.now(),
): Of {
  for (const row of rows) matcher.put(row, now);
  return matcher;
}
