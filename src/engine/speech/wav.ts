/** The input is not a WAV of PCM or float samples, or it ends before its audio. */
export class WavError extends Error {
  override name = 'WavError';
}

type Format = { rate: number; channels: number; bytes: number; isFloat: boolean };

/** A file with a longer header is refused. */
const longestHeader = 64 * 1024;
/** Programs that write to a pipe do not know the length; they write the largest possible value, or 0. */
const leastUnknownLength = 0x7fff_0000;

/** Streaming WAV reader: takes pieces of any length, returns mono samples of -1 to 1. Channels are averaged. */
export function createWavReader() {
  let format: Format | undefined;
  let buffered = new Uint8Array(0);
  let remaining = Number.POSITIVE_INFINITY;

  function push(piece: Uint8Array): Float32Array<ArrayBuffer> {
    buffered = buffered.length === 0 ? piece.slice() : concatenated(buffered, piece);
    if (!format) {
      const found = readHeader(buffered);
      if (!found) {
        if (buffered.length > longestHeader) throw new WavError('no sound in the first 64 KiB of the WAV');
        return new Float32Array(0);
      }
      format = found.format;
      remaining = found.length;
      buffered = buffered.slice(found.at);
    }
    const frameBytes = format.bytes * format.channels;
    const frames = Math.floor(Math.min(buffered.length, remaining) / frameBytes);
    const samples = monoSamples(buffered, frames, format);
    buffered = buffered.slice(frames * frameBytes);
    remaining -= frames * frameBytes;
    return samples;
  }

  return {
    push,
    /** Undefined until the header is complete. */
    rate: () => format?.rate,
  };
}

export function readWav(bytes: Uint8Array) {
  const reader = createWavReader();
  const samples = reader.push(bytes);
  const rate = reader.rate();
  if (rate === undefined) throw new WavError('the WAV ends before its sound');
  return { samples, rate };
}

/** Mono, 16 bits. */
export function writeWav(samples: Float32Array, rate: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(44 + samples.length * 2);
  const view = new DataView(bytes.buffer);
  const name = (at: number, letters: string) => {
    for (let i = 0; i < 4; i++) view.setUint8(at + i, letters.charCodeAt(i));
  };
  name(0, 'RIFF');
  view.setUint32(4, 36 + samples.length * 2, true);
  name(8, 'WAVE');
  name(12, 'fmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  name(36, 'data');
  view.setUint32(40, samples.length * 2, true);
  for (let i = 0; i < samples.length; i++) {
    const sample = Math.max(-1, Math.min(1, samples[i] as number));
    view.setInt16(44 + i * 2, Math.round(sample * 32767), true);
  }
  return bytes;
}

function concatenated(first: Uint8Array, second: Uint8Array) {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

/** Undefined while more is needed. */
function readHeader(bytes: Uint8Array): { format: Format; at: number; length: number } | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const nameAt = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (bytes.length < 12) return undefined;
  if (nameAt(0) !== 'RIFF' || nameAt(8) !== 'WAVE') throw new WavError('not a WAV');
  let format: Format | undefined;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const [name, length] = [nameAt(at), view.getUint32(at + 4, true)];
    if (name === 'data') {
      if (!format) throw new WavError('the WAV does not say what its samples are');
      const isKnown = length > 0 && length < leastUnknownLength;
      return { format, at: at + 8, length: isKnown ? length : Number.POSITIVE_INFINITY };
    }
    if (name === 'fmt ') {
      if (at + 8 + Math.min(length, 40) > bytes.length) return undefined;
      format = readFormat(view, at + 8, length);
    }
    at += 8 + length + (length % 2);
  }
  return undefined;
}

function readFormat(view: DataView, at: number, length: number): Format {
  if (length < 16) throw new WavError('the WAV does not say what its samples are');
  const extensible = 0xfffe;
  const tag = view.getUint16(at, true);
  const kind = tag === extensible && length >= 26 ? view.getUint16(at + 24, true) : tag;
  const channels = view.getUint16(at + 2, true);
  const rate = view.getUint32(at + 4, true);
  const bits = view.getUint16(at + 14, true);
  const isFloat = kind === 3;
  const isKnown = isFloat ? bits === 32 : kind === 1 && [8, 16, 24, 32].includes(bits);
  if (!isKnown) throw new WavError(`samples of kind ${kind} with ${bits} bits are not read`);
  if (channels < 1 || channels > 8 || rate < 4000 || rate > 192_000)
    throw new WavError(`${channels} channels at ${rate} Hz are not read`);
  return { rate, channels, bytes: bits / 8, isFloat };
}

function monoSamples(bytes: Uint8Array, frames: number, { channels, bytes: size, isFloat }: Format) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const samples = new Float32Array(frames);
  for (let frame = 0, at = 0; frame < frames; frame++) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++, at += size) {
      if (isFloat) sum += view.getFloat32(at, true);
      else if (size === 1) sum += (view.getUint8(at) - 128) / 128;
      else if (size === 2) sum += view.getInt16(at, true) / 32768;
      else if (size === 3) sum += ((view.getInt8(at + 2) << 16) | view.getUint16(at, true)) / 8_388_608;
      else sum += view.getInt32(at, true) / 2_147_483_648;
    }
    // A float sample may be NaN or infinite, which would spoil the filters that follow.
    samples[frame] = Number.isFinite(sum) ? Math.max(-1, Math.min(1, sum / channels)) : 0;
  }
  return samples;
}
