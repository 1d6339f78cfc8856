import { accountCodes } from './accounts.ts';
import { callCodes } from './calls.ts';
import { classCodes } from './classes.ts';
import { marketCodes } from './market.ts';
import { tutorCodes } from './tutor.ts';

/** Every code a response may carry. `code` 0 is success; the server throws errors by their name. */
export const codes = {
  ...callCodes,
  ...accountCodes,
  ...marketCodes,
  ...classCodes,
  ...tutorCodes,
};

export type CodeName = keyof typeof codes;
