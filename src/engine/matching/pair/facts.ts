/** Listings and cases as the engine stores them: a few small numbers each. */
import type { Week } from './weekly.ts';

/** No created_at: does not count as new. */
export const unknownCreated = 0;
/** No activity time: counts as active today. */
export const unknownActive = 65_535;

export type ActivityFacts = { createdDay: number; activeDay: number; pending: number; views: number };

export type TutorFacts = ActivityFacts & {
  education: number;
  experience: number;
  gpa: number;
  rank: number;
  badges: number;
  /** Districts where the tutor teaches; bit 0 is district 1. */
  homes: number;
  languages: number;
  /** Free half hours of the week, rounded up to an even number. */
  freeHalfHours: number;
  priceMin: number;
  priceMax: number;
  /** The price that a family reads from the range: "200–400" means somewhere in the lower half. */
  askingPrice: number;
  /** Shrunk towards the usual mean, 0 to 255. */
  rating: number;
  reliability: number;
  acceptance: number;
};

export type EncodedTutor = TutorFacts & {
  id: number;
  isListed: boolean;
  gender: string;
  types: number;
  /** Districts where the tutor teaches or would travel to. */
  reach: number;
  week: Week;
  /** One number per subject: 19 bits of grades, 7 of subject code, 3 of DSE result. */
  entries: number[];
};

export type CaseFacts = ActivityFacts & {
  isOnline: boolean;
  isAtTutors: boolean;
  /** 0: anywhere. */
  region: number;
  /** 0: open to offers; then `offered` is the market price. */
  price: number;
  offered: number;
  languages: number;
  days: number;
  halfHours: number;
  /** Half hours of the week that suit the family. */
  halves: number;
  /** School stage of the highest requested grade. */
  stage: number;
  /** Hints of the case, 0 to 1: offers less than usual, requests an education level, a young child, few free days. */
  thrift: number;
  requestsEducation: boolean;
  isYoung: boolean;
  tightness: number;
};

export type EncodedCase = CaseFacts & {
  id: number;
  isOpen: boolean;
  type: number;
  gender: string;
  education: number;
  week: Week;
  /** Pairs of subject code and grade; the tutor must teach all of them. */
  pairs: number[];
};

export const gradeBits = 19;
export const entryOf = (code: number, gradeMask: number, dse: number) =>
  gradeMask | (code << 19) | (dse << 26);
export const entryCode = (entry: number) => (entry >>> 19) & 127;
export const entryDse = (entry: number) => (entry >>> 26) & 7;
export const pairOf = (code: number, grade: number) => (code << 5) | grade;
export const pairCode = (pair: number) => pair >> 5;
export const pairGrade = (pair: number) => pair & 31;

export const lastYoungStage = 2;
