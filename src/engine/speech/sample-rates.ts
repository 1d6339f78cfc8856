/** What recognisers and the speech detector hear, and what a call carries. */
export const heardRate = 16_000;
export const callRate = 48_000;
