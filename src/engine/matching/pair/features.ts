/** Features of a tutor and a case: numbers from 0 to 1, where 1 is the best possible, and two log factors. */

import {
  type Attribute,
  acceptsNames,
  attributeOfAccepts,
  attributeOfWants,
  type Weights,
  wantsNames,
} from '../weights.ts';
import {
  type ActivityFacts,
  type CaseFacts,
  type TutorFacts,
  unknownActive,
  unknownCreated,
} from './facts.ts';
import { educationValues, experienceValues, gpaValues, rankValues, stageMasks } from './reference.ts';
import { meanOf, shortestMinutes, shortestOf, waysTo } from './travel.ts';
import { bitCount } from './weekly.ts';

export const wantsCount = wantsNames.length;
export const logisticCount = wantsCount + acceptsNames.length;
export const freshnessAt = logisticCount;
export const exposureAt = logisticCount + 1;
export const featureCount = logisticCount + 2;

/** The index of each feature. */
const indexes = <Name extends string>(names: readonly Name[], from: number) =>
  Object.fromEntries(names.map((name, at) => [name, from + at])) as Record<Name, number>;
export const wantsAt = indexes(wantsNames, 0);
export const acceptsAt = indexes(acceptsNames, wantsCount);

/** The attribute of each feature; an attribute may have features on both sides. */
const featureAttributes: readonly Attribute[] = [
  ...wantsNames.map((name) => attributeOfWants[name]),
  ...acceptsNames.map((name) => attributeOfAccepts[name]),
  'freshness',
  'exposure',
];
export const attributes: readonly Attribute[] = [...new Set(featureAttributes)];
export const attributeOfFeature = Uint8Array.from(featureAttributes, (attribute) =>
  attributes.indexOf(attribute),
);
/** The indexes of the features of each attribute. */
export const featuresOfAttribute: readonly (readonly number[])[] = attributes.map((attribute) =>
  featureAttributes.flatMap((of, at) => (of === attribute ? [at] : [])),
);
export const featureNames = [
  ...wantsNames.map((name) => `wants.${name}`),
  ...acceptsNames.map((name) => `accepts.${name}`),
  'freshness',
  'exposure',
];

/** Features that depend only on the tutor. */
export const tutorFeatures: readonly number[] = [
  wantsAt.education,
  wantsAt.experience,
  wantsAt.studies,
  wantsAt.reviews,
  wantsAt.reliability,
  wantsAt.verified,
  acceptsAt.acceptance,
];
/** Copies of such features that count in cases that request an education level. */
export const educationRequestFeatures: readonly number[] = [
  wantsAt.education_if_named,
  wantsAt.studies_if_named,
];
/** Features that depend only on the case. */
export const caseFeatures: readonly number[] = [acceptsAt.lesson];

/**
 * A tutor whose lowest price is more than this ratio above the family's does not fit; the score drops much earlier.
 */
const mostAbovePrice = 2;
export const highestFittingPrice = (price: number) =>
  price === 0 ? 65_535 : Math.floor(price * (1 + mostAbovePrice));

/**
 * Tutors within the offer ask at most a quarter more than it; above the offer are those who ask more and still fit
 * in everything else. Where a case has no price, everybody is within.
 */
export type PriceGroup = 'within' | 'above';
const mostAboveOffer = 0.25;
export const highestPriceWithin = (price: number) =>
  price === 0 ? 65_535 : Math.floor(price * (1 + mostAboveOffer));

/** The lowest and highest price of a tutor that fits a case; without a group, of both. */
export const fittingPrices = (price: number, group?: PriceGroup): readonly [number, number] => [
  group === 'above' ? highestPriceWithin(price) + 1 : 0,
  group === 'within' ? highestPriceWithin(price) : highestFittingPrice(price),
];

const clamp = (value: number) => (value < 0 ? 0 : value > 1 ? 1 : value);

const verifiedValues = [0, 0.6, 0.85, 1];
/** By half hours: tutors dislike lessons too short to be worth the travel. */
const lengthValues = [0, 0, 0.3, 0.8, 1, 1, 0.9];

/** Monotonic: never rises with the asking price, never falls with the offered price. */
export const familyPrice = (asked: number, offered: number) => clamp(1 - (asked / offered - 0.5) / 1.2);

