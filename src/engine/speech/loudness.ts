/** Root of the mean square: 0 is silence, 1 the loudest there is. */
export function rms(samples: Float32Array) {
  if (samples.length === 0) return 0;
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / samples.length);
}

/** A gain that never jumps: a step in the middle of a tone is heard as a click. */
export function createGain(rate: number, begin = 1) {
  let gain = begin;
  let target = begin;
  let step = 0;
  return {
    value: () => gain,
    towards(wanted: number, ms: number) {
      target = wanted;
      step = (target - gain) / Math.max(1, (ms / 1000) * rate);
    },
    /** Changes the samples in place. */
    apply(samples: Float32Array) {
      if (gain === target && gain === 1) return samples;
      for (let i = 0; i < samples.length; i++) {
        if (gain !== target) {
          gain += step;
          if ((step >= 0 && gain > target) || (step < 0 && gain < target) || step === 0) gain = target;
        }
        samples[i] = (samples[i] as number) * gain;
      }
      return samples;
    },
  };
}

/** As loud as recognisers were taught with, within bounds: a whisper of noise is not made a voice. */
export function normalised(samples: Float32Array, wantedRms = 0.08, mostGain = 12) {
  const loudness = rms(samples);
  if (loudness === 0) return samples;
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  const gain = Math.min(wantedRms / loudness, 0.99 / peak, mostGain);
  return samples.map((sample) => sample * gain);
}

/** 36 dB below the loudest moment is silence; the beginning of an f or h is not louder by much. */
const silentShare = 0.016;
const momentSamples = 160;
const marginMoments = 5;

/** Without what is silent before the first sound and after the last, but for a moment. Samples at 16 kHz. */
export function withoutSilence(samples: Float32Array) {
  const moments = Array.from({ length: Math.ceil(samples.length / momentSamples) }, (_, i) =>
    rms(samples.subarray(i * momentSamples, (i + 1) * momentSamples)),
  );
  const least = Math.max(...moments, 0) * silentShare;
  const first = moments.findIndex((loudness) => loudness > least);
  if (first === -1) return samples.subarray(0, 0);
  const last = moments.findLastIndex((loudness) => loudness > least);
  return samples.subarray(
    Math.max(0, first - marginMoments) * momentSamples,
    (last + 1 + marginMoments) * momentSamples,
  );
}
