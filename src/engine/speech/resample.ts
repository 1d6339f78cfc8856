/** Zero crossings of the filter on each side; frequencies above the lower rate's limit are attenuated by 80 dB. */
const crossings = 24;
/** Where the filter's roll-off begins, as a share of the lower rate's limit. */
const passband = 0.9;
const kaiserBeta = 8;
/** Needed for 11,025 Hz to 48 kHz; all other rates in use need fewer. */
const mostPhases = 640;
const mostFilters = 16;

/**
 * Streaming resampler with a windowed sinc filter: frequencies above half the lower rate do not alias.
 * `flush` returns the last samples.
 */
export function createResampler(from: number, to: number) {
  const shared = commonDivisor(from, to);
  const [up, down] = [to / shared, from / shared];
  if (up > mostPhases) throw new RangeError(`${from} Hz and ${to} Hz have too little in common`);
  const half = Math.ceil(crossings * Math.max(1, down / up));
  const phases = filterPhases(up, half, Math.min(1, to / from) * passband);
  /** Input that later output still needs; starts with `half` zeros. */
  let buffered = new Float32Array(half);
  /** Position of the next output in `buffered`: a whole sample, and a fraction `phase / up`. */
  let position = half;
  let phase = 0;

  function push(piece: Float32Array): Float32Array<ArrayBuffer> {
    if (up === down) return piece.slice() as Float32Array<ArrayBuffer>;
    const input = new Float32Array(buffered.length + piece.length);
    input.set(buffered);
    input.set(piece, buffered.length);
    const capacity = Math.max(0, Math.ceil(((input.length - half - position) * up - phase) / down));
    const output = new Float32Array(capacity);
    let made = 0;
    while (position + half < input.length) {
      const taps = phases[phase] as Float32Array;
      const first = position - half + 1;
      let sum = 0;
      for (let i = 0; i < taps.length; i++) sum += (input[first + i] as number) * (taps[i] as number);
      output[made++] = sum;
      phase += down;
      position += Math.floor(phase / up);
      phase %= up;
    }
    const consumed = Math.max(0, position - half + 1);
    buffered = input.slice(Math.min(consumed, input.length));
    position -= consumed;
    return output.subarray(0, made);
  }

  return { push, flush: () => (up === down ? new Float32Array(0) : push(new Float32Array(half))) };
}

export function resample(samples: Float32Array, from: number, to: number): Float32Array<ArrayBuffer> {
  const resampler = createResampler(from, to);
  const [body, tail] = [resampler.push(samples), resampler.flush()];
  const all = new Float32Array(body.length + tail.length);
  all.set(body);
  all.set(tail, body.length);
  return all;
}

const filters = new Map<string, Float32Array[]>();

/** Cached for each pair of rates. */
function filterPhases(up: number, half: number, cutoff: number) {
  const name = `${up} ${half} ${cutoff}`;
  const made = filters.get(name) ?? makePhases(up, half, cutoff);
  if (filters.size >= mostFilters) filters.clear();
  filters.set(name, made);
  return made;
}

function makePhases(up: number, half: number, cutoff: number) {
  return Array.from({ length: up }, (_, phase) => {
    const taps = Float64Array.from({ length: 2 * half }, (_, i) => {
      const distance = i - half + 1 - phase / up;
      return sinc(cutoff * distance) * kaiser(distance / half);
    });
    const sum = taps.reduce((all, tap) => all + tap, 0);
    return Float32Array.from(taps, (tap) => tap / sum);
  });
}

const sinc = (x: number) => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));
const kaiser = (x: number) => (Math.abs(x) >= 1 ? 0 : bessel(kaiserBeta * Math.sqrt(1 - x * x)));

function bessel(x: number) {
  let [sum, term] = [1, 1];
  for (let k = 1; term > 1e-12 * sum; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b));
