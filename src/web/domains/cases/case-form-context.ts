import type { LiveFit } from '#web/domains/matching/use-live-fit.ts';
import type { CaseLists } from './case-lists.ts';
import type { CaseValues } from './case-values.ts';

/** What every step of the form works with. */
export type CaseStepProps = {
  lists: CaseLists;
  values: CaseValues;
  change: (patch: Partial<CaseValues>, changed?: readonly string[]) => void;
  /** The tutors who fit the values so far, and their prices. */
  fit: LiveFit;
  errorAt: (path: string) => string | undefined;
};
