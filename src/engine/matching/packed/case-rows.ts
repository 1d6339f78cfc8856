/**
 * Rows of all cases that tutors can find: the same rows, bitsets and bounds as for tutors, with the columns of a
 * case.
 */

import { idOf } from '../input.ts';
import type { MatcherOptions } from '../matcher.ts';
import { type EncodedCase, pairCode, pairGrade } from '../pair/facts.ts';
import { caseFeatures, featureCount, writeCaseFeatures } from '../pair/features.ts';
import { type Model, modelOf, writeCaseFactors } from '../pair/score.ts';
import { daysPerWeek, outlineOf } from '../pair/weekly.ts';
import { handWeights } from '../weights.ts';
import { type BoundTables, measureOf, ownedFlags, packOwnLosses } from './bounds.ts';
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

/** Array type of each column. */
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

export type CaseIndex = Columns & { model: Model; rows: Rows; measure: BoundTables; pairs: Pool };

export const caseOwned = ownedFlags(caseFeatures);

/** Keys of the bitsets. A case has only the key of its first subject; the row test checks all subjects. */
export const caseKey = {
  subject: (code: number) => code,
  grade: (grade: number) => 128 + grade,
  type: (type: number) => 150 + type,
  /** 0: anywhere. */
  place: (region: number) => 160 + region,
  /** Like `place`, for lessons at the tutor's place. */
  tutorsPlace: (region: number) => 180 + region,
  /** 0: any. */
  language: (language: number) => 200 + language,
  gender: (gender: string) => 210 + 'UMF'.indexOf(gender),
  /** 0: any. */
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

/** Returns whether the case existed. */
export function removeCase(index: CaseIndex, id: number): boolean {
  const row = findRow(index.rows, idOf(id));
  if (row < 0) return false;
  freeList(index.pairs, index.pairsAt[row] as number, index.pairCount[row] as number);
  removeRow(index.rows, row);
  return true;
}

const scratch = new Float64Array(featureCount);

export function insertCase(index: CaseIndex, parentCase: EncodedCase, today: number) {
  const { rows, model, measure } = index;
  writeCaseFeatures(parentCase, scratch);
  writeCaseFactors(model, parentCase, today, scratch);
  const own = packOwnLosses(model, measure, scratch);
  const row = addRow(
    rows,
    { id: parentCase.id, price: parentCase.price, own, kind: parentCase.stage },
    today,
  );
  setColumns(index, row, parentCase);
  setKeys(rows, row, parentCase);
}

function setColumns(index: CaseIndex, row: number, parentCase: EncodedCase) {
  index.slotsLow.set(parentCase.week.low, row * daysPerWeek);
  index.slotsHigh.set(parentCase.week.high, row * daysPerWeek);
  index.outlines[row] = outlineOf(parentCase.week, parentCase.halfHours);
  index.price[row] = parentCase.price;
  index.offered[row] = parentCase.offered;
  index.region[row] = parentCase.region;
  index.type[row] = parentCase.type;
  index.languages[row] = parentCase.languages;
  index.days[row] = parentCase.days;
  index.halfHours[row] = parentCase.halfHours;
  index.halves[row] = parentCase.halves;
  index.stage[row] = parentCase.stage;
  index.education[row] = parentCase.education;
  index.thrift[row] = parentCase.thrift;
  index.tightness[row] = parentCase.tightness;
  index.createdDay[row] = parentCase.createdDay;
  index.activeDay[row] = parentCase.activeDay;
  index.pending[row] = parentCase.pending;
  index.views[row] = parentCase.views;
  index.pairsAt[row] = storeList(index.pairs, parentCase.pairs);
  index.pairCount[row] = parentCase.pairs.length;
}

function setKeys(rows: Rows, row: number, parentCase: EncodedCase) {
  const first = parentCase.pairs[0] as number;
  setKey(rows, caseKey.subject(pairCode(first)), row);
  setKey(rows, caseKey.grade(pairGrade(first)), row);
  setKey(rows, caseKey.type(parentCase.type), row);
  const place = parentCase.type === 4 ? caseKey.tutorsPlace : caseKey.place;
  setKey(rows, place(parentCase.region), row);
  if (parentCase.languages === 0) setKey(rows, caseKey.language(0), row);
  for (let id = 1; id <= 4; id++)
    if (parentCase.languages & (1 << (id - 1))) setKey(rows, caseKey.language(id), row);
  setKey(rows, caseKey.gender(parentCase.gender), row);
  setKey(rows, caseKey.education(parentCase.education), row);
}
