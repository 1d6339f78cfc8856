import type { CaseFacts } from './case-facts.ts';
import { tutorClasses } from './market-table.ts';

/**
 * Design matrix: cases are rows, with one column per level of a factor (district 5, grade 7 with a school teacher
 * …). Rows are sparse: `columns` and `weights` from `starts[row]` to `starts[row + 1]`.
 */
export type Design = {
  names: Map<number, number>;
  /** The factor of each column; the levels of a factor share one shrinkage. */
  factorOf: Int32Array;
  factors: readonly string[];
  rows: number;
  starts: Int32Array;
  columns: Int32Array;
  weights: Float64Array;
};

/** Levels with fewer cases get no column. */
const leastSeen = 5;
/** Limits the work for unusual ids; the reference lists make about a thousand columns. */
const mostColumns = 1500;

/** Factors; a name with a comma is an interaction, whose levels are pairs of levels. */
const factors = [
  ...['all', 'grade', 'stage', 'class', 'education', 'subject', 'subjects', 'kind', 'district', 'type'],
  ...['length', 'days', 'gender', 'language', 'children', 'stage, class', 'grade, education', 'stage, lead'],
  ...['class, lead', 'class, district', 'stage, district', 'stage, type', 'class, type', 'class, length'],
  ...['stage, length', 'online, length'],
] as const;
type Factor = (typeof factors)[number];
type Visit = (factor: number, level: number, weight: number) => void;

const factorAt = Object.fromEntries(factors.map((factor, at) => [factor, at])) as Record<Factor, number>;
const genders = ['U', 'M', 'F'];
const pairBase = 4096;

function eachLevel(facts: CaseFacts, visit: Visit) {
  const { grade, stage, district, subjects, length, online, education, type } = facts;
  const tutorClass = tutorClasses.indexOf(facts.tutorClass);
  const lead = subjects[0] ?? 0;
  const one = (factor: Factor, level: number) => visit(factorAt[factor], level, 1);
  const pair = (factor: Factor, first: number, second: number) =>
    visit(factorAt[factor], first * pairBase + (second % pairBase), 1);
  one('all', 0);
  one('grade', grade);
  one('stage', stage);
  one('class', tutorClass);
  one('education', education);
  for (const subject of subjects) visit(factorAt.subject, subject, 1 / subjects.length);
  one('subjects', Math.min(subjects.length, 4));
  one('kind', facts.subjectKind);
  one('district', district);
  one('type', type);
  one('length', length);
  one('days', facts.days);
  one('gender', genders.indexOf(facts.gender));
  one('language', facts.language);
  one('children', facts.children);
  pair('stage, class', stage, tutorClass);
  pair('grade, education', grade, education);
  pair('stage, lead', stage, lead);
  pair('class, lead', tutorClass, lead);
  pair('class, district', tutorClass, district);
  pair('stage, district', stage, district);
  pair('stage, type', stage, type);
  pair('class, type', tutorClass, type);
  pair('class, length', tutorClass, length);
  pair('stage, length', stage, length);
  pair('online, length', online ? 1 : 0, length);
}

/** A level of a factor as one number. */
const keyOf = (factor: number, level: number) => level * factors.length + factor;

export function buildDesign(cases: readonly CaseFacts[]): Design {
  const placeOf = new Map<number, number>();
  const counts: number[] = [];
  const starts = new Int32Array(cases.length + 1);
  const most = cases.reduce((sum, { subjects }) => sum + factors.length + subjects.length, 0);
  const places = new Int32Array(most);
  const weights = new Float64Array(most);
  let filled = 0;
  cases.forEach((facts, row) => {
    eachLevel(facts, (factor, level, weight) => {
      const key = keyOf(factor, level);
      let place = placeOf.get(key);
      if (place === undefined) {
        place = placeOf.size;
        placeOf.set(key, place);
      }
      counts[place] = (counts[place] ?? 0) + 1;
      places[filled] = place;
      weights[filled++] = weight;
    });
    starts[row + 1] = filled;
  });
  const count = ([, place]: readonly [number, number]) => counts[place] as number;
  const kept = [...placeOf]
    .filter((entry) => count(entry) >= leastSeen || entry[0] % factors.length === factorAt.all)
    .sort((a, b) => count(b) - count(a))
    .slice(0, mostColumns);
  const columnAt = new Int32Array(placeOf.size).fill(-1);
  kept.forEach(([, place], column) => {
    columnAt[place] = column;
  });
  return {
    names: new Map(kept.map(([key], column) => [key, column])),
    factorOf: Int32Array.from(kept, ([key]) => key % factors.length),
    factors,
    rows: cases.length,
    ...withoutDropped(starts, places, weights, columnAt),
  };
}

function withoutDropped(starts: Int32Array, places: Int32Array, weights: Float64Array, columnAt: Int32Array) {
  const ends = new Int32Array(starts.length);
  let kept = 0;
  for (let row = 0; row + 1 < starts.length; row++) {
    for (let at = starts[row] as number; at < (starts[row + 1] as number); at++) {
      const column = columnAt[places[at] as number] as number;
      if (column < 0) continue;
      // Compacting in place is safe: the write position never passes the read position.
      places[kept] = column;
      weights[kept++] = weights[at] as number;
    }
    ends[row + 1] = kept;
  }
  return { starts: ends, columns: places.subarray(0, kept), weights: weights.subarray(0, kept) };
}

/** The columns of one case and their weights; levels without a column are left out. */
export function rowOf(names: ReadonlyMap<number, number>, facts: CaseFacts): [number, number][] {
  const row: [number, number][] = [];
  eachLevel(facts, (factor, level, weight) => {
    const column = names.get(keyOf(factor, level));
    if (column !== undefined) row.push([column, weight]);
  });
  return row;
}

export function weightedSum(design: Design, row: number, effects: Float64Array) {
  let sum = 0;
  for (let at = design.starts[row] as number; at < (design.starts[row + 1] as number); at++)
    sum += (design.weights[at] as number) * (effects[design.columns[at] as number] as number);
  return sum;
}
