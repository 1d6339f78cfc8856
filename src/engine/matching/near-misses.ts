/** What one concession would bring, counted: "accept online and 7 more tutors fit". */

import { type Concession, caseConcessions, tutorConcessions } from './concessions.ts';
import type { ParentCase, TutorListing } from './input.ts';
import { probeForTutor } from './packed/case-probe.ts';
import type { CaseIndex } from './packed/case-rows.ts';
import type { Rows } from './packed/rows.ts';
import { eachFitting, fitsRow, type Probe } from './packed/scan.ts';
import { probeForCase } from './packed/tutor-probe.ts';
import type { TutorIndex } from './packed/tutor-rows.ts';
import { encodeCase } from './pair/encode-case.ts';
import { encodeTutor } from './pair/encode-tutor.ts';

export type NearMiss<T> = Concession<T> & {
  /** How many fit with the change that do not fit without it. */
  adds: number;
  /** How many fit with the change in all: what a search finds once it is applied. */
  fits: number;
  /** Counting stopped here: both are at least so many. */
  is_capped: boolean;
};

export type NearMissOptions = {
  /** How far to count. Default 100. */
  most?: number;
  without?: readonly number[];
};

/** Fewer results than this bring near misses. */
export const fewResults = 5;

/** Most helpful first. Applied as `{ ...wanted, ...change }`. */
export function nearMissesForCase(
  index: TutorIndex,
  wanted: ParentCase,
  { most = 100, without = [] }: NearMissOptions = {},
): NearMiss<ParentCase>[] {
  const probe = (of: ParentCase) => probeForCase(index, encodeCase(of), 0, without);
  return counted(index.rows, wanted, caseConcessions(wanted), probe, most);
}

/** Applied as `{ ...tutor, ...change }`. */
export function nearMissesForTutor(
  index: CaseIndex,
  tutor: TutorListing,
  { most = 100, without = [] }: NearMissOptions = {},
): NearMiss<TutorListing>[] {
  const probe = (of: TutorListing) => probeForTutor(index, encodeTutor(of), 0, without);
  return counted(index.rows, tutor, tutorConcessions(tutor), probe, most);
}

function counted<T>(
  rows: Rows,
  asked: T,
  concessions: Concession<T>[],
  probeOf: (asked: T) => Probe,
  most: number,
): NearMiss<T>[] {
  const before = probeOf(asked);
  return concessions
    .map((concession) => {
      let fits = 0;
      let adds = 0;
      eachFitting(rows, probeOf({ ...asked, ...concession.change }), (row) => {
        fits++;
        if (!fitsRow(rows, before, row)) adds++;
        return fits < most;
      });
      return { ...concession, adds, fits, is_capped: fits === most };
    })
    .filter(({ adds }) => adds > 0)
    .sort((a, b) => b.adds - a.adds);
}
