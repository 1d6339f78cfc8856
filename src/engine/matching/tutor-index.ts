/** Every tutor that families can find, in typed arrays: about 115 bytes each. */
import { type Measure, measureOf, ownedFlags, ownOf } from './bounds.ts';
import { type EncodedTutor, encodeTutor, entryCode, gradeBits, type TutorFacts } from './facts.ts';
import {
  exposureAt,
  featureCount,
  freshnessAt,
  logFreshness,
  logTutorExposure,
  writeTutorFeatures,
} from './features.ts';
import { dayOf, idOf, type TutorListing } from './input.ts';
import { createPool, freeList, type Pool, storeList } from './pool.ts';
import { addRow, createRows, enlarged, findRow, type Rows, removeRow, setKey } from './rows.ts';
import { type Model, modelOf } from './score.ts';
import { daysPerWeek, outlineOf, shortestClass } from './weekly.ts';
import { handWeights, type Weights } from './weights.ts';

export type TutorIndex = {
  model: Model;
  rows: Rows;
  measure: Measure;
  slotsLow: Int32Array;
  slotsHigh: Uint16Array;
  /** The weeks in short. */
  outlines: Int32Array;
  /** Districts of teaching 18 bits, education, experience, gpa and rank 3 each, badges 2. */
  person: Int32Array;
  /** Languages 4 bits, number of subjects 7. */
  small: Uint16Array;
  priceMin: Uint16Array;
  priceMax: Uint16Array;
  rating: Uint8Array;
  reliability: Uint8Array;
  acceptance: Uint8Array;
  createdDay: Uint16Array;
  activeDay: Uint16Array;
  pending: Uint8Array;
  views: Uint16Array;
  entriesAt: Uint32Array;
  entries: Pool;
};

export type IndexOptions = {
  weights?: Weights;
  /** How many rows will come; more may. */
  capacity?: number;
};

/** The features that a tutor has whatever the case is. */
export const tutorOwned = ownedFlags([5, 6, 7, 8, 9, 10, 15]);

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

export function createTutorIndex({ weights = handWeights, capacity = 1000 }: IndexOptions = {}): TutorIndex {
  const model = modelOf(weights);
  const none = 0;
  const index: Omit<TutorIndex, 'rows'> = {
    model,
    measure: measureOf(model, tutorOwned),
    slotsLow: new Int32Array(none),
    slotsHigh: new Uint16Array(none),
    outlines: new Int32Array(none),
    person: new Int32Array(none),
    small: new Uint16Array(none),
    priceMin: new Uint16Array(none),
    priceMax: new Uint16Array(none),
    rating: new Uint8Array(none),
    reliability: new Uint8Array(none),
    acceptance: new Uint8Array(none),
    createdDay: new Uint16Array(none),
    activeDay: new Uint16Array(none),
    pending: new Uint8Array(none),
    views: new Uint16Array(none),
    entriesAt: new Uint32Array(none),
    entries: createPool(capacity * 3),
  };
  return Object.assign(index, { rows: createRows(capacity, keyCount, (rows) => resize(index, rows)) });
}

function resize(index: Omit<TutorIndex, 'rows'>, rows: number) {
  index.slotsLow = enlarged(index.slotsLow, rows * daysPerWeek);
  index.slotsHigh = enlarged(index.slotsHigh, rows * daysPerWeek);
  index.outlines = enlarged(index.outlines, rows);
  index.person = enlarged(index.person, rows);
  index.small = enlarged(index.small, rows);
  index.priceMin = enlarged(index.priceMin, rows);
  index.priceMax = enlarged(index.priceMax, rows);
  index.rating = enlarged(index.rating, rows);
  index.reliability = enlarged(index.reliability, rows);
  index.acceptance = enlarged(index.acceptance, rows);
  index.createdDay = enlarged(index.createdDay, rows);
  index.activeDay = enlarged(index.activeDay, rows);
  index.pending = enlarged(index.pending, rows);
  index.views = enlarged(index.views, rows);
  index.entriesAt = enlarged(index.entriesAt, rows);
}

export function buildTutorIndex(
  tutors: Iterable<TutorListing>,
  { now = Date.now(), ...options }: IndexOptions & { now?: number } = {},
): TutorIndex {
  const index = createTutorIndex({ ...(Array.isArray(tutors) && { capacity: tutors.length }), ...options });
  for (const tutor of tutors) upsertTutor(index, tutor, now);
  return index;
}

