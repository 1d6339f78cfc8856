import { accountCodes } from './accounts.ts';
import { callCodes } from './calls.ts';
import { classCodes } from './classes.ts';
import { marketCodes } from './market.ts';
import { tutorCodes } from './tutor.ts';

/** Every code an answer may carry. `code` 0 is success; the name is what the program throws. */
export const codes = {
  ...callCodes,
  ...accountCodes,
  ...marketCodes,
  ...classCodes,
  ...tutorCodes,
};

export type CodeName = keyof typeof codes;
