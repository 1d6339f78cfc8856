import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readCorpus } from './corpus.ts';
import { distressIn, shippedThreshold } from './detect.ts';
import { learn } from './learn.ts';

const corpus = readCorpus(fileURLToPath(new URL('../../../tests/corpora/distress', import.meta.url)));

// The weights were learnt from these texts: this holds the product to what was measured when they were made.
// `npm run bench -- distress` judges each text by weights that were learnt without it.
test('the weights of the product find at least 98 % of the corpora and take at most 1 % of ordinary texts for one, near twins among them', () => {
  const all = [...corpus.values()].flat();
  const inNeed = all.filter(({ kind }) => kind !== undefined);
  const ordinary = all.filter(({ kind }) => kind === undefined);
  const share = (texts: typeof all) => texts.filter(({ text }) => distressIn(text)).length / texts.length;
  expect(share(inNeed)).toBeGreaterThanOrEqual(0.98);
  expect(share(ordinary)).toBeLessThanOrEqual(0.01);
}, 60_000);

test('weights that were learnt without an author find most of what that author wrote', () => {
  const isThird = (file: string) => file.startsWith('third');
  const weights = learn([...corpus].flatMap(([file, lines]) => (isThird(file) ? [] : lines)));
  const theirs = [...corpus].flatMap(([file, lines]) => (isThird(file) ? lines : []));
  const threshold = shippedThreshold();
  const isFound = ({ text }: { text: string }) => distressIn(text, { weights, threshold }) !== undefined;
  const needs = theirs.filter(({ kind }) => kind !== undefined);
  const plain = theirs.filter(({ kind }) => kind === undefined);
  expect(needs.filter(isFound).length / needs.length).toBeGreaterThan(0.94);
  expect(plain.filter(isFound).length / plain.length).toBeLessThan(0.01);
}, 300_000);
