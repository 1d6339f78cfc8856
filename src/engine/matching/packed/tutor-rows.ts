/** Rows of all tutors that families can find, in typed arrays: about 115 bytes each. */

import { idOf } from '../input.ts';
import type { MatcherOptions } from '../matcher.ts';
import { type EncodedTutor, entryCode, gradeBits, type TutorFacts } from '../pair/facts.ts';
import {
  featureCount,
  packStages,
  stagesTaught,
  tutorFeatures,
  writeEducationRequestFeatures,
  writeTutorFeatures,
} from '../pair/features.ts';
import { type Model, modelOf, writeTutorFactors } from '../pair/score.ts';
import { allDistricts } from '../pair/travel.ts';
import { outlineBits, outlineOf, roughHalves, shortestClass } from '../pair/weekly.ts';
import { handWeights } from '../weights.ts';
import { type BoundTables, briefPrice, measureOf, ownedFlags, packOwnLosses, rowSummary } from './bounds.ts';
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

export type TutorIndex = {
  model: Model;
  rows: Rows;
  measure: BoundTables;
  /** One cache line per tutor: what the row test reads, and most of what the score reads. `at` has the offsets. */
  words: Int32Array;
  /** The same memory as 16-bit numbers. */
  halves: Uint16Array;
  /** The same memory as bytes. */
  bytes: Uint8Array;
  entries: Pool;
};

/** The place word of a brief: 18 bits of home districts, followed by two bits per stage. */
export const districtBits = 18;

/** Offsets in a tutor's cache line: first in 32-bit words, then in 16-bit halves. */
export const at = {
  wordsPerRow: 16,
  slotsLow: 0,
  /**
   * Bits: education, experience, gpa and rank 3 each, badges 2, free half hours / 2 in 8, languages 4, subjects 6.
   */
  person: 7,
  entries: 8,
  /** Rating, reliability, acceptance and pending requests, one byte each. */
  standing: 9,
  halvesPerRow: 32,
  slotsHigh: 20,
  priceMin: 27,
  priceMax: 28,
  createdDay: 29,
  activeDay: 30,
  views: 31,
} as const;

export const tutorOwned = ownedFlags(tutorFeatures);

/** Keys of the bitsets. */
export const tutorKey = {
  subject: (code: number) => code,
  grade: (grade: number) => 128 + grade,
  type: (type: number) => 150 + type,
  home: (region: number) => 160 + region,
  reach: (region: number) => 180 + region,
  language: (language: number) => 200 + language,
  gender: (gender: string) => (gender === 'M' ? 216 : 217),
  educationFrom: (education: number) => 220 + education,
};
const keyCount = 230;

export function createTutorIndex({ weights = handWeights, capacity = 1000 }: MatcherOptions): TutorIndex {
  const model = modelOf(weights);
  const none = 0;
  const index: Omit<TutorIndex, 'rows'> = {
    model,
    measure: measureOf(model, tutorOwned),
    words: new Int32Array(none),
    halves: new Uint16Array(none),
    bytes: new Uint8Array(none),
    entries: createPool(capacity * 3),
  };
  return Object.assign(index, { rows: createRows(capacity, keyCount, (rows) => resize(index, rows)) });
}

function resize(index: Omit<TutorIndex, 'rows'>, rows: number) {
  index.words = enlarged(index.words, rows * at.wordsPerRow);
  index.halves = new Uint16Array(index.words.buffer);
  index.bytes = new Uint8Array(index.words.buffer);
}

/** Returns whether the tutor existed. */
export function removeTutor(index: TutorIndex, id: number): boolean {
  const row = findRow(index.rows, idOf(id));
  if (row < 0) return false;
  freeList(index.entries, index.words[row * at.wordsPerRow + at.entries] as number, entryCount(index, row));
  removeRow(index.rows, row);
  return true;
}

const scratch = new Float64Array(featureCount);

export function insertTutor(index: TutorIndex, tutor: EncodedTutor, today: number) {
  const { rows, model, measure } = index;
  writeTutorFeatures(tutor, scratch);
  writeEducationRequestFeatures(scratch);
  writeTutorFactors(model, tutor, today, scratch);
  const own = packOwnLosses(model, measure, scratch);
  const kind = stagesTaught(tutor.entries);
  const row = addRow(rows, { id: tutor.id, price: tutor.askingPrice, own, kind }, today);
  setColumns(index, row, tutor);
  setKeys(rows, row, tutor);
}

