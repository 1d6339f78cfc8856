/** Turns a case into a query over tutor rows. */

import { dayOf } from '../input.ts';
import {
  type EncodedCase,
  entryCode,
  entryDse,
  pairCode,
  pairGrade,
  type TutorFacts,
} from '../pair/facts.ts';
import {
  acceptsAt,
  educationRequestFeatures,
  familyPrice,
  familyTimes,
  featureCount,
  fittingPrices,
  lessonValue,
  neutralValue,
  openPrice,
  type PairOverlap,
  type PriceGroup,
  packedShares,
  packedStageAt,
  tutorPrice,
  wantsAt,
  writeCaseFeatures,
  writePairFeatures,
  writeStageOverlap,
  writeTutorFeatures,
} from '../pair/features.ts';
import { dseNeutralValue, dseValues, hasNoDseResult, tutoringType } from '../pair/reference.ts';
import { acceptsSum, type Model, scoreFeatures, wantsSum, writeTutorFactors } from '../pair/score.ts';
import { waysTo } from '../pair/travel.ts';
import {
  bitCount,
  commonTimes,
  daysInCommon,
  fittingDays,
  fittingHalves,
  fittingTimes,
  outlineOf,
} from '../pair/weekly.ts';
import {
  boundOfSums,
  type PlaceLoss,
  type PriceLoss,
  partsOf,
  partsPerUnit,
  priceLoss,
  queryLossOf,
  rowBounds,
  rowSummary,
} from './bounds.ts';
import { findRow } from './rows.ts';
import type { RowProbe } from './scan.ts';
import {
  at,
  districtBits,
  entryCount,
  readTutor,
  type TutorIndex,
  tutorKey,
  tutorOwned,
} from './tutor-rows.ts';

const emptyTutor = (): TutorFacts => ({
  education: 0,
  experience: 0,
  gpa: 0,
  rank: 0,
  badges: 0,
  homes: 0,
  languages: 0,
  freeHalfHours: 0,
  priceMin: 0,
  priceMax: 0,
  askingPrice: 0,
  rating: 0,
  reliability: 0,
  acceptance: 0,
  createdDay: 0,
  activeDay: 0,
  pending: 0,
  views: 0,
});

/** The key groups of the query: a row must have one key of each. */
function keysFor(parentCase: EncodedCase): number[][] {
  const keys = new Set<number>();
  for (const pair of parentCase.pairs) {
    keys.add(tutorKey.subject(pairCode(pair)));
    keys.add(tutorKey.grade(pairGrade(pair)));
  }
  keys.add(tutorKey.type(parentCase.type));
  // To the tutor's place the family travels, so the tutor's travel districts do not count.
  const place = parentCase.type === tutoringType.tutorsPlace ? tutorKey.home : tutorKey.reach;
  if (parentCase.region !== 0) keys.add(place(parentCase.region));
  if (parentCase.gender !== 'U') keys.add(tutorKey.gender(parentCase.gender));
  if (parentCase.education > 1) keys.add(tutorKey.educationFrom(parentCase.education));
  const groups = Array.from(keys, (key) => [key]);
  const languages = [1, 2, 3, 4].filter((id) => parentCase.languages & (1 << (id - 1)));
  if (languages.length > 0) groups.push(languages.map(tutorKey.language));
  return groups;
}

