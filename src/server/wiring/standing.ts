import { caseConsequence } from '#server/domains/cases/consequences.ts';
import { classConsequence } from '#server/domains/classes/consequences.ts';
import { interestConsequence } from '#server/domains/interest/consequences.ts';
import { createStandingDesk } from '#server/domains/operator/standing.ts';
import { listingConsequence } from '#server/domains/tutors/consequences.ts';

/**
 * What follows from a suspension or a ban, in the order of the locks: cases and matches before classes. Each
 * domain defines its own and adds it here.
 */
export const standingDesk = createStandingDesk([
  interestConsequence,
  classConsequence,
  listingConsequence,
  caseConsequence,
]);
