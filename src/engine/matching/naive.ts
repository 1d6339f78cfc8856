/** One tutor and one case, without an index: the same numbers that a search comes to. */

import { dayOf, type ParentCase, type TutorListing } from './input.ts';
import { writeCaseFactors } from './packed/case-rows.ts';
import { writeTutorFactors } from './packed/tutor-rows.ts';
import { encodeCase } from './pair/encode-case.ts';
import { encodeTutor } from './pair/encode-tutor.ts';
import { entryCode, entryDse, pairCode } from './pair/facts.ts';
import {
  featureCount,
  type Meeting,
  writeCaseFeatures,
  writePairFeatures,
  writeTutorFeatures,
} from './pair/features.ts';
import { fits } from './pair/fits.ts';
import { dseSilent, dseValues, isDseSilent } from './pair/reference.ts';
import type { Model } from './pair/score.ts';
import { meetStage } from './pair/stages.ts';
import { fittingDays, fittingHalves, fittingTimes } from './pair/weekly.ts';

/** In the order of `featureNames`; null where they do not fit. `listed` is whose freshness and exposure count. */
export function pairFeatures(
  model: Model,
  tutor: TutorListing,
  wanted: ParentCase,
  now: number,
  listed: 'tutor' | 'case' = 'tutor',
): Float64Array | null {
  if (!fits(tutor, wanted)) return null;
  const encodedTutor = encodeTutor(tutor);
  const encodedCase = encodeCase(wanted);
  const { low, high } = encodedTutor.week;
  const { entries } = encodedTutor;
  const times = fittingTimes(encodedCase.week, encodedCase.halfHours, low, 0, high, 0);
  let dse = 0;
  for (const pair of encodedCase.pairs) {
    const code = pairCode(pair);
    const entry = entries.find((taught) => entryCode(taught) === code) ?? 0;
    dse += isDseSilent(code) ? dseSilent : (dseValues[entryDse(entry)] as number);
  }
  const met: Meeting = {
    dse: dse / encodedCase.pairs.length,
    freeDays: fittingDays(times),
    common: fittingHalves(times),
    stageShare: 0,
    stageNear: 0,
  };
  meetStage(entries, 0, entries.length, encodedCase.stage, met);
  const features = new Float64Array(featureCount);
  writeTutorFeatures(encodedTutor, features);
  writeCaseFeatures(encodedCase, features);
  writePairFeatures(encodedTutor, encodedCase, met, features);
  if (listed === 'tutor') writeTutorFactors(model, encodedTutor, dayOf(now), features);
  else writeCaseFactors(model, encodedCase, dayOf(now), features);
  return features;
}
