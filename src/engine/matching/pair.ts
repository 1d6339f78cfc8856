/** One tutor and one case, without an index: the same numbers that a search comes to. */
import { writeCaseFactors } from './case-index.ts';
import { encodeCase } from './encode-case.ts';
import { encodeTutor } from './encode-tutor.ts';
import { entryCode, entryDse, pairCode } from './facts.ts';
import {
  featureCount,
  type Meeting,
  writeCaseFeatures,
  writePairFeatures,
  writeTutorFeatures,
} from './features.ts';
import { fits } from './fits.ts';
import { dayOf, type ParentCase, type TutorListing } from './input.ts';
import { dseSilent, dseValues, isDseSilent } from './reference.ts';
import type { Model } from './score.ts';
import { meetStage } from './stages.ts';
import { writeTutorFactors } from './tutor-index.ts';
import { fittingDays, fittingHalves, fittingTimes } from './weekly.ts';

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
