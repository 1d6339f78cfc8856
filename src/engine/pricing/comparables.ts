import type { Band } from './band.ts';
import type { CaseFacts } from './case-facts.ts';

/** Comparable cases agree in stage, tutor class, online or not, and the kind of their first subject. */
export const comparableKey = ({ stage, tutorClass, online, subjectKind }: CaseFacts) =>
  `${stage}/${tutorClass}/${online}/${subjectKind}`;

export type Confidence = 'low' | 'medium' | 'high';
const steps: readonly Confidence[] = ['low', 'medium', 'high'];

/**
 * High from 30 comparable cases among at least 200 accepted, medium from 8 among at least 40, else low; one step less
 * where the middle half of the prices is wider than 60 % of the median.
 */
export function confidenceOf(accepted: number, comparables: number, { p25, p50, p75 }: Band): Confidence {
  const reached = comparables >= 30 && accepted >= 200 ? 2 : comparables >= 8 && accepted >= 40 ? 1 : 0;
  const wide = p75 - p25 > 0.6 * p50;
  return steps[Math.max(0, reached - (wide ? 1 : 0))] as Confidence;
}
