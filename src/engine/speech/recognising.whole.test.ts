/** Tests the real speech detector and the real recogniser with speech synthesised by espeak-ng. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createListener, type ListenerSignal } from './listener.ts';
import { type Moonshine, openMoonshine } from './moonshine.ts';
import { resample } from './resample.ts';
import { frameMs, frameSamples, recognitionRate } from './sample-rates.ts';
import { openSpeechDetector, type SpeechDetector } from './silero.ts';
import { readWav, writeWav } from './wav.ts';
import { countErrors, errorRate } from './word-error-rate.ts';

const sentence = 'Thank you very much, that was really helpful.';

function speech(text: string) {
  const { stdout, error } = spawnSync(
    process.env.ESPEAK_PATH || 'espeak-ng',
    ['-v', 'en-us', '-s', '150', '--stdin', '--stdout'],
    { input: text },
  );
  if (error) throw new Error('these tests need espeak-ng; npm test installs it', { cause: error });
  const { samples, rate } = readWav(stdout);
  return resample(samples, rate, recognitionRate);
}

const silence = (ms: number) => new Float32Array((ms / 1000) * recognitionRate);
const joined = (...parts: Float32Array[]) => Float32Array.from(parts.flatMap((part) => [...part]));

let detector: SpeechDetector;
let moonshine: Moonshine;
let spoken: Float32Array;
beforeAll(async () => {
  spoken = speech(sentence);
  [detector, moonshine] = await Promise.all([openSpeechDetector(), openMoonshine()]);
});
afterAll(async () => {
  await Promise.all([detector.close(), moonshine.close()]);
});

const framesOf = (samples: Float32Array) =>
  Array.from({ length: Math.floor(samples.length / frameSamples) }, (_, i) =>
    samples.subarray(i * frameSamples, (i + 1) * frameSamples),
  );

describe('the speech detector', () => {
  it('tells speech from silence, noise and clicks', async () => {
    const probabilitiesOf = async (samples: Float32Array) => {
      const stream = detector.openStream();
      return Promise.all(framesOf(samples).map((frame) => stream.probability(frame)));
    };
    const share = (probabilities: number[]) =>
      probabilities.filter((probability) => probability > 0.5).length / probabilities.length;
    let state = 3;
    const noise = silence(1000).map(() => {
      state = (state * 16807) % 2147483647;
      return (state / 2147483647 - 0.5) / 5;
    });
    const clicks = silence(1000).map((_, i) => (i % 4000 < 20 ? 0.8 : 0));
    expect(share(await probabilitiesOf(spoken))).toBeGreaterThan(0.8);
    for (const other of [silence(1000), noise, clicks]) expect(share(await probabilitiesOf(other))).toBe(0);
  });

  it('gives each of many concurrent streams the same result as if it were alone', async () => {
    const frames = framesOf(spoken).slice(0, 30);
    const alone = detector.openStream();
    const expected: number[] = [];
    for (const frame of frames) expected.push(await alone.probability(frame));
    const streams = Array.from({ length: 40 }, () => detector.openStream());
    const silent = new Float32Array(frameSamples);
    const answers = await Promise.all(
      streams.map((stream, i) =>
        Promise.all(frames.map((frame) => stream.probability(i % 2 === 0 ? frame : silent))),
      ),
    );
    for (const [i, answer] of answers.entries())
      if (i % 2 === 0)
        for (const [at, probability] of answer.entries())
          expect(probability).toBeCloseTo(expected[at] as number, 4);
      else expect(Math.max(...answer)).toBeLessThan(0.2);
    expect(() => alone.probability(new Float32Array(100))).toThrow(RangeError);
  });
});

describe('the recogniser', () => {
  it('transcribes plain English, and an aborted transcription rejects', async () => {
    expect(errorRate(countErrors(sentence, await moonshine.transcribe(spoken)))).toBeLessThanOrEqual(0.25);
    await expect(moonshine.transcribe(spoken, AbortSignal.abort(new Error('enough')))).rejects.toThrow(
      'enough',
    );
  });

  it('returns no text for silence or very short audio, and refuses audio over 40 s', async () => {
    for (const nothing of [silence(0), silence(50), silence(2000), spoken.slice(8000, 8500)])
      expect(await moonshine.transcribe(nothing)).toBe('');
    await expect(moonshine.transcribe(silence(41_000).fill(0.1))).rejects.toThrow(RangeError);
  });
});

describe('a listener', () => {
  async function listen(samples: Float32Array, endSilenceMs: number) {
    const listener = createListener(detector.openStream(), { endSilenceMs });
    const pieces: Promise<ListenerSignal[]>[] = [];
    // As in a call: 20 ms at a time, without waiting.
    for (let at = 0; at < samples.length; at += 320)
      pieces.push(listener.push(samples.subarray(at, at + 320), 5000 + (at / recognitionRate) * 1000));
    return (await Promise.all(pieces)).flat();
  }

  it('a turn’s audio includes its beginning, and the speculative audio equals the final audio', async () => {
    const heard = await listen(joined(silence(700), spoken, silence(1200)), 480);
    const stopped = heard.find((signal) => signal.type === 'stopped');
    const guess = heard.findLast((signal) => signal.type === 'speculate');
    if (stopped?.type !== 'stopped' || guess?.type !== 'speculate') throw new Error('no turn was found');
    expect(stopped.beganMs).toBeGreaterThan(5550);
    expect(stopped.beganMs).toBeLessThan(5950);
    const end = 5000 + 700 + (spoken.length / recognitionRate) * 1000;
    expect(Math.abs(stopped.endedMs - end)).toBeLessThan(400);
    expect(guess.samples).toEqual(stopped.samples);
    // The audio begins before the speech and includes little of the silence.
    const includedMs = (stopped.samples.length / recognitionRate) * 1000;
    expect(includedMs - (stopped.endedMs - stopped.beganMs)).toBeGreaterThan(300);
    expect(includedMs - (stopped.endedMs - stopped.beganMs)).toBeLessThan(320 + 160 + 2 * frameMs);
  });

  it('ends a turn only after a silence longer than endSilenceMs', async () => {
    const repeated = joined(silence(300), spoken, silence(600), spoken, silence(1500));
    const count = async (endSilenceMs: number) =>
      (await listen(repeated, endSilenceMs)).filter(({ type }) => type === 'stopped').length;
    expect(await count(1200)).toBe(1);
    expect(await count(300)).toBeGreaterThanOrEqual(2);
  });
});

it('npm run transcribe prints one JSON line per file and exits with 1 if a file is not a WAV', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mingshi-transcribe-'));
  try {
    writeFileSync(join(folder, 'thanks.wav'), writeWav(spoken, recognitionRate));
    writeFileSync(join(folder, 'none.wav'), 'no sound');
    const program = fileURLToPath(new URL('./transcribe-cli.ts', import.meta.url));
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [program, ...args], {
        encoding: 'utf8',
        env: { ...process.env, INIT_CWD: folder },
      });
    const { status, stdout } = run('thanks.wav', 'none.wav', 'absent.wav');
    const [thanks, none, absent] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(status).toBe(1);
    expect(thanks).toMatchObject({ file: 'thanks.wav', text: expect.stringMatching(/thank you very much/i) });
    expect(none).toEqual({ file: 'none.wav', error: 'the WAV ends before its sound' });
    expect(absent.error).toContain('ENOENT');
    expect(run('--help').status).toBe(2);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