/** The tutor's view, also monotonic: a third above the asking price is already the best value. */
export const tutorPrice = (asked: number, price: number) =>
  price === 0 ? openPrice : clamp((price / asked - 0.4) / 0.95);
/** Value of an open price: about as good as an offer of the asking price. */
export const openPrice = 0.6;

export const nearness = (minutes: number) => clamp(1 - (minutes - 15) / 60);

/** Minutes to the lesson; 0 for online lessons and for cases without a district. */
export function lessonMinutes(tutor: TutorFacts, parentCase: CaseFacts): number {
  return parentCase.isOnline || parentCase.region === 0 ? 0 : shortestMinutes(tutor.homes, parentCase.region);
}

export const lessonValue = (parentCase: CaseFacts) =>
  (lengthValues[parentCase.halfHours] as number) * (0.7 + 0.3 * clamp((parentCase.days - 1) / 2));

/** Value of an `…_if_…` feature without a hint: the middle, so that a hint alone does not lower all scores. */
export const neutralValue = 0.5;
/** Scales the value by the strength of the hint. */
const hinted = (hint: number, value: number) => neutralValue + hint * (value - neutralValue);

/** Writes the features that depend only on the tutor. */
export function writeTutorFeatures(tutor: TutorFacts, out: Float64Array) {
  out[wantsAt.education] = educationValues[tutor.education] as number;
  out[wantsAt.experience] = experienceValues[tutor.experience] as number;
  out[wantsAt.studies] = ((gpaValues[tutor.gpa] as number) + (rankValues[tutor.rank] as number)) / 2;
  out[wantsAt.reviews] = clamp((tutor.rating / 255) * 2 - 1);
  out[wantsAt.reliability] = clamp((tutor.reliability / 255 - 0.7) / 0.3);
  out[wantsAt.verified] = verifiedValues[tutor.badges] as number;
  out[acceptsAt.acceptance] = tutor.acceptance / 255;
}

/** Writes `educationRequestFeatures` as for a case that requests an education level. */
export function writeEducationRequestFeatures(out: Float64Array) {
  out[wantsAt.education_if_named] = out[wantsAt.education] as number;
  out[wantsAt.studies_if_named] = out[wantsAt.studies] as number;
}

/** Writes the features that depend only on the case. */
export function writeCaseFeatures(parentCase: CaseFacts, out: Float64Array) {
  out[acceptsAt.lesson] = lessonValue(parentCase);
}

/** What tutor and case have in common; a by-product of the test whether they fit. */
export type PairOverlap = {
  /** Score of the DSE results in the requested subjects, 0 to 1. */
  dse: number;
  /** Days on which a class fits, and common half hours on these days. */
  freeDays: number;
  common: number;
  /** Share of the tutor's subjects at the child's stage, and how near the tutor's mean stage is to it. */
  stageShare: number;
  stageNear: number;
};

/** More free half hours than this make no difference to a family. */
const mostHalves = 60;
/** Mean of the spare days and the share of the family's time that suits. */
export const familyTimes = ({ days, halves }: CaseFacts, freeDays: number, common: number) =>
  (clamp((freeDays - days) / 3) + clamp(common / Math.min(halves, mostHalves))) / 2;
/** The share of the tutor's time that suits: leftover time is hard to fill. */
export const tutorTimes = (halves: number, common: number) => clamp(common / halves / 0.7);