export function probeForCase(
  index: TutorIndex,
  parentCase: EncodedCase,
  now: number,
  without: readonly number[],
  prices?: PriceGroup,
): RowProbe {
  const { model, rows, measure, words, halves } = index;
  const { briefs } = rows;
  const { items } = index.entries;
  const { pairs, week, halfHours, days } = parentCase;
  const today = dayOf(now);
  const [leastAsk, mostAsk] = fittingPrices(parentCase.price, prices);
  const excluded = new Set(without.map((id) => findRow(rows, id)));
  const outline = outlineOf(week, halfHours);
  const codes = pairs.map(pairCode);
  const gradeMasks = pairs.map((pair) => 1 << (pairGrade(pair) - 1));
  const dseKnown = codes.map((code) => !hasNoDseResult(code));
  const facts = emptyTutor();
  const features = new Float64Array(featureCount);
  writeCaseFeatures(parentCase, features);
  const overlap: PairOverlap = { dse: 0, freeDays: 0, common: 0, stageShare: 0, stageNear: 0 };

  /** The mean value of the DSE results for the requested subjects, or -1 if one of them is not taught. */
  const dseOf = (row: number): number => {
    const from = words[row * at.wordsPerRow + at.entries] as number;
    const to = from + entryCount(index, row);
    let sum = 0;
    for (let subject = 0; subject < codes.length; subject++) {
      const code = codes[subject] as number;
      let place = from;
      while (place < to && entryCode(items[place] as number) !== code) place++;
      if (place === to) return -1;
      const entry = items[place] as number;
      if ((entry & (gradeMasks[subject] as number)) === 0) return -1;
      sum += dseKnown[subject] ? (dseValues[entryDse(entry)] as number) : dseNeutralValue;
    }
    return sum / pairs.length;
  };

  const readPair = (row: number) => {
    readTutor(index, row, facts);
    writeTutorFeatures(facts, features);
    const word = row * at.wordsPerRow;
    const from = words[word + at.entries] as number;
    writeStageOverlap(items, from, from + entryCount(index, row), parentCase.stage, overlap);
    writePairFeatures(facts, parentCase, overlap, features);
  };

  const read = (row: number) => {
    readPair(row);
    writeTutorFactors(model, facts, today, features);
    return features;
  };

  const admits = (row: number) => {
    if (daysInCommon(outline & (briefs[row * rowSummary.words + rowSummary.outline] as number)) < days)
      return false;
    const half = row * at.halvesPerRow;
    const times = fittingTimes(week, halfHours, words, row * at.wordsPerRow, halves, half + at.slotsHigh);
    overlap.freeDays = fittingDays(times);
    const ask = halves[half + at.priceMin] as number;
    if (overlap.freeDays < days || ask > mostAsk || ask < leastAsk) return false;
    overlap.common = fittingHalves(times);
    overlap.dse = dseOf(row);
    return overlap.dse >= 0 && !(excluded.size > 0 && excluded.has(row));
  };

  const bounds = () => {
    const [least, most] = ranges(parentCase, dseKnown);
    const reach = queryLossOf(model, tutorOwned, least, most, parentCase.requestsEducation);
    const loss = priceLossFor(model, parentCase);
    return rowBounds({ briefs, measure, reach, loss, place: placeLoss(index, parentCase, outline) });
  };
  return {
    groups: keysFor(parentCase),
    admits,
    bounds,
    score: (row, worst) => {
      readPair(row);
      const wants = wantsSum(model, features);
      const accepts = acceptsSum(model, features);
      if (
        boundOfSums(measure, model, wants, accepts, briefs[row * rowSummary.words] as number) <
        worst * partsPerUnit
      )
        return Number.NEGATIVE_INFINITY;
      writeTutorFactors(model, facts, today, features);
      return scoreFeatures(model, features);
    },
    features: (row) => (admits(row) ? read(row) : features.fill(Number.NaN)),
    tutor: () => facts,
    caseFacts: () => parentCase,
    freeDays: () => overlap.freeDays,
    times: (row) =>
      commonTimes(week, halfHours, days, {
        low: words,
        lowAt: row * at.wordsPerRow,
        high: halves,
        highAt: row * at.halvesPerRow + at.slotsHigh,
      }),
    today,
  };
}

// Losses of tutors for a case, as far as they are known before a row is read.

