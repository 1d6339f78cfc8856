import type { LiveFit } from '#web/domains/matching/use-live-fit.ts';
import type { You } from './case-lines.ts';
import type { CaseLists } from './case-lists.ts';
import type { CaseValues, ChildLimit, SavedChild } from './case-values.ts';

/** What every editor of the form works with. */
export type EditorProps = {
  lists: CaseLists;
  saved: readonly SavedChild[];
  limit: ChildLimit;
  values: CaseValues;
  change: (patch: Partial<CaseValues>, changed?: readonly string[]) => void;
  /** The tutors who fit the values so far, and their prices. */
  fit: LiveFit;
  you: You;
  errorAt: (path: string) => string | undefined;
};
