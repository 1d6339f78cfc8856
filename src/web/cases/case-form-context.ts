import type { CaseLists } from './case-lists.ts';
import type { CaseValues } from './case-values.ts';

/** What every step of the form works with. */
export type CaseStepProps = {
  lists: CaseLists;
  values: CaseValues;
  change: (patch: Partial<CaseValues>, changed?: readonly string[]) => void;
  errorAt: (path: string) => string | undefined;
};
