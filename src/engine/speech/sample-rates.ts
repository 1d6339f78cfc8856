/** What recognisers and the speech detector hear, and what a call carries. */
export const heardRate = 16_000;
export const callRate = 48_000;

/** What the speech detector takes at once. */
export const frameSamples = 512;
export const frameMs = (frameSamples / heardRate) * 1000;
