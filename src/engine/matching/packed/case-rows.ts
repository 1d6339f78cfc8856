/** Every case that tutors can find. The same rows, buckets and bounds as for tutors, with what a case has. */

import { dayOf, idOf, type ParentCase } from '../input.ts';
import { encodeCase } from '../pair/encode-case.ts';
import { type CaseFacts, type EncodedCase, pairCode, pairGrade } from '../pair/facts.ts';
import {
  caseFeatures,
  exposureAt,
  featureCount,
  freshnessAt,
  logCaseExposure,
  logFreshness,
  writeCaseFeatures,
} from '../pair/features.ts';
import { type Model, modelOf } from '../pair/score.ts';
import { daysPerWeek, outlineOf } from '../pair/weekly.ts';
import { handWeights } from '../weights.ts';
import { type Measure, measureOf, ownedFlags, ownOf } from './measure.ts';
import { createPool, freeList, type Pool, storeList } from './pool.ts';
import { addRow, createRows, enlarged, findRow, type Rows, removeRow, setKey } from './rows.ts';
import type { IndexOptions } from './tutor-rows.ts';

export type CaseIndex = {
  model: Model;
  rows: Rows;
  measure: Measure;
  slotsLow: Int32Array;
  slotsHigh: Uint16Array;
  outlines: Int32Array;
  price: Uint16Array;
  offered: Uint16Array;
  region: Uint8Array;
  type: Uint8Array;
  languages: Uint8Array;
  days: Uint8Array;
  halfHours: Uint8Array;
  halves: Uint16Array;
  stage: Uint8Array;
  education: Uint8Array;
  thrift: Float64Array;
  tightness: Float64Array;
  createdDay: Uint16Array;
  activeDay: Uint16Array;
  pending: Uint8Array;
  views: Uint16Array;
  pairsAt: Uint32Array;
  pairCount: Uint16Array;
  pairs: Pool;
};

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

export function createCaseIndex({ weights = handWeights, capacity = 1000 }: IndexOptions = {}): CaseIndex {
  const model = modelOf(weights);
  const none = 0;
  const index: Omit<CaseIndex, 'rows'> = {
    model,
    measure: measureOf(model, caseOwned),
    slotsLow: new Int32Array(none),
    slotsHigh: new Uint16Array(none),
    outlines: new Int32Array(none),
    price: new Uint16Array(none),
    offered: new Uint16Array(none),
    region: new Uint8Array(none),
    type: new Uint8Array(none),
    languages: new Uint8Array(none),
    days: new Uint8Array(none),
    halfHours: new Uint8Array(none),
    halves: new Uint16Array(none),
    stage: new Uint8Array(none),
    education: new Uint8Array(none),
    thrift: new Float64Array(none),
    tightness: new Float64Array(none),
    createdDay: new Uint16Array(none),
    activeDay: new Uint16Array(none),
    pending: new Uint8Array(none),
    views: new Uint16Array(none),
    pairsAt: new Uint32Array(none),
    pairCount: new Uint16Array(none),
    pairs: createPool(capacity * 2),
  };
  return Object.assign(index, { rows: createRows(capacity, keyCount, (rows) => resize(index, rows)) });
}

function resize(index: Omit<CaseIndex, 'rows'>, rows: number) {
  index.slotsLow = enlarged(index.slotsLow, rows * daysPerWeek);
  index.slotsHigh = enlarged(index.slotsHigh, rows * daysPerWeek);
  index.outlines = enlarged(index.outlines, rows);
  index.price = enlarged(index.price, rows);
  index.offered = enlarged(index.offered, rows);
  index.region = enlarged(index.region, rows);
  index.type = enlarged(index.type, rows);
  index.languages = enlarged(index.languages, rows);
  index.days = enlarged(index.days, rows);
  index.halfHours = enlarged(index.halfHours, rows);
  index.halves = enlarged(index.halves, rows);
  index.stage = enlarged(index.stage, rows);
  index.education = enlarged(index.education, rows);
  index.thrift = enlarged(index.thrift, rows);
  index.tightness = enlarged(index.tightness, rows);
  index.createdDay = enlarged(index.createdDay, rows);
  index.activeDay = enlarged(index.activeDay, rows);
  index.pending = enlarged(index.pending, rows);
  index.views = enlarged(index.views, rows);
  index.pairsAt = enlarged(index.pairsAt, rows);
  index.pairCount = enlarged(index.pairCount, rows);
}

export function buildCaseIndex(
  cases: Iterable<ParentCase>,
  { now = Date.now(), ...options }: IndexOptions & { now?: number } = {},
): CaseIndex {
  const index = createCaseIndex({ ...(Array.isArray(cases) && { capacity: cases.length }), ...options });
  for (const wanted of cases) upsertCase(index, wanted, now);
  return index;
}

export const caseCount = (index: CaseIndex) => index.rows.table.size;
export const hasCase = (index: CaseIndex, id: number) => findRow(index.rows, id) >= 0;

/** Puts a case in, or in place of what was known of it. One that is not online is taken out. */
export function upsertCase(index: CaseIndex, wanted: ParentCase, now = Date.now()) {
  const encoded = encodeCase(wanted);
  removeCase(index, encoded.id);
  if (encoded.isOpen) insert(index, encoded, dayOf(now));
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

function insert(index: CaseIndex, wanted: EncodedCase, today: number) {
  const { rows, model, measure } = index;
  writeCaseFeatures(wanted, scratch);
  writeCaseFactors(model, wanted, today, scratch);
  const own = ownOf(model, measure, scratch);
  const row = addRow(rows, { id: wanted.id, price: wanted.price, own, kind: wanted.stage }, today);
  setColumns(index, row, wanted);
  setKeys(rows, row, wanted);
}

export function writeCaseFactors(model: Model, wanted: CaseFacts, today: number, out: Float64Array) {
  const { freshness, exposure } = model.weights;
  out[freshnessAt] = logFreshness(wanted, freshness.caseHalfLifeDays, model.leastFreshness, today);
  out[exposureAt] = logCaseExposure(wanted, exposure);
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
