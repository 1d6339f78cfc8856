import { z } from 'zod';

const payload = z.object({ request: z.int() });

/** Sends the message of a request's state: to the old number once it is granted, to the new one at its end. */
export const tellNumber = { name: 'tell-number', payload };
/** Moves the account when the waiting time is over. */
export const moveAccount = { name: 'move-number', payload };
