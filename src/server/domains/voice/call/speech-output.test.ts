import { expect, test } from 'vitest';
import { callRate } from '#engine/speech/sample-rates.ts';
import type { Speaker } from '../ports.ts';
import { createSpeechOutput, playedText } from './speech-output.ts';

const frameSamples = callRate / 50;
/** Each character is spoken for 20 ms, so that what was played can be counted. */
const tone: Speaker = {
  voices: [],
  async *speak(text) {
    for (const _ of text) yield new Float32Array(frameSamples).fill(0.5);
  },
  async close() {},
};

function begin(speaker: Speaker | undefined = tone) {
  const mouth = createSpeechOutput({ speaker, voice: '', language: 'en' });
  const events: string[] = [];
  const utterance = mouth.begin({
    started: () => events.push('started'),
    clause: (source) => events.push(source),
    finished: () => events.push('finished'),
    failed: (error) => events.push(String(error)),
  });
  /** Plays this many frames of 20 ms once they are ready; returns the loudest sample of each. */
  const play = async (frames: number) => {
    const loud: number[] = [];
    while (loud.length < frames) {
      const frame = mouth.frame();
      if (frame) loud.push(Math.max(...frame));
      else await new Promise((resolve) => setImmediate(resolve));
      if (events.at(-1) === 'finished') break;
    }
    return loud;
  };
  return { mouth, utterance, events, play };
}

const first = 'You are welcome. ';
const second = 'When you have another problem, just say it.';

test('an answer is reported clause by clause as it is played, and counts as fully heard at its end', async () => {
  const { utterance, events, play } = begin();
  utterance.text('You are wel');
  utterance.text(`come. ${second}`);
  utterance.end();
  await play(10);
  expect(events).toEqual(['started', first]);
  await play(Number.POSITIVE_INFINITY);
  expect(events).toEqual(['started', first, second, 'finished']);
  expect(utterance.heard()).toBe(first + second);
});

test('of an interrupted answer, whole clauses and whole words of the last clause count as heard', async () => {
  const { mouth, utterance, events, play } = begin();
  utterance.text(first + second);
  utterance.end();
  // Plays all of the first clause and half of the second.
  await play(first.trim().length + second.length / 2);
  expect(utterance.heard()).toBe(`${first}When you have another `);
  utterance.cancel();
  expect(mouth.frame()).toBeUndefined();
  expect(mouth.isSpeaking()).toBe(false);
  expect(events).not.toContain('finished');
});

test('of a clause still being synthesised, no more counts as heard than can have been spoken', async () => {
  const { promise: rest, resolve } = Promise.withResolvers<void>();
  // A second of audio comes at once, the rest after `resolve`.
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
  // Half of the whole audio.
  expect(utterance.heard()).toBe('When you have another ');
});

test('before the first sound of an answer nothing counts as heard', () => {
  const { utterance } = begin();
  utterance.text(first);
  expect(utterance.heard()).toBe('');
});

test('the heard words follow from the share of the audio that was played', () => {
  const source = 'One two three four';
  const heard = (played: number) => playedText({ source, played, ready: 100 });
  expect(heard(0)).toBe('');
  expect(heard(20)).toBe('One');
  expect(heard(45)).toBe('One two ');
  expect(heard(99)).toBe('One two three ');
  expect(heard(100)).toBe(source);
  // Text without audio counts as heard.
  expect(playedText({ source, played: 0, ready: 0 })).toBe(source);
  // Chinese is cut at words, too.
  expect(playedText({ source: '你好，我是導師', played: 50, ready: 100 })).toBe('你好，');
});

test('ducking lowers the voice to a fifth within 60 ms and is reversible; the next answer has full volume', async () => {
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

test('a failing speaker is reported once per clause, and its text counts as said', async () => {
  const broken: Speaker = {
    ...tone,
    // biome-ignore lint/correctness/useYield: fails before the first sample
    async *speak() {
      throw new Error('no voice');
    },
  };
  const { utterance, events, play } = begin(broken);
  utterance.text(first);
  utterance.end();
  await play(1);
  expect(events).toEqual(['Error: no voice', 'started', first, 'finished']);
});
