/** Turns a tutor into a query over case rows. */

import { dayOf } from '../input.ts';
import {
  type CaseFacts,
  type EncodedTutor,
  entryCode,
  entryDse,
  gradeBits,
  lastYoungStage,
  pairCode,
  pairGrade,
} from '../pair/facts.ts';
import {
  familyPrice,
  featureCount,
  fittingPrices,
  highestFittingPrice,
  type PairOverlap,
  type PriceGroup,
  tutorFeatures,
  tutorPrice,
  writeCaseFeatures,
  writePairFeatures,
  writeStageOverlap,
  writeTutorFeatures,
} from '../pair/features.ts';
import { dseNeutralValue, dseValues, hasNoDseResult, subjectCodes, tutoringType } from '../pair/reference.ts';
import { scoreFeatures, writeCaseFactors } from '../pair/score.ts';
import {
  commonTimes,
  daysInCommon,
  daysPerWeek,
  fittingDays,
  fittingHalves,
  fittingTimes,
  outlineOf,
  shortestClass,
} from '../pair/weekly.ts';
import { type PriceLoss, priceLoss, queryLossOf, rowBounds } from './bounds.ts';
import { type CaseIndex, caseKey, caseOwned } from './case-rows.ts';
import { findRow } from './rows.ts';
import type { RowProbe } from './scan.ts';

const emptyCase = (): CaseFacts => ({
  isOnline: false,
  isAtTutors: false,
  region: 0,
  price: 0,
  offered: 0,
  languages: 0,
  days: 0,
  halfHours: 0,
  halves: 0,
  stage: 0,
  thrift: 0,
  requestsEducation: false,
  isYoung: false,
  tightness: 0,
  createdDay: 0,
  activeDay: 0,
  pending: 0,
  views: 0,
});

/** Ids of a mask; bit 0 is id 1. */
function idsOf(mask: number): number[] {
  const ids: number[] = [];
  for (let left = mask; left !== 0; left &= left - 1) ids.push(32 - Math.clz32(left & -left));
  return ids;
}

/** The key groups of the query: a row must have one key of each. */
function keysFor(tutor: EncodedTutor): number[][] {
  const grades = tutor.entries.reduce((mask, entry) => mask | entry, 0) & ((1 << gradeBits) - 1);
  const places = [0, ...idsOf(tutor.reach)].map(caseKey.place);
  const atTutors = [0, ...idsOf(tutor.homes)].map(caseKey.tutorsPlace);
  return [
    tutor.entries.map((entry) => caseKey.subject(entryCode(entry))),
    idsOf(grades).map(caseKey.grade),
    idsOf(tutor.types).map(caseKey.type),
    [...places, ...atTutors],
    [0, ...idsOf(tutor.languages)].map(caseKey.language),
    (tutor.gender === 'U' ? ['U'] : ['U', tutor.gender]).map(caseKey.gender),
    Array.from({ length: tutor.education + 1 }, (_, least) => caseKey.education(least)),
  ];
}

