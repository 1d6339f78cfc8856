/** Root mean square: 0 is silence, 1 the maximum. */
export function rms(samples: Float32Array) {
  if (samples.length === 0) return 0;
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / samples.length);
}

/** A gain that changes gradually: a sudden change is audible as a click. */
export function createGain(rate: number, begin = 1) {
  let gain = begin;
  let target = begin;
  let step = 0;
  return {
    value: () => gain,
    towards(newTarget: number, ms: number) {
      target = newTarget;
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

/** Scales to the loudness that recognisers were trained on; `mostGain` keeps faint noise from becoming a voice. */
export function normalised(samples: Float32Array, targetRms = 0.08, mostGain = 12) {
  const loudness = rms(samples);
  if (loudness === 0) return samples;
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  const gain = Math.min(targetRms / loudness, 0.99 / peak, mostGain);
  return samples.map((sample) => sample * gain);
}

/** 36 dB below the loudest window is silence; the beginning of an f or h is only a little louder. */
const silentShare = 0.016;
const windowSamples = 160;
const marginWindows = 5;

/** Trims silence before the first sound and after the last, except for a margin. Samples at 16 kHz. */
export function withoutSilence(samples: Float32Array) {
  const windows = Array.from({ length: Math.ceil(samples.length / windowSamples) }, (_, i) =>
    rms(samples.subarray(i * windowSamples, (i + 1) * windowSamples)),
  );
  const threshold = Math.max(...windows, 0) * silentShare;
  const first = windows.findIndex((loudness) => loudness > threshold);
  if (first === -1) return samples.subarray(0, 0);
  const last = windows.findLastIndex((loudness) => loudness > threshold);
  return samples.subarray(
    Math.max(0, first - marginWindows) * windowSamples,
    (last + 1 + marginWindows) * windowSamples,
  );
}
