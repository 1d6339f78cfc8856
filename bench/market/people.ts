import type { TutorClass } from '#engine/pricing/market-table.ts';
import type { ParentCase, TutorListing } from './declared.ts';

/** What a tutor is, whatever the listing says. */
export type Tutor = {
  listing: TutorListing;
  /** The day of joining; those who were there before the first day have -1. */
  joined: number;
  /** How well lessons go, standard normal among tutors. */
  quality: number;
  /** Share of lessons held on time. */
  reliable: number;
  /** What the tutor is glad of over the market's low end for the grade. */
  dear: number;
  tutorClass: TutorClass;
  favouriteStage: number;
  /** How much travelling counts, and short lessons, and pay. */
  weights: Record<TutorWish, number>;
  /** Chance to answer on the day. */
  promptness: number;
  /** Chance to look in on a day, and how willing beside what the last visit tells. */
  habit: number;
  mood: number;
  /** How many more students fit. */
  room: number;
  home: number;
};

export const tutorWishes = ['pay', 'travel', 'length', 'days', 'times', 'stage', 'subjects'] as const;
export type TutorWish = (typeof tutorWishes)[number];

export type Family = {
  wanted: ParentCase;
  arrived: number;
  /** What the family would pay at most without regret. */
  budget: number;
  weights: Record<FamilyWish, number>;
  /** For worlds in which enough is enough: where enough begins, 0 to 1. */
  enough: Record<FamilyWish, number>;
  likesWomen: boolean;
};

export const familyWishes = [
  'quality',
  'credentials',
  'experience',
  'price',
  'near',
  'times',
  'reliable',
  'badges',
  'manner',
] as const;
export type FamilyWish = (typeof familyWishes)[number];