export function probeForTutor(
  index: CaseIndex,
  tutor: EncodedTutor,
  now: number,
  without: readonly number[],
  prices?: PriceGroup,
): RowProbe {
  const { model, rows, measure, slotsLow, slotsHigh, outlines, pairsAt, pairCount, price, halfHours, days } =
    index;
  const { items } = index.pairs;
  const today = dayOf(now);
  const excluded = new Set(without.map((id) => findRow(rows, id)));
  const outline = outlineOf(tutor.week, shortestClass);
  const taughtGrades = new Int32Array(subjectCodes);
  const results = new Uint8Array(subjectCodes);
  for (const entry of tutor.entries) {
    taughtGrades[entryCode(entry)] = entry & ((1 << gradeBits) - 1);
    results[entryCode(entry)] = entryDse(entry);
  }
  const facts = emptyCase();
  const features = new Float64Array(featureCount);
  writeTutorFeatures(tutor, features);
  const overlap: PairOverlap = { dse: 0, freeDays: 0, common: 0, stageShare: 0, stageNear: 0 };

  /** The mean value of the DSE results for the requested subjects, or -1 if one of them is not taught. */
  const dseOf = (row: number): number => {
    const from = pairsAt[row] as number;
    const count = pairCount[row] as number;
    let sum = 0;
    for (let at = from; at < from + count; at++) {
      const code = pairCode(items[at] as number);
      if (((taughtGrades[code] as number) & (1 << (pairGrade(items[at] as number) - 1))) === 0) return -1;
      sum += hasNoDseResult(code) ? dseNeutralValue : (dseValues[results[code] as number] as number);
    }
    return sum / count;
  };

  const read = (row: number) => {
    readCase(index, row, facts);
    writeCaseFeatures(facts, features);
    writeStageOverlap(tutor.entries, 0, tutor.entries.length, facts.stage, overlap);
    writePairFeatures(tutor, facts, overlap, features);
    writeCaseFactors(model, facts, today, features);
    return features;
  };

  const admits = (row: number) => {
    const [leastAsk, mostAsk] = fittingPrices(price[row] as number, prices);
    if (tutor.priceMin > mostAsk || tutor.priceMin < leastAsk) return false;
    if (daysInCommon(outline & (outlines[row] as number)) < (days[row] as number)) return false;
    const slots = row * daysPerWeek;
    const times = fittingTimes(tutor.week, halfHours[row] as number, slotsLow, slots, slotsHigh, slots);
    overlap.freeDays = fittingDays(times);
    overlap.common = fittingHalves(times);
    if (overlap.freeDays < (days[row] as number)) return false;
    overlap.dse = dseOf(row);
    return overlap.dse >= 0 && !(excluded.size > 0 && excluded.has(row));
  };

  const [least, most] = ranges(features);
  const reach = queryLossOf(model, caseOwned, least, most, false);
  const loss = lossFor(index, tutor);
  return {
    groups: keysFor(tutor),
    admits,
    bounds: () => rowBounds({ briefs: rows.briefs, measure, reach, loss, place: null }),
    score: (row) => scoreFeatures(model, read(row)),
    features: (row) => (admits(row) ? read(row) : features.fill(Number.NaN)),
    tutor: () => tutor,
    caseFacts: () => facts,
    freeDays: () => overlap.freeDays,
    times: (row) =>
      commonTimes(tutor.week, facts.halfHours, facts.days, {
        low: slotsLow,
        lowAt: row * daysPerWeek,
        high: slotsHigh,
        highAt: row * daysPerWeek,
      }),
    today,
  };
}

/** Feature ranges: only the tutor's own features are known before a case is read. */
function ranges(features: Float64Array): [Float64Array, Float64Array] {
  const least = new Float64Array(featureCount);
  const most = new Float64Array(featureCount).fill(1);
  for (const at of tutorFeatures) {
    least[at] = features[at] as number;
    most[at] = features[at] as number;
  }
  return [least, most];
}

/** Both sides prefer a higher price; the lowest band also has the cases that are open to offers. */
function lossFor(index: CaseIndex, { priceMin, askingPrice: asked }: EncodedTutor): PriceLoss {
  return priceLoss(index.model, (lowest, highest, short) => {
    // Cases open to offers may be worth any price, and the thrift of a case is unknown here.
    if (lowest === 0) return true;
    if (priceMin > highestFittingPrice(highest)) return false;
    short.wants = 1 - familyPrice(asked, highest);
    short.accepts = 1 - tutorPrice(asked, highest);
    return true;
  });
}

export function readCase(index: CaseIndex, row: number, out: CaseFacts) {
  out.isOnline = index.type[row] === tutoringType.online;
  out.isAtTutors = index.type[row] === tutoringType.tutorsPlace;
  out.region = index.region[row] as number;
  out.price = index.price[row] as number;
  out.offered = index.offered[row] as number;
  out.languages = index.languages[row] as number;
  out.days = index.days[row] as number;
  out.halfHours = index.halfHours[row] as number;
  out.halves = index.halves[row] as number;
  out.stage = index.stage[row] as number;
  out.thrift = index.thrift[row] as number;
  out.requestsEducation = (index.education[row] as number) > 1;
  out.isYoung = out.stage <= lastYoungStage;
  out.tightness = index.tightness[row] as number;
  out.createdDay = index.createdDay[row] as number;
  out.activeDay = index.activeDay[row] as number;
  out.pending = index.pending[row] as number;
  out.views = index.views[row] as number;
}
