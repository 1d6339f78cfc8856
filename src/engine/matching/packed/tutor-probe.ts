/** A case as a question put to tutors. */

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
  familyPrice,
  familyTimes,
  featureCount,
  highestAsk,
  lessonValue,
  type Meeting,
  meetStage,
  namedFeatures,
  openPrice,
  packedShares,
  packedStageAt,
  tutorPrice,
  unhinted,
  wantsAt,
  writeCaseFeatures,
  writePairFeatures,
  writeTutorFeatures,
} from '../pair/features.ts';
import { dseSilent, dseValues, isDseSilent, tutoringType } from '../pair/reference.ts';
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
  brief,
  type PlaceLoss,
  type PriceLoss,
  partsOf,
  partsPerUnit,
  priceLoss,
  reachOf,
  rowBounds,
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
  halves: 0,
  priceMin: 0,
  priceMax: 0,
  asked: 0,
  rating: 0,
  reliability: 0,
  acceptance: 0,
  createdDay: 0,
  activeDay: 0,
  pending: 0,
  views: 0,
});

/** What a row must have by its keys alone. */
function keysFor(wanted: EncodedCase): number[][] {
  const keys = new Set<number>();
  for (const pair of wanted.pairs) {
    keys.add(tutorKey.subject(pairCode(pair)));
    keys.add(tutorKey.grade(pairGrade(pair)));
  }
  keys.add(tutorKey.type(wanted.type));
  // To the tutor's own place nobody but the family travels.
  const place = wanted.type === tutoringType.tutorsPlace ? tutorKey.home : tutorKey.reach;
  if (wanted.region !== 0) keys.add(place(wanted.region));
  if (wanted.gender !== 'U') keys.add(tutorKey.gender(wanted.gender));
  if (wanted.education > 1) keys.add(tutorKey.educationFrom(wanted.education));
  const groups = Array.from(keys, (key) => [key]);
  const languages = [1, 2, 3, 4].filter((id) => wanted.languages & (1 << (id - 1)));
  if (languages.length > 0) groups.push(languages.map(tutorKey.language));
  return groups;
}

