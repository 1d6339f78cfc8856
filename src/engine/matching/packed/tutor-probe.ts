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
  featureCount,
  highestAsk,
  type Meeting,
  writeCaseFeatures,
  writePairFeatures,
  writeTutorFeatures,
} from '../pair/features.ts';
import { dseSilent, dseValues, isDseSilent, tutoringType } from '../pair/reference.ts';
import { acceptsSum, scoreFeatures, wantsSum } from '../pair/score.ts';
import { meetStage } from '../pair/stages.ts';
import { daysInCommon, fittingDays, fittingHalves, fittingTimes, outlineOf } from '../pair/weekly.ts';
import { boundOfSums, partsPerUnit, reachOf } from './measure.ts';
import { brief, rowBounds } from './row-bounds.ts';
import { findRow } from './rows.ts';
import type { Probe } from './scan.ts';
import { placeLoss, priceLossFor, ranges } from './tutor-losses.ts';
import {
  at,
  entryCount,
  readTutor,
  type TutorIndex,
  tutorKey,
  tutorOwned,
  writeTutorFactors,
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

export type TutorProbe = Probe & {
  /** Everything known of a row that fits and this case. */
  features(row: number): Float64Array;
  facts: TutorFacts;
  freeDays(): number;
};

export function probeForCase(
  index: TutorIndex,
  wanted: EncodedCase,
  now: number,
  without: readonly number[],
): TutorProbe {
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
    facts,
    freeDays: () => met.freeDays,
    today,
  };
}