function setColumns({ words, halves, bytes, rows, entries }: TutorIndex, row: number, tutor: EncodedTutor) {
  const word = row * at.wordsPerRow;
  const half = row * at.halvesPerRow;
  words.set(tutor.week.low, word + at.slotsLow);
  halves.set(tutor.week.high, half + at.slotsHigh);
  // Education has eight ids in three bits: 8 is stored as 0.
  words[word + at.person] =
    (tutor.education & 7) |
    (tutor.experience << 3) |
    (tutor.gpa << 6) |
    (tutor.rank << 9) |
    (tutor.badges << 12) |
    ((tutor.freeHalfHours / 2) << 14) |
    (tutor.languages << 22) |
    (tutor.entries.length << 26);
  words[word + at.entries] = storeList(entries, tutor.entries);
  halves[half + at.priceMin] = tutor.priceMin;
  halves[half + at.priceMax] = tutor.priceMax;
  halves[half + at.createdDay] = tutor.createdDay;
  halves[half + at.activeDay] = tutor.activeDay;
  halves[half + at.views] = tutor.views;
  bytes.set([tutor.rating, tutor.reliability, tutor.acceptance, tutor.pending], (word + at.standing) * 4);
  rows.briefs[row * rowSummary.words + rowSummary.outline] =
    outlineOf(tutor.week, shortestClass) | (roughHalves(tutor.freeHalfHours) << outlineBits);
  rows.briefs[row * rowSummary.words + rowSummary.place] =
    tutor.homes | (packStages(tutor.entries) << districtBits);
}

export const entryCount = ({ words }: TutorIndex, row: number) =>
  (words[row * at.wordsPerRow + at.person] as number) >>> 26;

export function readTutor(
  { words, halves, bytes, rows: { briefs } }: TutorIndex,
  row: number,
  out: TutorFacts,
) {
  const half = row * at.halvesPerRow;
  const person = words[row * at.wordsPerRow + at.person] as number;
  out.homes = (briefs[row * rowSummary.words + rowSummary.place] as number) & allDistricts;
  out.education = person & 7 || 8;
  out.experience = (person >>> 3) & 7;
  out.gpa = (person >>> 6) & 7;
  out.rank = (person >>> 9) & 7;
  out.badges = (person >>> 12) & 3;
  out.freeHalfHours = ((person >>> 14) & 255) * 2;
  out.languages = (person >>> 22) & 15;
  out.askingPrice = briefPrice(briefs[row * rowSummary.words + rowSummary.price] as number);
  out.priceMin = halves[half + at.priceMin] as number;
  out.priceMax = halves[half + at.priceMax] as number;
  const standing = (row * at.wordsPerRow + at.standing) * 4;
  out.rating = bytes[standing] as number;
  out.reliability = bytes[standing + 1] as number;
  out.acceptance = bytes[standing + 2] as number;
  out.pending = bytes[standing + 3] as number;
  out.createdDay = halves[half + at.createdDay] as number;
  out.activeDay = halves[half + at.activeDay] as number;
  out.views = halves[half + at.views] as number;
}

function setKeys(rows: Rows, row: number, tutor: EncodedTutor) {
  let grades = 0;
  for (const entry of tutor.entries) {
    setKey(rows, tutorKey.subject(entryCode(entry)), row);
    grades |= entry & ((1 << gradeBits) - 1);
  }
  setEach(rows, row, grades, tutorKey.grade);
  setEach(rows, row, tutor.types, tutorKey.type);
  setEach(rows, row, tutor.homes, tutorKey.home);
  setEach(rows, row, tutor.reach, tutorKey.reach);
  setEach(rows, row, tutor.languages, tutorKey.language);
  if (tutor.gender !== 'U') setKey(rows, tutorKey.gender(tutor.gender), row);
  for (let least = 2; least <= tutor.education; least++) setKey(rows, tutorKey.educationFrom(least), row);
}

/** Sets the key of each id in the mask; bit 0 is id 1. */
function setEach(rows: Rows, row: number, mask: number, key: (id: number) => number) {
  for (let left = mask; left !== 0; left &= left - 1) setKey(rows, key(32 - Math.clz32(left & -left)), row);
}
