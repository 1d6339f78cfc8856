import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { createResampler } from '#engine/speech/resample.ts';
import { callRate } from '#engine/speech/sample-rates.ts';

/**
 * Resampling a tenth of a second takes less than a millisecond; a whole clause at once would make other calls
 * stutter.
 */
const slicesPerSecond = 10;

/** Resamples audio to the rate of calls in slices, yielding to the event loop between them. */
export function createCallSamples(rate: number) {
  const resampler = createResampler(rate, callRate);
  const sliceLength = Math.ceil(rate / slicesPerSecond);

  return {
    async *push(samples: Float32Array): AsyncGenerator<Float32Array> {
      for (let at = 0; at < samples.length; at += sliceLength) {
        if (at > 0) await yieldToEventLoop();
        const slice = resampler.push(samples.subarray(at, at + sliceLength));
        if (slice.length > 0) yield slice;
      }
    },
    *flush(): Generator<Float32Array> {
      const last = resampler.flush();
      if (last.length > 0) yield last;
    },
  };
}
