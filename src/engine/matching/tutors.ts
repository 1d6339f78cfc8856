/** Tutors for a case. */

import { explained, type Result, type SearchOptions } from './explain.ts';
import type { ParentCase } from './input.ts';
import { idAt } from './packed/id-table.ts';
import { countRows, findBest } from './packed/scan.ts';
import { probeForCase } from './packed/tutor-probe.ts';
import { at, type TutorIndex } from './packed/tutor-rows.ts';
import { encodeCase } from './pair/encode-case.ts';
import { commonTimes } from './pair/weekly.ts';

export function searchTutors(index: TutorIndex, wanted: ParentCase, options: SearchOptions = {}): Result {
  const { top = 10, now = Date.now(), without = [], sample = 64 } = options;
  const encoded = encodeCase(wanted);
  const probe = probeForCase(index, encoded, now, without);
  const found = findBest(index.rows, probe, top, sample);
  return explained(index.model, found, {
    id: (row) => idAt(index.rows.ids, row),
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
export function countTutors(
  index: TutorIndex,
  wanted: ParentCase,
  { most = Number.POSITIVE_INFINITY, without = [] }: { most?: number; without?: readonly number[] } = {},
): number {
  return countRows(index.rows, probeForCase(index, encodeCase(wanted), 0, without), most);
}
