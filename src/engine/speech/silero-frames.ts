import { heardRate } from './sample-rates.ts';

/** What the speech detector takes at once. */
export const frameSamples = 512;
export const frameMs = (frameSamples / heardRate) * 1000;
