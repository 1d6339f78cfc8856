/** Periods of the lower rate's highest tone that the filter sees on each side: what is above it falls by 80 dB. */
const crossings = 24;
/** Where the filter begins to fall, so that it has fallen where the lower rate ends. */
const passed = 0.9;
const kaiserBeta = 8;
/** 11,025 Hz to 48 kHz; every rate in use needs fewer. */
const mostPhases = 640;
const mostFilters = 16;

/**
 * From one rate to another, piece by piece, by a windowed sinc: nothing above the lower rate's half is folded into what
 * is heard. `flush` gives the last samples.
 */
export function createResampler(from: number, to: number) {
  const shared = commonDivisor(from, to);
  const [up, down] = [to / shared, from / shared];
  if (up > mostPhases) throw new RangeError(`${from} Hz and ${to} Hz have too little in common`);
  const half = Math.ceil(crossings * Math.max(1, down / up));
  const phases = filterPhases(up, half, Math.min(1, to / from) * passed);
  /** Input around what is next; its first sample lies `half` before the beginning. */
  let held = new Float32Array(half);
  /** Where the next output lies in `held`: a whole sample and a share of `up`. */
  let whole = half;
  let phase = 0;

  function push(piece: Float32Array): Float32Array<ArrayBuffer> {
    if (up === down) return piece.slice() as Float32Array<ArrayBuffer>;
    const input = new Float32Array(held.length + piece.length);
    input.set(held);
    input.set(piece, held.length);
    const room = Math.max(0, Math.ceil(((input.length - half - whole) * up - phase) / down));
    const output = new Float32Array(room);
    let made = 0;
    while (whole + half < input.length) {
      const taps = phases[phase] as Float32Array;
      const first = whole - half + 1;
      let sum = 0;
      for (let i = 0; i < taps.length; i++) sum += (input[first + i] as number) * (taps[i] as number);
      output[made++] = sum;
      phase += down;
      whole += Math.floor(phase / up);
      phase %= up;
    }
    const kept = Math.max(0, whole - half + 1);
    held = input.slice(Math.min(kept, input.length));
    whole -= kept;
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

/** Made once for each pair of rates. */
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
