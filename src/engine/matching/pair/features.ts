/** What a tutor and a case mean to each other: numbers from 0 to 1, where 1 is the best there is, and two log factors. */

import {
  type Attribute,
  acceptsNames,
  attributeOfAccepts,
  attributeOfWants,
  type Weights,
  wantsNames,
} from '../weights.ts';
import {
  type CaseFacts,
  type StandingFacts,
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

/** Where each feature is. */
const places = <Name extends string>(names: readonly Name[], from: number) =>
  Object.fromEntries(names.map((name, at) => [name, from + at])) as Record<Name, number>;
export const wantsAt = places(wantsNames, 0);
export const acceptsAt = places(acceptsNames, wantsCount);

/** The attribute each feature belongs to; an attribute may speak to both sides. */
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
/** Where the features of an attribute are. */
export const featuresOfAttribute: readonly (readonly number[])[] = attributes.map((attribute) =>
  featureAttributes.flatMap((of, at) => (of === attribute ? [at] : [])),
);
export const featureNames = [
  ...wantsNames.map((name) => `wants.${name}`),
  ...acceptsNames.map((name) => `accepts.${name}`),
  'freshness',
  'exposure',
];

/** The features that a tutor has whatever the case is. */
export const tutorFeatures: readonly number[] = [
  wantsAt.education,
  wantsAt.experience,
  wantsAt.studies,
  wantsAt.reviews,
  wantsAt.reliability,
  wantsAt.verified,
  acceptsAt.acceptance,
];
/** Those that such a feature is behind, in a case that names an education. */
export const namedFeatures: readonly number[] = [wantsAt.education_if_named, wantsAt.studies_if_named];
/** The features that a case has whoever the tutor is. */
export const caseFeatures: readonly number[] = [acceptsAt.lesson];

/** A tutor whose least price is more than this part above the family's is no fit; long before, dearer is less wanted. */
const mostAbovePrice = 2;
export const highestAsk = (price: number) =>
  price === 0 ? 65_535 : Math.floor(price * (1 + mostAbovePrice));

const clamp = (value: number) => (value < 0 ? 0 : value > 1 ? 1 : value);

const verifiedValues = [0, 0.6, 0.85, 1];
/** Tutors dislike lessons that are hardly worth the way. */
const lengthValues = [0, 0, 0.3, 0.8, 1, 1, 0.9];

/** Never rises with what is asked, never falls with what is offered. */
export const familyPrice = (asked: number, offered: number) => clamp(1 - (asked / offered - 0.5) / 1.2);

/** Likewise the other way round: a third more than asked is as good as any more. */
export const tutorPrice = (asked: number, price: number) =>
  price === 0 ? openPrice : clamp((price / asked - 0.4) / 0.95);
/** An open price is about what is asked. */
export const openPrice = 0.6;

export const nearness = (minutes: number) => clamp(1 - (minutes - 15) / 60);

/** Minutes to the lesson; 0 where nobody travels or the place is open. */
export function lessonMinutes(tutor: TutorFacts, wanted: CaseFacts): number {
  return wanted.isOnline || wanted.region === 0 ? 0 : shortestMinutes(tutor.homes, wanted.region);
}

export const lessonValue = (wanted: CaseFacts) =>
  (lengthValues[wanted.halfHours] as number) * (0.7 + 0.3 * clamp((wanted.days - 1) / 2));

/** Where a case hints at nothing, all tutors have this; in the middle, so that a hint alone makes no family choosier. */
export const unhinted = 0.5;
/** Counts only as far as the case hints at it. */
const hinted = (hint: number, value: number) => unhinted + hint * (value - unhinted);

/** The features that depend on the tutor alone. */
export function writeTutorFeatures(tutor: TutorFacts, out: Float64Array) {
  out[wantsAt.education] = educationValues[tutor.education] as number;
  out[wantsAt.experience] = experienceValues[tutor.experience] as number;
  out[wantsAt.studies] = ((gpaValues[tutor.gpa] as number) + (rankValues[tutor.rank] as number)) / 2;
  out[wantsAt.reviews] = clamp((tutor.rating / 255) * 2 - 1);
  out[wantsAt.reliability] = clamp((tutor.reliability / 255 - 0.7) / 0.3);
  out[wantsAt.verified] = verifiedValues[tutor.badges] as number;
  out[acceptsAt.acceptance] = tutor.acceptance / 255;
}

/** As in a case that names an education. */
export function writeNamedFeatures(out: Float64Array) {
  out[wantsAt.education_if_named] = out[wantsAt.education] as number;
  out[wantsAt.studies_if_named] = out[wantsAt.studies] as number;
}

/** The features that depend on the case alone. */
export function writeCaseFeatures(wanted: CaseFacts, out: Float64Array) {
  out[acceptsAt.lesson] = lessonValue(wanted);
}

/** What falls out of the test whether the two fit at all. */
export type Meeting = {
  /** What the results in the subjects asked for say, 0 to 1. */
  dse: number;
  /** Days on which a class fits, and half hours of these days that suit both. */
  freeDays: number;
  common: number;
  /** The part of what the tutor teaches that is of the child's stage, and how near the middle of it is. */
  stageShare: number;
  stageNear: number;
};

/** More free half hours than this are all one to a family. */
const mostHalves = 60;
/** Days to spare, and how much of the family's time suits. */
export const familyTimes = ({ days, halves }: CaseFacts, freeDays: number, common: number) =>
  (clamp((freeDays - days) / 3) + clamp(common / Math.min(halves, mostHalves))) / 2;
/** How much of the tutor's time suits: what is left over is hard to fill. */
export const tutorTimes = (halves: number, common: number) => clamp(common / halves / 0.7);

/** The features of the two together; those of the tutor alone are written already. */
export function writePairFeatures(tutor: TutorFacts, wanted: CaseFacts, met: Meeting, out: Float64Array) {
  const { region, languages, offered } = wanted;
  let familyWay = 1;
  let tutorWay = 1;
  if (!wanted.isOnline && region !== 0) {
    const ways = waysTo(region);
    const mean = meanOf(ways, tutor.homes);
    familyWay = nearness((mean + shortestOf(ways, tutor.homes)) / 2);
    if (!wanted.isAtTutors) tutorWay = nearness(mean);
  }
  const price = familyPrice(tutor.asked, offered);
  const times = familyTimes(wanted, met.freeDays, met.common);
  out[wantsAt.price] = price;
  out[wantsAt.travel] = familyWay;
  out[wantsAt.times] = times;
  out[wantsAt.language] = languages === 0 ? 1 : bitCount(tutor.languages & languages) / bitCount(languages);
  out[wantsAt.dse] = met.dse;
  out[wantsAt.grade] = met.stageShare;
  out[wantsAt.price_if_thrifty] = hinted(wanted.thrift, price);
  out[wantsAt.travel_if_young] = wanted.isYoung ? familyWay : unhinted;
  out[wantsAt.times_if_tight] = hinted(wanted.tightness, times);
  out[wantsAt.dse_if_named] = wanted.isNamed ? met.dse : unhinted;
  out[wantsAt.education_if_named] = wanted.isNamed ? (out[wantsAt.education] as number) : unhinted;
  out[wantsAt.studies_if_named] = wanted.isNamed ? (out[wantsAt.studies] as number) : unhinted;
  out[acceptsAt.price] = tutorPrice(tutor.asked, wanted.price);
  out[acceptsAt.travel] = tutorWay;
  out[acceptsAt.times] = tutorTimes(tutor.halves, met.common);
  out[acceptsAt.grade] = met.stageNear;
}

/** Falls with the days since the last sign of life; never rises as time goes by. */
export function logFreshness(
  row: StandingFacts,
  halfLifeDays: number,
  logLeast: number,
  today: number,
): number {
  if (row.activeDay === unknownActive || today <= row.activeDay) return 0;
  return Math.max(logLeast, (-Math.LN2 * (today - row.activeDay)) / halfLifeDays);
}

/**
 * New tutors lose nothing until they have been seen; everybody loses by requests that wait and by being shown a lot.
 * Never rises as time goes by.
 */
export function logTutorExposure(
  row: StandingFacts,
  { newcomerDays, settledLoss, tutorPending, views }: Weights['exposure'],
  today: number,
): number {
  const age = row.createdDay === unknownCreated ? newcomerDays : Math.max(0, today - row.createdDay);
  const newness = clamp(2 - (2 * age) / newcomerDays) / (1 + row.views);
  const crowd = 1 + row.pending / tutorPending;
  return Math.log((1 - settledLoss * (1 - newness)) / (crowd * Math.sqrt(1 + row.views / views)));
}

/** A case that many tutors already applied to is little use to one more. */
export function logCaseExposure(row: StandingFacts, { casePending }: Weights['exposure']): number {
  return -Math.log(1 + row.pending / casePending);
}

// How far a tutor is at home in a child's stage (幼稚園, 小學, 初中 …), by the subjects taught at each.

/** So many stages away, the middle of what a tutor teaches is as far as can be. */
const farthest = 2;

/** `items` hold a tutor's entries; their lowest bits are grades. */
export function meetStage(
  items: Int32Array | readonly number[],
  from: number,
  to: number,
  stage: number,
  met: Meeting,
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
  met.stageShare = here / all;
  met.stageNear = 1 - Math.min(1, Math.abs(stage - sum / all) / farthest);
}

/** Two bits a stage: whether at most a third, at most two thirds, or more of what is taught is of it. */
export function packStages(entries: readonly number[]): number {
  const counts = stageMasks.map((mask) => entries.filter((entry) => (entry & mask) !== 0).length);
  const all = counts.reduce((sum, count) => sum + count, 0);
  return counts.reduce((packed, count, at) => packed | (Math.ceil((3 * count) / all) << (2 * at)), 0);
}
export const packedStageAt = (stage: number) => 2 * (stage - 1);
/** The most that the share is, by the two bits. */
export const packedShares: readonly number[] = [1, 1 / 3, 2 / 3, 1];

/** A bit a stage: whether anything is taught at it. */
export function stagesTaught(entries: readonly number[]): number {
  const all = entries.reduce((either, entry) => either | entry, 0);
  return stageMasks.reduce((taught, mask, at) => ((all & mask) === 0 ? taught : taught | (1 << at)), 0);
}