export const tutorCount = (index: TutorIndex) => index.rows.table.size;
export const hasTutor = (index: TutorIndex, id: number) => findRow(index.rows, id) >= 0;

/** Puts a listing in, or in place of what was known of it. One that is not listed is taken out. */
export function upsertTutor(index: TutorIndex, tutor: TutorListing, now = Date.now()) {
  const encoded = encodeTutor(tutor);
  removeTutor(index, encoded.id);
  if (encoded.isListed) insert(index, encoded, dayOf(now));
}

/** Whether there was one. */
export function removeTutor(index: TutorIndex, id: number): boolean {
  const row = findRow(index.rows, idOf(id));
  if (row < 0) return false;
  freeList(index.entries, index.entriesAt[row] as number, entryCount(index, row));
  removeRow(index.rows, row);
  return true;
}

const scratch = new Float64Array(featureCount);

function insert(index: TutorIndex, tutor: EncodedTutor, today: number) {
  const { rows, model, measure } = index;
  writeTutorFeatures(tutor, scratch);
  writeTutorFactors(model, tutor, today, scratch);
  const row = addRow(
    rows,
    { id: tutor.id, price: tutor.priceMin, own: ownOf(model, measure, scratch) },
    measure,
    today,
  );
  setColumns(index, row, tutor);
  setKeys(rows, row, tutor);
}

export function writeTutorFactors(model: Model, tutor: TutorFacts, today: number, out: Float64Array) {
  const { freshness, exposure } = model.weights;
  out[freshnessAt] = logFreshness(tutor, freshness.tutorHalfLifeDays, model.leastFreshness, today);
  out[exposureAt] = logTutorExposure(tutor, exposure, today);
}

function setColumns(index: TutorIndex, row: number, tutor: EncodedTutor) {
  index.slotsLow.set(tutor.week.low, row * daysPerWeek);
  index.slotsHigh.set(tutor.week.high, row * daysPerWeek);
  index.outlines[row] = outlineOf(tutor.week, shortestClass);
  index.person[row] =
    tutor.homes |
    ((tutor.education & 7) << 18) |
    (tutor.experience << 21) |
    (tutor.gpa << 24) |
    (tutor.rank << 27) |
    (tutor.badges << 30);
  index.small[row] = tutor.languages | (tutor.entries.length << 4);
  index.priceMin[row] = tutor.priceMin;
  index.priceMax[row] = tutor.priceMax;
  index.rating[row] = tutor.rating;
  index.reliability[row] = tutor.reliability;
  index.acceptance[row] = tutor.acceptance;
  index.createdDay[row] = tutor.createdDay;
  index.activeDay[row] = tutor.activeDay;
  index.pending[row] = tutor.pending;
  index.views[row] = tutor.views;
  index.entriesAt[row] = storeList(index.entries, tutor.entries);
}

export const entryCount = (index: TutorIndex, row: number) => (index.small[row] as number) >> 4;

/** Education has eight ids and three bits: 8 is kept as 0. */
export function readTutor(index: TutorIndex, row: number, out: TutorFacts) {
  const person = index.person[row] as number;
  out.homes = person & 0x3ffff;
  out.education = (person >>> 18) & 7 || 8;
  out.experience = (person >>> 21) & 7;
  out.gpa = (person >>> 24) & 7;
  out.rank = (person >>> 27) & 7;
  out.badges = person >>> 30;
  out.languages = (index.small[row] as number) & 15;
  out.priceMin = index.priceMin[row] as number;
  out.priceMax = index.priceMax[row] as number;
  out.rating = index.rating[row] as number;
  out.reliability = index.reliability[row] as number;
  out.acceptance = index.acceptance[row] as number;
  out.createdDay = index.createdDay[row] as number;
  out.activeDay = index.activeDay[row] as number;
  out.pending = index.pending[row] as number;
  out.views = index.views[row] as number;
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

/** Bit 0 is id 1. */
function setEach(rows: Rows, row: number, mask: number, key: (id: number) => number) {
  for (let left = mask; left !== 0; left &= left - 1) setKey(rows, key(32 - Math.clz32(left & -left)), row);
}
