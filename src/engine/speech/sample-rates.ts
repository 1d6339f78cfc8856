/** Sample rate of the recogniser and speech detector, and of a call's audio. */
export const recognitionRate = 16_000;
export const callRate = 48_000;

/** Samples in one frame of the speech detector. */
export const frameSamples = 512;
export const frameMs = (frameSamples / recognitionRate) * 1000;
