/** What a tutor and a case mean to each other: numbers from 0 to 1, where 1 is the best there is, and two log factors. */
import {
  type CaseFacts,
  type StandingFacts,
  type TutorFacts,
  unknownActive,
  unknownCreated,
} from './facts.ts';
import { educationValues, experienceValues, gpaValues, rankValues } from './reference.ts';
import { shortestMinutes } from './travel.ts';
import { type Attribute, acceptsAttributes, type Weights, wantsAttributes } from './weights.ts';

export const wantsCount = wantsAttributes.length;
export const logisticCount = wantsCount + acceptsAttributes.length;
export const freshnessAt = logisticCount;
export const exposureAt = logisticCount + 1;
export const featureCount = logisticCount + 2;

/** The attribute each feature belongs to; an attribute may speak to both sides. */
export const featureAttributes: readonly Attribute[] = [
  ...wantsAttributes,
  ...acceptsAttributes,
  'freshness',
  'exposure',
];
export const attributes: readonly Attribute[] = [...new Set(featureAttributes)];
export const attributeOfFeature = featureAttributes.map((attribute) => attributes.indexOf(attribute));
/** Where the features of an attribute are. */
export const featuresOfAttribute: readonly (readonly number[])[] = attributes.map((attribute) =>
  featureAttributes.flatMap((of, at) => (of === attribute ? [at] : [])),
);
export const featureNames = [
  ...wantsAttributes.map((name) => `wants.${name}`),
  ...acceptsAttributes.map((name) => `accepts.${name}`),
  'freshness',
  'exposure',
];

/** Above this part of the family's price a tutor's least price is no fit; below it is a matter of taste. */
export const mostAbovePrice = 0.25;
export const highestAsk = (price: number) =>
  price === 0 ? 65_535 : Math.floor(price * (1 + mostAbovePrice));

const clamp = (value: number) => (value < 0 ? 0 : value > 1 ? 1 : value);

const verifiedValues = [0, 0.6, 0.85, 1];
const spareDayValues = [0, 0.6, 1, 1, 1, 1, 1];
/** Tutors dislike lessons that are hardly worth the way. */
const lengthValues = [0, 0, 0.3, 0.8, 1, 1, 0.9];

/** Never rises with the least price, never falls with the family's. */
export function familyPrice(priceMin: number, price: number): number {
  if (price === 0) return clamp(1 - (priceMin - 80) / 720);
  const above = (priceMin - price) / price;
  if (above > 0) return 0.6 * clamp(1 - above / mostAbovePrice);
  return 0.6 + 0.4 * clamp(-above / 0.4);
}

/** The tutor hopes for the upper end of the own range. Never falls with the family's price. */
export function tutorPrice(priceMin: number, priceMax: number, price: number): number {
  if (price === 0) return 0.6;
  if (price >= priceMax) return 1;
  if (price >= priceMin) return 0.5 + (0.5 * (price - priceMin)) / (priceMax - priceMin);
  return 0.5 * clamp(1 - (priceMin - price) / price / mostAbovePrice);
}

/** Minutes to the lesson; 0 where nobody travels or the place is open. */
export function lessonMinutes(tutor: TutorFacts, wanted: CaseFacts): number {
  return wanted.isOnline || wanted.region === 0 ? 0 : shortestMinutes(tutor.homes, wanted.region);
}

export function bitCount(mask: number): number {
  let count = 0;
  for (let left = mask; left !== 0; left &= left - 1) count++;
  return count;
}

export const lessonValue = (wanted: CaseFacts) =>
  (lengthValues[wanted.halfHours] as number) * (0.7 + 0.3 * clamp((wanted.days - 1) / 2));

/** The features that depend on the tutor alone. */
export function writeTutorFeatures(tutor: TutorFacts, out: Float64Array) {
  out[5] = educationValues[tutor.education] as number;
  out[6] = experienceValues[tutor.experience] as number;
  out[7] = ((gpaValues[tutor.gpa] as number) + (rankValues[tutor.rank] as number)) / 2;
  out[8] = clamp((tutor.rating / 255) * 2 - 1);
  out[9] = clamp((tutor.reliability / 255 - 0.7) / 0.3);
  out[10] = verifiedValues[tutor.badges] as number;
  out[15] = tutor.acceptance / 255;
}

/** The features that depend on the case alone. */
export function writeCaseFeatures(wanted: CaseFacts, out: Float64Array) {
  out[14] = lessonValue(wanted);
}

/** The features of the two together; `dse` and `freeDays` fall out of the test whether they fit at all. */
export function writePairFeatures(
  tutor: TutorFacts,
  wanted: CaseFacts,
  dse: number,
  freeDays: number,
  out: Float64Array,
) {
  const travel = clamp(1 - (lessonMinutes(tutor, wanted) - 15) / 75);
  const spare = spareDayValues[freeDays - wanted.days] as number;
  out[0] = familyPrice(tutor.priceMin, wanted.price);
  out[1] = travel;
  out[2] = spare;
  out[3] =
    wanted.languages === 0 ? 1 : bitCount(tutor.languages & wanted.languages) / bitCount(wanted.languages);
  out[4] = dse;
  out[11] = tutorPrice(tutor.priceMin, tutor.priceMax, wanted.price);
  out[12] = travel;
  out[13] = spare;
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

/** New tutors lose nothing; everybody loses by requests that wait and by being shown a lot. Never rises as time goes by. */
export function logTutorExposure(
  row: StandingFacts,
  { newcomerDays, settledLoss, tutorPending, views }: Weights['exposure'],
  today: number,
): number {
  const age = row.createdDay === unknownCreated ? newcomerDays : Math.max(0, today - row.createdDay);
  const newness = clamp(1 - age / newcomerDays);
  const crowd = 1 + row.pending / tutorPending;
  return Math.log((1 - settledLoss * (1 - newness)) / (crowd * Math.sqrt(1 + row.views / views)));
}

/** A case that many tutors already applied to is little use to one more. */
export function logCaseExposure(row: StandingFacts, { casePending }: Weights['exposure']): number {
  return -Math.log(1 + row.pending / casePending);
}
