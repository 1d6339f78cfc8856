/** Tutors for a case. */
import { priceLoss, reachOf } from './bounds.ts';
import { explained, type Result, type SearchOptions } from './explain.ts';
import {
  type EncodedCase,
  encodeCase,
  entryCode,
  entryDse,
  pairCode,
  pairGrade,
  type TutorFacts,
} from './facts.ts';
import {
  familyPrice,
  featureCount,
  highestAsk,
  lessonValue,
  tutorPrice,
  writeCaseFeatures,
  writePairFeatures,
  writeTutorFeatures,
} from './features.ts';
import { dayOf, type ParentCase } from './input.ts';
import { dseSilent, dseSubjectOf, dseValues, tutoringType } from './reference.ts';
import { findRow } from './rows.ts';
import { countRows, findBest, type Probe } from './scan.ts';
import { scoreFeatures } from './score.ts';
import {
  at,
  entryCount,
  readTutor,
  type TutorIndex,
  tutorKey,
  tutorOwned,
  writeTutorFactors,
} from './tutor-index.ts';
import { commonTimes, daysInCommon, daysPerWeek, fittingDays, outlineOf } from './weekly.ts';

const emptyTutor = (): TutorFacts => ({
  education: 0,
  experience: 0,
  gpa: 0,
  rank: 0,
  badges: 0,
  homes: 0,
  languages: 0,
  priceMin: 0,
  priceMax: 0,
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
  const { model, rows, measure, words, halves, priceMin } = index;
  const { items } = index.entries;
  const { pairs, week, halfHours, days } = wanted;
  const today = dayOf(now);
  const mostAsk = highestAsk(wanted.price);
  const excluded = new Set(without.map((id) => findRow(rows, id)));
  const outline = outlineOf(week, halfHours);
  const codes = pairs.map(pairCode);
  const gradeMasks = pairs.map((pair) => 1 << (pairGrade(pair) - 1));
  const dseKnown = pairs.map((pair) => dseSubjectOf(pairCode(pair)) !== 0);
  const facts = emptyTutor();
  const features = new Float64Array(featureCount);
  writeCaseFeatures(wanted, features);
  let dse = 0;
  let freeDays = 0;

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

  const read = (row: number) => {
    readTutor(index, row, facts);
    writeTutorFeatures(facts, features);
    writePairFeatures(facts, wanted, dse, freeDays, features);
    writeTutorFactors(model, facts, today, features);
    return features;
  };

  const admits = (row: number) => {
    if ((priceMin[row] as number) > mostAsk) return false;
    const word = row * at.wordsPerRow;
    if (daysInCommon(outline & (words[word + at.outline] as number)) < days) return false;
    freeDays = fittingDays(week, halfHours, words, word, halves, row * at.halvesPerRow + at.slotsHigh);
    if (freeDays < days) return false;
    dse = taught(row);
    return dse >= 0 && !(excluded.size > 0 && excluded.has(row));
  };

  const [least, most] = ranges(wanted, dseKnown);
  return {
    groups: keysFor(wanted),
    admits,
    score: (row) => scoreFeatures(model, read(row)),
    features: (row) => (admits(row) ? read(row) : features.fill(Number.NaN)),
    facts,
    freeDays: () => freeDays,
    reach: reachOf(model, tutorOwned, least, most),
    loss: priceLoss(model, priceMin, (lowest) =>
      lowest > mostAsk
        ? null
        : {
            wants: 1 - familyPrice(lowest, wanted.price),
            accepts:
              wanted.price === 0 || lowest <= wanted.price ? 0 : 1 - tutorPrice(lowest, lowest, wanted.price),
          },
    ),
    measure,
    today,
  };
}

/** What the case alone says about the features that tutors do not own. */
function ranges(wanted: EncodedCase, dseKnown: boolean[]): [Float64Array, Float64Array] {
  const least = new Float64Array(featureCount);
  const most = new Float64Array(featureCount).fill(1);
  const fix = (feature: number, value: number) => {
    least[feature] = value;
    most[feature] = value;
  };
  if (wanted.isOnline || wanted.region === 0) for (const feature of [1, 12]) fix(feature, 1);
  if (wanted.days === daysPerWeek) for (const feature of [2, 13]) fix(feature, 0);
  if (wanted.languages === 0) fix(3, 1);
  if (!dseKnown.includes(true)) fix(4, dseSilent);
  if (wanted.price === 0) fix(11, 0.6);
  fix(14, lessonValue(wanted));
  return [least, most];
}

export function searchTutors(index: TutorIndex, wanted: ParentCase, options: SearchOptions = {}): Result {
  const { top = 10, now = Date.now(), without = [], sample = 64 } = options;
  const encoded = encodeCase(wanted);
  const probe = probeForCase(index, encoded, now, without);
  const found = findBest(index.rows, probe, top, sample);
  return explained(index.model, found, {
    id: (row) => index.rows.ids[row] as number,
    features: probe.features,
    tutor: () => probe.facts,
    wanted: () => encoded,
    freeDays: probe.freeDays,
    times: (row) =>
      commonTimes(encoded.week, encoded.halfHours, encoded.days, {
        low: index.words,
        lowAt: row * at.wordsPerRow,
        high: index.halves,
        highAt: row * at.halvesPerRow + at.slotsHigh,
      }),
    today: probe.today,
    isCaseRow: false,
  });
}

/** How many tutors fit, counted up to `most`. */
export function countTutors(index: TutorIndex, wanted: ParentCase, most = Number.POSITIVE_INFINITY): number {
  return countRows(index.rows, probeForCase(index, encodeCase(wanted), 0, []), most);
}
