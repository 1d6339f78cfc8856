/**
 * npm run transcribe -- FILE.wav …
 *
 * English speech to text: one JSON line per file, with its turns, its text and the time it took. Exits with 1
 * when a file failed (the other files are still transcribed), and with 2 when the command is wrong.
 */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { transcribeLong } from './listener.ts';
import { type Moonshine, openMoonshine } from './moonshine.ts';
import { resample } from './resample.ts';
import { recognitionRate } from './sample-rates.ts';
import { openSpeechDetector, type SpeechDetector } from './silero.ts';
import { readWav } from './wav.ts';

const files = process.argv.slice(2);
if (files.length === 0 || files.some((name) => name.startsWith('-'))) {
  process.stderr.write('Usage: npm run transcribe -- FILE.wav …\n');
  process.exit(2);
}

async function transcribeFile(name: string, moonshine: Moonshine, detector: SpeechDetector) {
  const { samples, rate } = readWav(await readFile(resolve(process.env.INIT_CWD ?? '.', name)));
  const resampled = resample(samples, rate, recognitionRate);
  const startedAt = performance.now();
  const turns = await transcribeLong(resampled, moonshine, detector);
  return {
    file: name,
    seconds: Math.round((samples.length / rate) * 100) / 100,
    text: turns.map(({ text }) => text).join(' '),
    turns: turns.map(({ beganMs, endedMs, text }) => ({ began_ms: beganMs, ended_ms: endedMs, text })),
    took_ms: Math.round(performance.now() - startedAt),
  };
}

const [moonshine, detector] = await Promise.all([openMoonshine(), openSpeechDetector()]);
for (const name of files) {
  try {
    process.stdout.write(`${JSON.stringify(await transcribeFile(name, moonshine, detector))}\n`);
  } catch (error) {
    process.exitCode = 1;
    process.stdout.write(`${JSON.stringify({ file: name, error: (error as Error).message })}\n`);
  }
}
await Promise.all([moonshine.close(), detector.close()]);
