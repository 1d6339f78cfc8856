/**
 * espeak-ng, a process for each clause. It is under the GPL: a program of the machine's own, never a part of this product,
 * reached by its command line only.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { availableParallelism, setPriority } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { callRate } from '#engine/speech/sample-rates.ts';
import { createWavReader } from '#engine/speech/wav.ts';
import { createGate } from '#server/ground/threads/gate.ts';
import type { SpokenLanguage } from '#shared/voice/voice.ts';
import type { Speaker } from '../ports.ts';
import { createCallSamples } from './call-samples.ts';
import { SpeechError } from './speech-error.ts';

const longestText = 2000;
const listPatienceMs = 5_000;
/** It speaks a hundred times faster than it is listened to; nothing for so long is a hang. */
const patienceMs = 10_000;
/** Calls that are under way come first. */
const niceness = 10;

export type EspeakOptions = {
  path?: string | undefined;
  mostAtOnce?: number;
  mostWaiting?: number;
  patience?: number;
};

/** Undefined where the machine has none, or none of its voices is ours. */
export async function openEspeak({
  path,
  mostAtOnce = Math.max(2, availableParallelism()),
  mostWaiting = 64,
  patience = patienceMs,
}: EspeakOptions = {}): Promise<Speaker | undefined> {
  const program = findEspeak(path);
  if (!program) return undefined;
  const voices = voicesListed(await listing(program));
  if (voices.length === 0) return undefined;
  const gate = createGate({
    mostAtOnce,
    mostWaiting,
    sentAway: () => new SpeechError('busy', `${mostAtOnce} at once, ${mostWaiting} waiting`),
  });
  const closing = new AbortController();

  return {
    voices: voices.map(({ id, name, language }) => ({ id, name, language, is_basic: true })),
    async *speak(words, id, given) {
      const voice = voices.find((one) => one.id === id);
      if (!voice) throw new SpeechError('unavailable', `espeak-ng has no voice ${id}`);
      const input = plain(words);
      if (input === '') return;
      const signal = AbortSignal.any([given, closing.signal]);
      const leave = await gate.enter(signal);
      try {
        yield* spoken(program, voice, input, signal, patience);
      } finally {
        leave();
      }
    },
    async close() {
      closing.abort(new SpeechError('unavailable', 'the speaker is closed'));
      await gate.empty();
    },
  };
}

/** ESPEAK_PATH, else the machine's search path. */
export function findEspeak(
  given: string | undefined,
  searchPath = process.env.PATH ?? '',
): string | undefined {
  const name = given ?? 'espeak-ng';
  const candidates =
    isAbsolute(name) || name.includes('/')
      ? [name]
      : searchPath.split(delimiter).map((folder) => join(folder, name));
  return candidates.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

async function listing(program: string) {
  const child = start(program, ['--voices'], AbortSignal.timeout(listPatienceMs));
  child.stdin.end();
  const [said] = await Promise.all([text(child.stdout), ended(child)]);
  return said;
}

/** `[[` would begin phonemes, and what is no character ends the text early. */
const plain = (words: string) =>
  words
    .slice(0, longestText)
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what has to go.
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, ' ')
    .replaceAll('[[', '[')
    .trim();

async function* spoken(
  program: string,
  { given, speed }: EspeakVoice,
  words: string,
  signal: AbortSignal,
  patience: number,
): AsyncGenerator<Float32Array> {
  const hang = new AbortController();
  const child = start(
    program,
    ['-v', given, '-s', String(speed), '-b', '1', '--stdin', '--stdout'],
    AbortSignal.any([signal, hang.signal]),
  );
  const end = ended(child);
  end.catch(() => undefined);
  const late = () => hang.abort(new SpeechError('slow', `espeak-ng said nothing for ${patience} ms`));
  let impatience = setTimeout(late, patience);
  // It may be gone before it has read everything; how it ended says why.
  child.stdin.on('error', () => undefined);
  child.stdin.end(words);
  try {
    const reader = createWavReader();
    let sound: ReturnType<typeof createCallSamples> | undefined;
    for await (const piece of child.stdout as AsyncIterable<Buffer>) {
      clearTimeout(impatience);
      const samples = reader.push(piece);
      sound ??= createCallSamples(reader.rate() ?? callRate);
      yield* sound.push(samples);
      impatience = setTimeout(late, patience);
    }
    await end;
    if (sound) yield* sound.flush();
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (hang.signal.aborted) throw hang.signal.reason;
    throw error instanceof SpeechError
      ? error
      : new SpeechError('unavailable', 'espeak-ng failed', { cause: error });
  } finally {
    clearTimeout(impatience);
    child.kill('SIGKILL');
    await end.catch(() => undefined);
  }
}

type Program = ChildProcess & { stdin: Writable; stdout: Readable };

/** No shell stands between, and it sees nothing of our environment. */
function start(program: string, args: string[], signal: AbortSignal): Program {
  const child = spawn(program, args, {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
    signal,
    killSignal: 'SIGKILL',
  }) as Program;
  if (child.pid !== undefined) stepBack(child.pid);
  return child;
}

function stepBack(pid: number) {
  try {
    setPriority(pid, niceness);
  } catch (error) {
    // It may have ended already.
    if ((error as { info?: { code?: string } }).info?.code !== 'ESRCH') throw error;
  }
}

async function ended(child: ChildProcess) {
  const [code, killedBy] = (await once(child, 'close')) as [number | null, string | null];
  if (code !== 0) throw new SpeechError('unavailable', `espeak-ng ended with ${killedBy ?? code}`);
}

type EspeakVoice = {
  id: string;
  name: string;
  language: SpokenLanguage;
  /** What `-v` takes. */
  given: string;
  /** Words a minute; espeak-ng's own 175 is fast for a learner. */
  speed: number;
};

/** `needs`: a language as espeak-ng lists it. The first of a language is its usual voice. */
const known: (EspeakVoice & { needs: string })[] = [
  { id: 'espeak-en', name: 'English', language: 'en', given: 'en-us', needs: 'en-us', speed: 150 },
  { id: 'espeak-en-gb', name: 'English (UK)', language: 'en', given: 'en-gb', needs: 'en-gb', speed: 150 },
  { id: 'espeak-en-f', name: 'English (2)', language: 'en', given: 'en-us+f3', needs: 'en-us', speed: 150 },
  // `cmn` reads Latin letters as English and stumbles over the change; this one is made for its own sounds.
  {
    id: 'espeak-cmn',
    name: '普通話',
    language: 'cmn',
    given: 'cmn-latn-pinyin',
    needs: 'cmn-latn-pinyin',
    speed: 150,
  },
  { id: 'espeak-yue', name: '廣東話', language: 'yue', given: 'yue', needs: 'yue', speed: 150 },
];

/** Of the voices this product knows, those that `espeak-ng --voices` lists. */
export function voicesListed(listing: string): EspeakVoice[] {
  const there = new Set(
    listing
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/)[1]?.toLowerCase()),
  );
  return known.filter(({ needs }) => there.has(needs)).map(({ needs: _, ...voice }) => voice);
}
