/** Learns the weights of the detector from tests/corpora/distress and writes models/distress.json. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readCorpus } from './corpus.ts';
import { learn } from './learn.ts';

const root = new URL('../../../', import.meta.url);
/** Chosen on texts of authors that the weights were learnt without (npm run bench -- distress). */
const threshold = 0.3;

const corpus = readCorpus(fileURLToPath(new URL('tests/corpora/distress', root)));
const { outputs, values } = learn([...corpus.values()].flat());
const highest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
const scale = highest / 127;
const weights = Buffer.from(Int8Array.from(values, (value) => Math.round(value / scale))).toString('base64');
writeFileSync(
  new URL('models/distress.json', root),
  `${JSON.stringify({ threshold, scale, outputs, weights }, null, 2)}\n`,
);
console.log(`learnt from ${[...corpus.values()].flat().length} texts`);
