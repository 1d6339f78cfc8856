import { z } from 'zod';

const payload = z.object({ request: z.int() });

/** Tells the old number that a move is granted, and the new one that the account has moved or could not. */
export const tellNumber = { name: 'tell-number', payload };
/** Moves the account when the waiting time is over. */
export const moveAccount = { name: 'move-number', payload };
/** Tells who asked that nothing was granted so far, and later forgets that they asked. */
export const answerAsk = { name: 'answer-number-ask', payload: z.object({ ask: z.int() }) };
