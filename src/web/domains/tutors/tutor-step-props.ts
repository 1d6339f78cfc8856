import type { TutorLists } from './tutor-lists.ts';
import type { TutorValues } from './tutor-values.ts';

/** What every step of the form works with. */
export type TutorStepProps = {
  lists: TutorLists;
  values: TutorValues;
  change: (patch: Partial<TutorValues>, changed?: readonly string[]) => void;
  errorAt: (path: string) => string | undefined;
};
