import type { LiveFit } from '#web/domains/matching/use-live-fit.ts';
import type { CaseLists } from './case-lists.ts';
import type { CaseValues } from './case-values.ts';

/** What every step of the form works with. */
export type CaseStepProps = {
  lists: CaseLists;
  values: CaseValues;
  change: (patch: Partial<CaseValues>, changed?: readonly string[]) => void;
  /** Who fits what is filled in so far, and what that costs. */
  fit: LiveFit;
  errorAt: (path: string) => string | undefined;
};
