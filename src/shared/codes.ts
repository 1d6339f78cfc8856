import { accountCodes } from './codes-accounts.ts';
import { callCodes } from './codes-calls.ts';
import { classCodes } from './codes-classes.ts';
import { marketCodes } from './codes-market.ts';
import { tutorCodes } from './codes-tutor.ts';

/** Every code an answer may carry. `code` 0 is success; the name is what the program throws. */
export const codes = {
  ...callCodes,
  ...accountCodes,
  ...marketCodes,
  ...classCodes,
  ...tutorCodes,
};

export type CodeName = keyof typeof codes;
