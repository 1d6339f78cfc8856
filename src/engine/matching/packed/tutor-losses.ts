/** What a case takes from tutors, as far as it is known before one is looked at. */
import { bitCount } from '../pair/bits.ts';
import type { EncodedCase } from '../pair/facts.ts';
import {
  acceptsAt,
  familyPrice,
  familyTimes,
  featureCount,
  lessonValue,
  namedFeatures,
  openPrice,
  tutorPrice,
  unhinted,
  wantsAt,
} from '../pair/features.ts';
import { dseSilent } from '../pair/reference.ts';
import type { Model } from '../pair/score.ts';
import { packedShares, packedStageAt } from '../pair/stages.ts';
import { waysTo } from '../pair/travel.ts';
import { partsOf } from './measure.ts';
import { type PriceLoss, priceLoss } from './price-loss.ts';
import type { PlaceLoss } from './row-bounds.ts';
import { districtBits, type TutorIndex } from './tutor-rows.ts';

/** By its price. A range may begin far below what is asked: no price alone is out of the question. */
export const priceLossFor = (model: Model, wanted: EncodedCase): PriceLoss =>
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
export function placeLoss({ model }: TutorIndex, wanted: EncodedCase, outline: number): PlaceLoss {
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
export function ranges(wanted: EncodedCase, dseKnown: boolean[]): [Float64Array, Float64Array] {
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