/** Writes the features of the pair; those of the tutor alone must be written already. */
export function writePairFeatures(
  tutor: TutorFacts,
  parentCase: CaseFacts,
  overlap: PairOverlap,
  out: Float64Array,
) {
  const { region, languages, offered } = parentCase;
  let familyNearness = 1;
  let tutorNearness = 1;
  if (!parentCase.isOnline && region !== 0) {
    const ways = waysTo(region);
    const mean = meanOf(ways, tutor.homes);
    familyNearness = nearness((mean + shortestOf(ways, tutor.homes)) / 2);
    if (!parentCase.isAtTutors) tutorNearness = nearness(mean);
  }
  const price = familyPrice(tutor.askingPrice, offered);
  const times = familyTimes(parentCase, overlap.freeDays, overlap.common);
  out[wantsAt.price] = price;
  out[wantsAt.travel] = familyNearness;
  out[wantsAt.times] = times;
  out[wantsAt.language] = languages === 0 ? 1 : bitCount(tutor.languages & languages) / bitCount(languages);
  out[wantsAt.dse] = overlap.dse;
  out[wantsAt.grade] = overlap.stageShare;
  out[wantsAt.price_if_thrifty] = hinted(parentCase.thrift, price);
  out[wantsAt.travel_if_young] = parentCase.isYoung ? familyNearness : neutralValue;
  out[wantsAt.times_if_tight] = hinted(parentCase.tightness, times);
  out[wantsAt.dse_if_named] = parentCase.requestsEducation ? overlap.dse : neutralValue;
  out[wantsAt.education_if_named] = parentCase.requestsEducation
    ? (out[wantsAt.education] as number)
    : neutralValue;
  out[wantsAt.studies_if_named] = parentCase.requestsEducation
    ? (out[wantsAt.studies] as number)
    : neutralValue;
  out[acceptsAt.price] = tutorPrice(tutor.askingPrice, parentCase.price);
  out[acceptsAt.travel] = tutorNearness;
  out[acceptsAt.times] = tutorTimes(tutor.freeHalfHours, overlap.common);
  out[acceptsAt.grade] = overlap.stageNear;
}

/** Falls with the days since the last activity; never rises over time. */
export function logFreshness(
  row: ActivityFacts,
  halfLifeDays: number,
  logLeast: number,
  today: number,
): number {
  if (row.activeDay === unknownActive || today <= row.activeDay) return 0;
  return Math.max(logLeast, (-Math.LN2 * (today - row.activeDay)) / halfLifeDays);
}

/**
 * New tutors lose nothing until they have been seen; all tutors lose by unanswered requests and by many views.
 * Never rises over time.
 */
export function logTutorExposure(
  row: ActivityFacts,
  { newcomerDays, settledLoss, tutorPending, views }: Weights['exposure'],
  today: number,
): number {
  const age = row.createdDay === unknownCreated ? newcomerDays : Math.max(0, today - row.createdDay);
  const newness = clamp(2 - (2 * age) / newcomerDays) / (1 + row.views);
  const crowding = 1 + row.pending / tutorPending;
  return Math.log((1 - settledLoss * (1 - newness)) / (crowding * Math.sqrt(1 + row.views / views)));
}

/** A case with many applications is of little use to another tutor. */
export function logCaseExposure(row: ActivityFacts, { casePending }: Weights['exposure']): number {
  return -Math.log(1 + row.pending / casePending);
}

// How well a tutor matches a child's stage (幼稚園, 小學, 初中 …), by the number of subjects taught at each.

/** A mean stage this many stages away has the value 0. */
const farthestStage = 2;

/** `items` has the tutor's entries at `from` to `to`; their lowest bits are grades. */
export function writeStageOverlap(
  items: Int32Array | readonly number[],
  from: number,
  to: number,
  stage: number,
  overlap: PairOverlap,
) {
  let all = 0;
  let sum = 0;
  let here = 0;
  for (let at = from; at < to; at++) {
    const entry = items[at] as number;
    for (let of = 1; of <= stageMasks.length; of++) {
      if ((entry & (stageMasks[of - 1] as number)) === 0) continue;
      all++;
      sum += of;
      if (of === stage) here++;
    }
  }
  overlap.stageShare = here / all;
  overlap.stageNear = 1 - Math.min(1, Math.abs(stage - sum / all) / farthestStage);
}

/** Two bits per stage: 1, 2 or 3 thirds of the tutor's subjects, rounded up, are at that stage. */
export function packStages(entries: readonly number[]): number {
  const counts = stageMasks.map((mask) => entries.filter((entry) => (entry & mask) !== 0).length);
  const all = counts.reduce((sum, count) => sum + count, 0);
  return counts.reduce((packed, count, at) => packed | (Math.ceil((3 * count) / all) << (2 * at)), 0);
}
export const packedStageAt = (stage: number) => 2 * (stage - 1);
/** Upper bound of the share, by the two bits. */
export const packedShares: readonly number[] = [1, 1 / 3, 2 / 3, 1];

/** One bit per stage: whether a subject is taught at it. */
export function stagesTaught(entries: readonly number[]): number {
  const all = entries.reduce((either, entry) => either | entry, 0);
  return stageMasks.reduce((taught, mask, at) => ((all & mask) === 0 ? taught : taught | (1 << at)), 0);
}
