import { expect, test } from 'vitest';
import { callRate } from '#engine/speech/sample-rates.ts';
import type { Speaker } from '../ports.ts';
import { createMouth, heardOf } from './mouth.ts';

const frameSamples = callRate / 50;
/** Each character is said for 20 ms: what was heard can be counted. */
const tone: Speaker = {
  voices: [],
  async *speak(text) {
    for (const _ of text) yield new Float32Array(frameSamples).fill(0.5);
  },
  async close() {},
};

function begin(speaker: Speaker | undefined = tone) {
  const mouth = createMouth({ speaker, voice: '', language: 'en' });
  const told: string[] = [];
  const utterance = mouth.begin({
    started: () => told.push('started'),
    clause: (source) => told.push(source),
    finished: () => told.push('finished'),
    failed: (error) => told.push(String(error)),
  });
  /** So many frames of 20 ms, once they are made; their loudest sample each. */
  const play = async (frames: number) => {
    const loud: number[] = [];
    while (loud.length < frames) {
      const frame = mouth.frame();
      if (frame) loud.push(Math.max(...frame));
      else await new Promise((resolve) => setImmediate(resolve));
      if (told.at(-1) === 'finished') break;
    }
    return loud;
  };
  return { mouth, utterance, told, play };
}

const first = 'You are welcome. ';
const second = 'When you have another problem, just say it.';

test('an answer is told clause by clause as it is heard, and all of it was heard at its end', async () => {
  const { utterance, told, play } = begin();
  utterance.text('You are wel');
  utterance.text(`come. ${second}`);
  utterance.end();
  await play(10);
  expect(told).toEqual(['started', first]);
  await play(Number.POSITIVE_INFINITY);
  expect(told).toEqual(['started', first, second, 'finished']);
  expect(utterance.heard()).toBe(first + second);
});

test('interrupted, what was heard is whole clauses and of the last one whole words', async () => {
  const { mouth, utterance, told, play } = begin();
  utterance.text(first + second);
  utterance.end();
  // All of the first clause, and of the second half its sound.
  await play(first.trim().length + second.length / 2);
  expect(utterance.heard()).toBe(`${first}When you have another `);
  utterance.cancel();
  expect(mouth.frame()).toBeUndefined();
  expect(mouth.isSpeaking()).toBe(false);
  expect(told).not.toContain('finished');
});

test('of a clause whose sound is still on its way, no more was heard than can have been said', async () => {
  const { promise: rest, resolve } = Promise.withResolvers<void>();
  // A second of it comes at once, the rest when the test says so.
  const slow: Speaker = {
    ...tone,
    async *speak() {
      yield new Float32Array(callRate).fill(0.5);
      await rest;
      yield new Float32Array(3 * callRate).fill(0.5);
    },
  };
  const { utterance, play } = begin(slow);
  utterance.text('When you have another problem to solve this afternoon, say it.');
  utterance.end();
  await play(50);
  expect(utterance.heard().length).toBeGreaterThan(5);
  expect(utterance.heard().length).toBeLessThan(25);
  resolve();
  await play(50);
  // Half of all of it.
  expect(utterance.heard()).toBe('When you have another ');
});

test('before its first sound nothing was heard', () => {
  const { utterance } = begin();
  utterance.text(first);
  expect(utterance.heard()).toBe('');
});

test('words are heard by the share of the sound that was played', () => {
  const source = 'One two three four';
  const heard = (played: number) => heardOf({ source, played, ready: 100 });
  expect(heard(0)).toBe('');
  expect(heard(20)).toBe('One');
  expect(heard(45)).toBe('One two ');
  expect(heard(99)).toBe('One two three ');
  expect(heard(100)).toBe(source);
  // Nothing to be said stands for all of it.
  expect(heardOf({ source, played: 0, ready: 0 })).toBe(source);
  // Chinese has words too.
  expect(heardOf({ source: '你好，我是導師', played: 50, ready: 100 })).toBe('你好，');
});

test('turned down it is a fifth as loud within 60 ms, and comes back; the next answer is at full voice', async () => {
  const { mouth, utterance, play } = begin();
  utterance.text(first + second);
  utterance.end();
  expect(Math.min(...(await play(5)))).toBeCloseTo(0.5);
  mouth.duck();
  const down = await play(6);
  expect(down[4]).toBeCloseTo(0.1);
  expect(down[5]).toBeCloseTo(0.1);
  mouth.unduck();
  expect((await play(12)).at(-1)).toBeCloseTo(0.5);
  mouth.duck();
  await play(4);
  const next = mouth.begin({ started() {}, clause() {}, finished() {}, failed() {} });
  next.text(first + second);
  expect((await play(6)).at(-1)).toBeCloseTo(0.5);
});

test('a voice that fails is told once a clause, and the words stand as said', async () => {
  const broken: Speaker = {
    ...tone,
    // biome-ignore lint/correctness/useYield: it fails before it says anything
    async *speak() {
      throw new Error('no voice');
    },
  };
  const { utterance, told, play } = begin(broken);
  utterance.text(first);
  utterance.end();
  await play(1);
  expect(told).toEqual(['Error: no voice', 'started', first, 'finished']);
});
