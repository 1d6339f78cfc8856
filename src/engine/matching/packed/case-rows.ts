/** Every case that tutors can find. The same rows, buckets and bounds as for tutors, with what a case has. */

import { idOf } from '../input.ts';
import type { MatcherOptions } from '../matcher.ts';
import { type EncodedCase, pairCode, pairGrade } from '../pair/facts.ts';
import { caseFeatures, featureCount, writeCaseFeatures } from '../pair/features.ts';
import { type Model, modelOf, writeCaseFactors } from '../pair/score.ts';
import { daysPerWeek, outlineOf } from '../pair/weekly.ts';
import { handWeights } from '../weights.ts';
import { type Measure, measureOf, ownedFlags, ownOf } from './bounds.ts';
import {
  addRow,
  createPool,
  createRows,
  enlarged,
  findRow,
  freeList,
  type Pool,
  type Rows,
  removeRow,
  setKey,
  storeList,
} from './rows.ts';

/** What the columns of the rows are kept in. */
const columns = {
  slotsLow: Int32Array,
  slotsHigh: Uint16Array,
  outlines: Int32Array,
  price: Uint16Array,
  offered: Uint16Array,
  region: Uint8Array,
  type: Uint8Array,
  languages: Uint8Array,
  days: Uint8Array,
  halfHours: Uint8Array,
  halves: Uint16Array,
  stage: Uint8Array,
  education: Uint8Array,
  thrift: Float64Array,
  tightness: Float64Array,
  createdDay: Uint16Array,
  activeDay: Uint16Array,
  pending: Uint8Array,
  views: Uint16Array,
  pairsAt: Uint32Array,
  pairCount: Uint16Array,
} as const;
type Columns = { -readonly [Name in keyof typeof columns]: InstanceType<(typeof columns)[Name]> };
const numbersPerRow: Partial<Record<keyof Columns, number>> = {
  slotsLow: daysPerWeek,
  slotsHigh: daysPerWeek,
};

export type CaseIndex = Columns & { model: Model; rows: Rows; measure: Measure; pairs: Pool };

export const caseOwned = ownedFlags(caseFeatures);

/** Keys of the bitsets. Of several subjects the first stands for the case; the test of a row asks for all. */
export const caseKey = {
  subject: (code: number) => code,
  grade: (grade: number) => 128 + grade,
  type: (type: number) => 150 + type,
  /** 0 is anywhere. */
  place: (region: number) => 160 + region,
  /** Like `place`, for lessons at the tutor's. */
  tutorsPlace: (region: number) => 180 + region,
  /** 0 is any. */
  language: (language: number) => 200 + language,
  gender: (gender: string) => 210 + 'UMF'.indexOf(gender),
  /** 0 is any. */
  education: (education: number) => 220 + education,
};
const keyCount = 230;

export function createCaseIndex({ weights = handWeights, capacity = 1000 }: MatcherOptions): CaseIndex {
  const model = modelOf(weights);
  const index: Omit<CaseIndex, 'rows'> = {
    model,
    measure: measureOf(model, caseOwned),
    pairs: createPool(capacity * 2),
    ...(Object.fromEntries(
      Object.entries(columns).map(([name, Kind]) => [name, new Kind(0)]),
    ) as unknown as Columns),
  };
  return Object.assign(index, { rows: createRows(capacity, keyCount, (rows) => resize(index, rows)) });
}

function resize(index: Columns, rows: number) {
  for (const name of Object.keys(columns) as (keyof Columns)[])
    Object.assign(index, { [name]: enlarged(index[name], rows * (numbersPerRow[name] ?? 1)) });
}

/** Whether there was one. */
export function removeCase(index: CaseIndex, id: number): boolean {
  const row = findRow(index.rows, idOf(id));
  if (row < 0) return false;
  freeList(index.pairs, index.pairsAt[row] as number, index.pairCount[row] as number);
  removeRow(index.rows, row);
  return true;
}

const scratch = new Float64Array(featureCount);

export function insertCase(index: CaseIndex, wanted: EncodedCase, today: number) {
  const { rows, model, measure } = index;
  writeCaseFeatures(wanted, scratch);
  writeCaseFactors(model, wanted, today, scratch);
  const own = ownOf(model, measure, scratch);
  const row = addRow(rows, { id: wanted.id, price: wanted.price, own, kind: wanted.stage }, today);
  setColumns(index, row, wanted);
  setKeys(rows, row, wanted);
}

function setColumns(index: CaseIndex, row: number, wanted: EncodedCase) {
  index.slotsLow.set(wanted.week.low, row * daysPerWeek);
  index.slotsHigh.set(wanted.week.high, row * daysPerWeek);
  index.outlines[row] = outlineOf(wanted.week, wanted.halfHours);
  index.price[row] = wanted.price;
  index.offered[row] = wanted.offered;
  index.region[row] = wanted.region;
  index.type[row] = wanted.type;
  index.languages[row] = wanted.languages;
  index.days[row] = wanted.days;
  index.halfHours[row] = wanted.halfHours;
  index.halves[row] = wanted.halves;
  index.stage[row] = wanted.stage;
  index.education[row] = wanted.education;
  index.thrift[row] = wanted.thrift;
  index.tightness[row] = wanted.tightness;
  index.createdDay[row] = wanted.createdDay;
  index.activeDay[row] = wanted.activeDay;
  index.pending[row] = wanted.pending;
  index.views[row] = wanted.views;
  index.pairsAt[row] = storeList(index.pairs, wanted.pairs);
  index.pairCount[row] = wanted.pairs.length;
}

function setKeys(rows: Rows, row: number, wanted: EncodedCase) {
  const first = wanted.pairs[0] as number;
  setKey(rows, caseKey.subject(pairCode(first)), row);
  setKey(rows, caseKey.grade(pairGrade(first)), row);
  setKey(rows, caseKey.type(wanted.type), row);
  const place = wanted.type === 4 ? caseKey.tutorsPlace : caseKey.place;
  setKey(rows, place(wanted.region), row);
  if (wanted.languages === 0) setKey(rows, caseKey.language(0), row);
  for (let id = 1; id <= 4; id++)
    if (wanted.languages & (1 << (id - 1))) setKey(rows, caseKey.language(id), row);
  setKey(rows, caseKey.gender(wanted.gender), row);
  setKey(rows, caseKey.education(wanted.education), row);
}
