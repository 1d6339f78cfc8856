import { describe, expect, it } from 'vitest';
import { createGain, normalised, rms, withoutSilence } from './loudness.ts';
import { createResampler, resample } from './resample.ts';
import { createWavReader, readWav, WavError, writeWav } from './wav.ts';

const tone = (hertz: number, rate: number, seconds = 0.5) =>
  Float32Array.from(
    { length: Math.round(rate * seconds) },
    (_, i) => Math.sin((2 * Math.PI * hertz * i) / rate) / 2,
  );
const middle = (samples: Float32Array) => samples.subarray(samples.length / 4, (samples.length * 3) / 4);

describe('resampling', () => {
  it.each([
    [48_000, 16_000, 1000],
    [22_050, 48_000, 1000],
    [24_000, 48_000, 3000],
    [44_100, 16_000, 440],
  ])('from %i to %i Hz keeps a tone of %i Hz and its phase', (from, to, hertz) => {
    const out = resample(tone(hertz, from), from, to);
    const expected = tone(hertz, to);
    expect(Math.abs(out.length - expected.length)).toBeLessThanOrEqual(1);
    const error = middle(out).map((sample, i) => sample - (middle(expected)[i] as number));
    expect(rms(error)).toBeLessThan(0.001);
  });

  it('does not alias tones above half the lower rate', () => {
    expect(rms(middle(resample(tone(9000, 48_000), 48_000, 16_000)))).toBeLessThan(0.0002);
    // Without a filter this tone would alias to 5 kHz at full loudness.
    expect(rms(middle(resample(tone(11_000, 48_000), 48_000, 16_000)))).toBeLessThan(0.0002);
  });

  it('gives the same samples for input in pieces of any length as for the whole', () => {
    const input = tone(700, 22_050, 0.2);
    const whole = resample(input, 22_050, 48_000);
    const resampler = createResampler(22_050, 48_000);
    const pieces: number[] = [];
    for (let at = 0, size = 1; at < input.length; at += size, size = (size * 7) % 301)
      pieces.push(...resampler.push(input.subarray(at, at + size)));
    pieces.push(...resampler.flush());
    expect(pieces).toEqual([...whole]);
  });

  it('refuses rates that would need too many filter phases', () => {
    expect(() => createResampler(44_101, 48_000)).toThrow(RangeError);
  });
});

describe('WAV', () => {
  const input = tone(440, 16_000, 0.05);

  it('is read back as it was written, also byte by byte and with an unknown length', () => {
    const bytes = writeWav(input, 16_000);
    const { samples, rate } = readWav(bytes);
    expect(rate).toBe(16_000);
    expect(rms(samples.map((sample, i) => sample - (input[i] as number)))).toBeLessThan(0.0001);
    new DataView(bytes.buffer).setUint32(40, 0x7fff_f000, true);
    const reader = createWavReader();
    expect([...bytes].flatMap((byte) => [...reader.push(Uint8Array.of(byte))])).toEqual([...samples]);
  });

  it('averages channels and skips chunks without audio', () => {
    const bytes = new Uint8Array(12 + 24 + 12 + 8 + 8);
    const view = new DataView(bytes.buffer);
    const name = (at: number, text: string) => bytes.set(new TextEncoder().encode(text), at);
    name(0, 'RIFF');
    name(8, 'WAVE');
    name(12, 'LIST');
    view.setUint32(16, 3, true);
    name(24, 'fmt ');
    view.setUint32(28, 16, true);
    for (const [at, value] of [
      [32, 1],
      [34, 2],
      [44, 4],
      [46, 16],
    ] as const)
      view.setUint16(at, value, true);
    view.setUint32(36, 8000, true);
    name(48, 'data');
    view.setUint32(52, 4, true);
    view.setInt16(56, 16_384, true);
    view.setInt16(58, 0, true);
    expect([...readWav(bytes).samples]).toEqual([0.25]);
  });

  it('reports what is wrong with an invalid or unsupported file', () => {
    const bad = (change: (view: DataView) => void) => {
      const bytes = writeWav(input, 16_000);
      change(new DataView(bytes.buffer));
      return () => readWav(bytes);
    };
    expect(() => readWav(new TextEncoder().encode('<html>no sound</html>'))).toThrow(WavError);
    expect(() => readWav(new Uint8Array(10))).toThrow('ends before its sound');
    expect(bad((view) => view.setUint16(20, 85, true))).toThrow('kind 85');
    expect(bad((view) => view.setUint16(22, 0, true))).toThrow('0 channels');
    expect(bad((view) => view.setUint32(24, 1, true))).toThrow('1 Hz');
    const reader = createWavReader();
    const endless = writeWav(new Float32Array(40_000), 16_000);
    endless.set(new TextEncoder().encode('junk'), 12);
    new DataView(endless.buffer).setUint32(16, 0x1000_0000, true);
    expect(() => reader.push(endless)).toThrow('64 KiB');
  });
});

describe('loudness', () => {
  it('the gain changes gradually and reaches its target', () => {
    const gain = createGain(16_000);
    const flat = new Float32Array(1600).fill(1);
    gain.towards(0.2, 50);
    gain.apply(flat);
    const steps = flat.slice(1).map((sample, i) => Math.abs(sample - (flat[i] as number)));
    expect(Math.max(...steps)).toBeLessThan(0.0015);
    expect(flat.at(-1)).toBeCloseTo(0.2, 5);
    gain.towards(1, 0);
    expect(gain.apply(new Float32Array(3).fill(1)).at(-1)).toBe(1);
  });

  it('normalised amplifies quiet speech but not silence; withoutSilence trims both ends', () => {
    const quiet = tone(300, 16_000).map((sample) => sample / 50);
    expect(rms(normalised(quiet))).toBeCloseTo(0.08, 2);
    expect(rms(normalised(quiet.map((sample) => sample / 100)))).toBeLessThan(0.001);
    expect(rms(normalised(new Float32Array(100)))).toBe(0);
    const late = new Float32Array(16_000);
    late.set(tone(300, 16_000, 0.2), 8000);
    expect(withoutSilence(late).length).toBe(3200 + 2 * 800);
    expect(withoutSilence(new Float32Array(100)).length).toBe(0);
  });
});
