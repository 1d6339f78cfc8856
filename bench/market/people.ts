import type { TutorClass } from '../../src/engine/pricing/market-table.ts';
import type { ParentCase, TutorListing } from './declared.ts';

/** What a tutor is, whatever the listing says. */
export type Tutor = {
  listing: TutorListing;
  /** The day of joining; those who were there before the first day have -1. */
  joined: number;
  /** How well lessons go, about standard normal among tutors. */
  quality: number;
  /** Share of lessons held on time. */
  reliable: number;
  /** What the tutor is glad of over the market's low end for the grade. */
  dear: number;
  tutorClass: TutorClass;
  favouriteStage: number;
  /** How much one more student is welcome, standard normal among tutors. */
  keen: number;
  weights: Record<TutorWish, number>;
  /** Wishes from the most weighty on. */
  order: TutorWish[];
  /** Chance to answer on the day. */
  promptness: number;
  /** Chance to look in on a day, and how willing beside what the last visit tells. */
  habit: number;
  mood: number;
  /** How many more students fit. */
  room: number;
  home: number;
};

export const tutorWishes = ['pay', 'travel', 'length', 'days', 'times', 'stage', 'subjects', 'keen'] as const;
export type TutorWish = (typeof tutorWishes)[number];

export type Family = {
  wanted: ParentCase;
  arrived: number;
  /** What the family would pay at most without regret. */
  budget: number;
  weights: Record<FamilyWish, number>;
  /** Wishes from the most weighty on. */
  order: FamilyWish[];
  /** For worlds in which enough is enough: where enough begins, 0 to 1. */
  enough: Record<FamilyWish, number>;
  likesWomen: boolean;
};

export const familyWishes = [
  'impression',
  'credentials',
  'experience',
  'price',
  'near',
  'times',
  'reliable',
  'badges',
  'focus',
  'manner',
] as const;
export type FamilyWish = (typeof familyWishes)[number];

/** What hangs on reviews and lessons, and so on the day. */
export type LivelyWish = 'impression' | 'reliable';
export type SteadyWish = Exclude<FamilyWish, LivelyWish>;

export const inOrder = <Wish extends string>(wishes: readonly Wish[], weights: Record<Wish, number>) =>
  wishes.toSorted((a, b) => weights[b] - weights[a]);
