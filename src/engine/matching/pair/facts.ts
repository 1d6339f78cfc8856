/** Listings and cases as the engine keeps them: in a few small numbers each. */
import type { Week } from './weekly.ts';

/** No created_at: settled long ago. */
export const unknownCreated = 0;
/** No sign of life told: as fresh as today. */
export const unknownActive = 65_535;

export type StandingFacts = { createdDay: number; activeDay: number; pending: number; views: number };

export type TutorFacts = StandingFacts & {
  education: number;
  experience: number;
  gpa: number;
  rank: number;
  badges: number;
  /** Districts where the tutor teaches; bit 0 is district 1. */
  homes: number;
  languages: number;
  /** Free half hours of the week, to the next even number. */
  halves: number;
  priceMin: number;
  priceMax: number;
  /** What the range reads as: "200–400" is somewhere in the lower half. */
  asked: number;
  /** Shrunken towards what is usual, 0 to 255. */
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
  /** One number a subject: 19 bits of grades, 7 of subject code, 3 of DSE result. */
  entries: number[];
};

export type CaseFacts = StandingFacts & {
  isOnline: boolean;
  isAtTutors: boolean;
  /** 0 is anywhere. */
  region: number;
  /** 0 is open to offers; then `offered` is what the market pays. */
  price: number;
  offered: number;
  languages: number;
  days: number;
  halfHours: number;
  /** Half hours of the week that suit the family. */
  halves: number;
  /** Of the highest grade asked for. */
  stage: number;
  /** What the case hints at, 0 to 1: offers less than is usual, names an education, is for a young child, has few days free. */
  thrift: number;
  isNamed: boolean;
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
  /** Subject code and grade, every one of which the tutor must teach. */
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
