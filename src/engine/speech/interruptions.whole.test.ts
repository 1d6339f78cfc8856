/** Sounds over the tutor's voice, judged by the real speech detector and the real recogniser: words or not. */
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createListener, type ListenerSignal } from './listener.ts';
import { type Moonshine, openMoonshine } from './moonshine.ts';
import { resample } from './resample.ts';
import { recognitionRate } from './sample-rates.ts';
import { openSpeechDetector, type SpeechDetector } from './silero.ts';
import { readWav } from './wav.ts';

let detector: SpeechDetector;
let moonshine: Moonshine;
beforeAll(async () => {
  [detector, moonshine] = await Promise.all([openSpeechDetector(), openMoonshine()]);
});
afterAll(async () => {
  await Promise.all([detector.close(), moonshine.close()]);
});

const samplesOf = (ms: number) => Math.round((ms / 1000) * recognitionRate);
const silence = (ms: number) => new Float32Array(samplesOf(ms));
const joined = (...parts: Float32Array[]) => Float32Array.from(parts.flatMap((part) => [...part]));

function spoken(text: string, voice = 'en-gb') {
  const { stdout, error } = spawnSync(
    process.env.ESPEAK_PATH || 'espeak-ng',
    ['-v', voice, '-s', '150', '--stdin', '--stdout'],
    { input: text },
  );
  if (error) throw new Error('these tests need espeak-ng; npm test installs it', { cause: error });
  const { samples, rate } = readWav(stdout);
  return resample(samples, rate, recognitionRate);
}

/** Pseudo-random noise with a fixed seed. */
function noise() {
  let state = 7;
  return () => {
    state = (state * 16807) % 2147483647;
    return (state / 2147483647) * 2 - 1;
  };
}

/** One burst of a cough: band-pass filtered noise with a sharp attack and a quick decay. */
function burst(ms: number, loudness: number) {
  const next = noise();
  let low = 0;
  let lower = 0;
  return silence(ms).map((_, i) => {
    low += 0.5 * (next() - low);
    lower += 0.1 * (low - lower);
    const t = i / samplesOf(ms);
    return loudness * (low - lower) * Math.min(1, t * 20) * Math.exp(-4 * t);
  });
}

/** A hum: a tone and a few overtones that swell and fade. */
const hum = (ms: number, hz: number) =>
  silence(ms).map((_, i) => {
    const t = i / recognitionRate;
    const swell = Math.sin((Math.PI * i) / samplesOf(ms));
    const voice = [1, 2, 3, 4].reduce((sum, n) => sum + Math.sin(2 * Math.PI * hz * n * t) / n ** 2, 0);
    return 0.2 * swell * voice;
  });

const cough = joined(burst(180, 1.2), silence(120), burst(220, 0.9));

/** The signals for a sound while the tutor speaks, and the transcripts of that sound. */
async function speakOverTutor(sound: Float32Array) {
  const listener = createListener(detector.openStream(), { endSilenceMs: 480 });
  const types: string[] = [];
  const texts: string[] = [];
  listener.tutor(true);
  const handle = async (signals: readonly ListenerSignal[]) => {
    for (const signal of signals) {
      types.push(signal.type);
      if (!('samples' in signal)) continue;
      const text = await moonshine.transcribe(signal.samples);
      texts.push(text);
      types.push(...listener.heard(text, 'en', signal.type === 'stopped').map(({ type }) => type));
    }
  };
  const all = joined(silence(400), sound, silence(1000));
  const step = recognitionRate / 50;
  for (let at = 0; at < all.length; at += step)
    await handle(await listener.push(all.subarray(at, at + step), (at / recognitionRate) * 1000));
  return { types, texts };
}

test.each([
  ['a cough', () => cough],
  ['a long cough', () => joined(cough, silence(150), cough, silence(100), burst(250, 1))],
  ['a low hum', () => hum(500, 110)],
  ['a high hum', () => hum(400, 220)],
  ['a long hum', () => hum(1200, 160)],
  ['mm', () => spoken('[[m:]]')],
  ['mm hmm', () => spoken('[[m:hm:]]')],
  ['mm hmm by another voice', () => spoken('[[m:hm:]]', 'en-us+f3')],
  ['hmm', () => spoken('Hmm.', 'en-us')],
  ['uh huh', () => spoken('Uh huh.')],
  ['嗯 (ng)', () => spoken('[[N:]]')],
  ['嗯 (en)', () => spoken('[[@n:]]')],
  ['ah', () => spoken('[[A:]]')],
])('%s does not stop the tutor', async (_, sound) => {
  const { types, texts } = await speakOverTutor(sound());
  expect(types, texts.join(' | ')).not.toContain('cancel');
  if (types.includes('duck')) expect(types).toContain('unduck');
});

test.each(['Wait.', 'Stop please.'])('“%s” stops the tutor', async (text) => {
  const { types, texts } = await speakOverTutor(spoken(text));
  expect(types, texts.join(' | ')).toContain('cancel');
  expect(types.indexOf('duck')).toBeLessThan(types.indexOf('cancel'));
});