export function probeForCase(
  index: TutorIndex,
  wanted: EncodedCase,
  now: number,
  without: readonly number[],
): RowProbe {
  const { model, rows, measure, words, halves } = index;
  const { briefs } = rows;
  const { items } = index.entries;
  const { pairs, week, halfHours, days } = wanted;
  const today = dayOf(now);
  const mostAsk = highestAsk(wanted.price);
  const excluded = new Set(without.map((id) => findRow(rows, id)));
  const outline = outlineOf(week, halfHours);
  const codes = pairs.map(pairCode);
  const gradeMasks = pairs.map((pair) => 1 << (pairGrade(pair) - 1));
  const dseKnown = codes.map((code) => !isDseSilent(code));
  const facts = emptyTutor();
  const features = new Float64Array(featureCount);
  writeCaseFeatures(wanted, features);
  const met: Meeting = { dse: 0, freeDays: 0, common: 0, stageShare: 0, stageNear: 0 };

  /** The mean of what the DSE results say about each thing asked for, or -1 where one is not taught. */
  const taught = (row: number): number => {
    const from = words[row * at.wordsPerRow + at.entries] as number;
    const to = from + entryCount(index, row);
    let sum = 0;
    for (let asked = 0; asked < codes.length; asked++) {
      const code = codes[asked] as number;
      let place = from;
      while (place < to && entryCode(items[place] as number) !== code) place++;
      if (place === to) return -1;
      const entry = items[place] as number;
      if ((entry & (gradeMasks[asked] as number)) === 0) return -1;
      sum += dseKnown[asked] ? (dseValues[entryDse(entry)] as number) : dseSilent;
    }
    return sum / pairs.length;
  };

  const readPair = (row: number) => {
    readTutor(index, row, facts);
    writeTutorFeatures(facts, features);
    const word = row * at.wordsPerRow;
    const from = words[word + at.entries] as number;
    meetStage(items, from, from + entryCount(index, row), wanted.stage, met);
    writePairFeatures(facts, wanted, met, features);
  };

  const read = (row: number) => {
    readPair(row);
    writeTutorFactors(model, facts, today, features);
    return features;
  };

  const admits = (row: number) => {
    if (daysInCommon(outline & (briefs[row * brief.words + brief.outline] as number)) < days) return false;
    const half = row * at.halvesPerRow;
    const times = fittingTimes(week, halfHours, words, row * at.wordsPerRow, halves, half + at.slotsHigh);
    met.freeDays = fittingDays(times);
    if (met.freeDays < days || (halves[half + at.priceMin] as number) > mostAsk) return false;
    met.common = fittingHalves(times);
    met.dse = taught(row);
    return met.dse >= 0 && !(excluded.size > 0 && excluded.has(row));
  };

  const bounds = () => {
    const [least, most] = ranges(wanted, dseKnown);
    const reach = reachOf(model, tutorOwned, least, most, wanted.isNamed);
    const loss = priceLossFor(model, wanted);
    return rowBounds({ briefs, measure, reach, loss, place: placeLoss(index, wanted, outline) });
  };
  return {
    groups: keysFor(wanted),
    admits,
    bounds,
    score: (row, worst) => {
      readPair(row);
      const wants = wantsSum(model, features);
      const accepts = acceptsSum(model, features);
      if (
        boundOfSums(measure, model, wants, accepts, briefs[row * brief.words] as number) <
        worst * partsPerUnit
      )
        return Number.NEGATIVE_INFINITY;
      writeTutorFactors(model, facts, today, features);
      return scoreFeatures(model, features);
    },
    features: (row) => (admits(row) ? read(row) : features.fill(Number.NaN)),
    tutor: () => facts,
    wanted: () => wanted,
    freeDays: () => met.freeDays,
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

// What a case takes from tutors, as far as it is known before one is looked at.

/** By its price. A range may begin far below what is asked: no price alone is out of the question. */
const priceLossFor = (model: Model, wanted: EncodedCase): PriceLoss =>
  priceLoss(model, (lowest, _, short) => {
    short.wants = 1 - familyPrice(lowest, wanted.offered);
    short.ifThrifty = wanted.thrift * short.wants;
    short.accepts = wanted.price === 0 ? 0 : 1 - tutorPrice(lowest, wanted.price);
    return true;
  });

/** By the days of a week. One of each for all searches, as with prices; they hold until the next. */
const isOut = new Uint8Array(128);
const timesLoss = new Uint16Array(128);
const halves = new Uint16Array(128);
const least = new Float64Array(featureCount);
const most = new Float64Array(featureCount);

/** What is known of a row's place and stage before it is looked at. */
function placeLoss({ model }: TutorIndex, wanted: EncodedCase, outline: number): PlaceLoss {
  const worth = (...features: number[]) =>
    features.reduce((sum, feature) => sum + Math.max(0, model.by[feature] as number), 0);
  const { travel, travel_if_young } = wantsAt;
  const timesWorth = worth(wantsAt.times) + wanted.tightness * worth(wantsAt.times_if_tight);
  for (let set = 0; set < 128; set++) {
    const lowest = set & -set;
    const day = 31 - Math.clz32(lowest);
    if (set !== 0)
      halves[set] =
        (halves[set ^ lowest] as number) +
        bitCount(wanted.week.low[day] as number) +
        bitCount(wanted.week.high[day] as number);
    const count = bitCount(set);
    isOut[set] = count < wanted.days ? 1 : 0;
    timesLoss[set] = partsOf(timesWorth * (1 - familyTimes(wanted, count, halves[set] as number)));
  }
  return {
    outline,
    isOut,
    timesLoss,
    halves,
    tutorTimes: worth(acceptsAt.times),
    stageAt: districtBits + packedStageAt(wanted.stage),
    stageLoss: Uint16Array.from(packedShares, (most) => partsOf(worth(wantsAt.grade) * (1 - most))),
    ways: wanted.isOnline || wanted.region === 0 ? null : waysTo(wanted.region),
    familyWay: wanted.isYoung ? worth(travel, travel_if_young) : worth(travel),
    tutorWay: wanted.isAtTutors ? 0 : worth(acceptsAt.travel),
  };
}

/** What the case alone says about the features that tutors do not own. */
function ranges(wanted: EncodedCase, dseKnown: boolean[]): [Float64Array, Float64Array] {
  least.fill(0);
  most.fill(1);
  const fix = (feature: number, value: number) => {
    least[feature] = value;
    most[feature] = value;
  };
  const goesNowhere = wanted.isOnline || wanted.region === 0;
  if (goesNowhere) fix(wantsAt.travel, 1);
  if (!wanted.isYoung) fix(wantsAt.travel_if_young, unhinted);
  else if (goesNowhere) fix(wantsAt.travel_if_young, 1);
  if (goesNowhere || wanted.isAtTutors) fix(acceptsAt.travel, 1);
  const hint = (feature: number, strength: number) => {
    least[feature] = unhinted * (1 - strength);
    most[feature] = unhinted + (1 - unhinted) * strength;
  };
  hint(wantsAt.times_if_tight, wanted.tightness);
  hint(wantsAt.price_if_thrifty, wanted.thrift);
  if (wanted.languages === 0) fix(wantsAt.language, 1);
  if (!dseKnown.includes(true)) fix(wantsAt.dse, dseSilent);
  if (!wanted.isNamed) for (const feature of [...namedFeatures, wantsAt.dse_if_named]) fix(feature, unhinted);
  else if (!dseKnown.includes(true)) fix(wantsAt.dse_if_named, dseSilent);
  if (wanted.price === 0) fix(acceptsAt.price, openPrice);
  fix(acceptsAt.lesson, lessonValue(wanted));
  return [least, most];
}
