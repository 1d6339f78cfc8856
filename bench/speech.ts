/**
 * Word error rate and speed of English speech recognition: our own sentences, synthesised by espeak-ng in
 * three voices at two speeds and processed as in a call (speech detector, turns, recogniser). Exits with 1
 * when a target is missed. `npm run bench -- speech --clips DIR` uses recordings NAME.wav with transcripts
 * NAME.txt instead; `--show` prints the sentences with errors, `--every 4` uses every fourth sentence.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { transcribeLong } from '../src/engine/speech/listener.ts';
import { openMoonshine } from '../src/engine/speech/moonshine.ts';
import { resample } from '../src/engine/speech/resample.ts';
import { recognitionRate } from '../src/engine/speech/sample-rates.ts';
import { openSpeechDetector } from '../src/engine/speech/silero.ts';
import { readWav } from '../src/engine/speech/wav.ts';
import { addErrors, countErrors, errorRate, noErrors } from '../src/engine/speech/word-error-rate.ts';
import { findEspeak } from '../src/server/domains/voice/speech/espeak.ts';
import { sentences } from './speech/sentences.ts';
import { atMost, missed, printTable, type Row } from './tools/table.ts';

const { values } = parseArgs({
  options: {
    clips: { type: 'string' },
    show: { type: 'boolean', default: false },
    every: { type: 'string', default: '1' },
  },
});
const voices = ['en-us', 'en-gb', 'en-us+f3'];
const wordsPerMinute = [140, 175];
const percent = (value: number) => `${(value * 100).toFixed(1)} %`;
const ratio = (value: number) => value.toFixed(3);

type Clip = { group: string; said: string; samples: Float32Array };

function* spokenClips(): Generator<Clip> {
  const espeak = findEspeak(process.env.ESPEAK_PATH);
  if (!espeak) {
    console.error(
      'espeak-ng is missing: install it (apt install espeak-ng), or give recordings by --clips DIR.',
    );
    process.exit(1);
  }
  for (const voice of voices)
    for (const speed of wordsPerMinute)
      for (const said of sentences.filter((_, i) => i % Number(values.every) === 0)) {
        const { stdout } = spawnSync(espeak, ['-v', voice, '-s', String(speed), '--stdin', '--stdout'], {
          input: said,
        });
        const { samples, rate } = readWav(stdout);
        yield {
          group: `${voice} at ${speed}`,
          said,
          samples: withSilence(resample(samples, rate, recognitionRate)),
        };
      }
}

/** Adds silence before and after, because a microphone is open before and after speech. */
function withSilence(samples: Float32Array) {
  const all = new Float32Array(samples.length + 1.5 * recognitionRate);
  all.set(samples, 0.5 * recognitionRate);
  return all;
}

function* recordedClips(folder: string): Generator<Clip> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.wav'));
  if (names.length === 0) throw new Error(`${folder} has no recordings`);
  for (const name of names.sort()) {
    const said = readFileSync(join(folder, name.replace(/\.wav$/, '.txt')), 'utf8').trim();
    const { samples, rate } = readWav(readFileSync(join(folder, name)));
    yield { group: 'recordings', said, samples: resample(samples, rate, recognitionRate) };
  }
}

const [moonshine, detector] = await Promise.all([openMoonshine(), openSpeechDetector()]);
const groups = new Map<string, typeof noErrors>();
let [spokenSeconds, processorSeconds, clips] = [0, 0, 0];
const clipsFolder = values.clips && resolve(process.env.INIT_CWD ?? '.', values.clips);
for (const { group, said, samples } of clipsFolder ? recordedClips(clipsFolder) : spokenClips()) {
  const before = process.cpuUsage();
  const turns = await transcribeLong(samples, moonshine, detector);
  const { user, system } = process.cpuUsage(before);
  const transcript = turns.map(({ text }) => text).join(' ');
  const errors = countErrors(said, transcript);
  if (values.show && errorRate(errors) > 0) console.log(`${said}\n  → ${transcript}`);
  groups.set(group, addErrors(groups.get(group) ?? noErrors, errors));
  clips += 1;
  spokenSeconds += samples.length / recognitionRate;
  processorSeconds += (user + system) / 1e6;
}
await Promise.all([moonshine.close(), detector.close()]);

const all = [...groups.values()].reduce(addErrors, noErrors);
const rows: Row[] = [
  ...[...groups].map(([name, errors]) => ({
    metric: `word error rate, ${name}`,
    value: percent(errorRate(errors)),
  })),
  atMost(`word error rate, ${clips} utterances, ${all.spoken} words`, errorRate(all), 0.2, percent),
  { metric: 'wrong, left out, added', value: `${all.substituted}, ${all.deleted}, ${all.inserted}` },
  atMost('processor seconds for a second of sound', processorSeconds / spokenSeconds, 0.5, ratio),
];
printTable(rows);
process.exitCode = missed(rows) ? 1 : 0;