/** Loss by price. Never excludes a band: the lowest price of a range may be far below the asking price. */
const priceLossFor = (model: Model, parentCase: EncodedCase): PriceLoss =>
  priceLoss(model, (lowest, _, short) => {
    short.wants = 1 - familyPrice(lowest, parentCase.offered);
    short.ifThrifty = parentCase.thrift * short.wants;
    short.accepts = parentCase.price === 0 ? 0 : 1 - tutorPrice(lowest, parentCase.price);
    return true;
  });

/** By mask of weekdays. Shared by all searches and valid until the next one, like the price losses. */
const isOut = new Uint8Array(128);
const timesLoss = new Uint16Array(128);
const halves = new Uint16Array(128);
const least = new Float64Array(featureCount);
const most = new Float64Array(featureCount);

/** Losses by travel, stage and times. */
function placeLoss({ model }: TutorIndex, parentCase: EncodedCase, outline: number): PlaceLoss {
  const worth = (...features: number[]) =>
    features.reduce((sum, feature) => sum + Math.max(0, model.by[feature] as number), 0);
  const { travel, travel_if_young } = wantsAt;
  const timesWorth = worth(wantsAt.times) + parentCase.tightness * worth(wantsAt.times_if_tight);
  for (let set = 0; set < 128; set++) {
    const lowest = set & -set;
    const day = 31 - Math.clz32(lowest);
    if (set !== 0)
      halves[set] =
        (halves[set ^ lowest] as number) +
        bitCount(parentCase.week.low[day] as number) +
        bitCount(parentCase.week.high[day] as number);
    const count = bitCount(set);
    isOut[set] = count < parentCase.days ? 1 : 0;
    timesLoss[set] = partsOf(timesWorth * (1 - familyTimes(parentCase, count, halves[set] as number)));
  }
  return {
    outline,
    isOut,
    timesLoss,
    halves,
    tutorTimes: worth(acceptsAt.times),
    stageAt: districtBits + packedStageAt(parentCase.stage),
    stageLoss: Uint16Array.from(packedShares, (most) => partsOf(worth(wantsAt.grade) * (1 - most))),
    ways: parentCase.isOnline || parentCase.region === 0 ? null : waysTo(parentCase.region),
    familyWay: parentCase.isYoung ? worth(travel, travel_if_young) : worth(travel),
    tutorWay: parentCase.isAtTutors ? 0 : worth(acceptsAt.travel),
  };
}

/** Ranges that the case allows for the features that do not depend on the tutor alone. */
function ranges(parentCase: EncodedCase, dseKnown: boolean[]): [Float64Array, Float64Array] {
  least.fill(0);
  most.fill(1);
  const fix = (feature: number, value: number) => {
    least[feature] = value;
    most[feature] = value;
  };
  const needsNoTravel = parentCase.isOnline || parentCase.region === 0;
  if (needsNoTravel) fix(wantsAt.travel, 1);
  if (!parentCase.isYoung) fix(wantsAt.travel_if_young, neutralValue);
  else if (needsNoTravel) fix(wantsAt.travel_if_young, 1);
  if (needsNoTravel || parentCase.isAtTutors) fix(acceptsAt.travel, 1);
  const hint = (feature: number, strength: number) => {
    least[feature] = neutralValue * (1 - strength);
    most[feature] = neutralValue + (1 - neutralValue) * strength;
  };
  hint(wantsAt.times_if_tight, parentCase.tightness);
  hint(wantsAt.price_if_thrifty, parentCase.thrift);
  if (parentCase.languages === 0) fix(wantsAt.language, 1);
  if (!dseKnown.includes(true)) fix(wantsAt.dse, dseNeutralValue);
  if (!parentCase.requestsEducation)
    for (const feature of [...educationRequestFeatures, wantsAt.dse_if_named]) fix(feature, neutralValue);
  else if (!dseKnown.includes(true)) fix(wantsAt.dse_if_named, dseNeutralValue);
  if (parentCase.price === 0) fix(acceptsAt.price, openPrice);
  fix(acceptsAt.lesson, lessonValue(parentCase));
  return [least, most];
}
