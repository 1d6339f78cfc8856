import type { TutorClass } from '../../src/engine/pricing/market-table.ts';
import type { ParentCase, TutorListing } from './declared.ts';

/** A simulated tutor: the listing and hidden properties. */
export type Tutor = {
  listing: TutorListing;
  /** The day of joining; -1 for tutors who joined before the first day. */
  joined: number;
  /** How well lessons go, about standard normal among tutors. */
  quality: number;
  /** Share of lessons held on time. */
  reliable: number;
  /** The tutor's minimum pay as a ratio of the market's low rate for the grade. */
  dear: number;
  tutorClass: TutorClass;
  favouriteStage: number;
  /** How much the tutor wants another student, standard normal among tutors. */
  keen: number;
  weights: Record<TutorPreference, number>;
  /** Preferences, highest weight first. */
  order: TutorPreference[];
  /** Probability of answering on the same day. */
  promptness: number;
  /**
   * Probability of visiting on a day (`habit`), and an offset to the presence that the last visit implies (`mood`).
   */
  habit: number;
  mood: number;
  /** How many more students the tutor can take. */
  room: number;
  home: number;
};

export const tutorPreferences = [
  'pay',
  'travel',
  'length',
  'days',
  'times',
  'stage',
  'subjects',
  'keen',
] as const;
export type TutorPreference = (typeof tutorPreferences)[number];

export type Family = {
  parentCase: ParentCase;
  arrived: number;
  /** The most the family is willing to pay. */
  budget: number;
  weights: Record<FamilyPreference, number>;
  /** Preferences, highest weight first. */
  order: FamilyPreference[];
  /** For threshold worlds: from which value on, 0 to 1, a preference counts as satisfied. */
  enough: Record<FamilyPreference, number>;
  likesWomen: boolean;
};

export const familyPreferences = [
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
export type FamilyPreference = (typeof familyPreferences)[number];

/** Preferences that depend on reviews and lessons and so change over time. */
export type ChangingPreference = 'impression' | 'reliable';
export type SteadyPreference = Exclude<FamilyPreference, ChangingPreference>;

export const inOrder = <Wish extends string>(wishes: readonly Wish[], weights: Record<Wish, number>) =>
  wishes.toSorted((a, b) => weights[b] - weights[a]);
