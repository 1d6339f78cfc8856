/**
 * Runs espeak-ng, one process per clause. It is under the GPL: a program of the machine, never a part of this
 * product, used only through its command line.
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
const listTimeoutMs = 5_000;
/** It synthesises a hundred times faster than real time; no output for this long is a hang. */
const defaultTimeoutMs = 10_000;
/** Lower priority than running calls. */
const niceness = 10;

export type EspeakOptions = {
  path?: string | undefined;
  mostAtOnce?: number;
  mostWaiting?: number;
  timeoutMs?: number;
};

/** Undefined when espeak-ng is not installed or has none of the supported voices. */
export async function openEspeak({
  path,
  mostAtOnce = Math.max(2, availableParallelism()),
  mostWaiting = 64,
  timeoutMs: patience = defaultTimeoutMs,
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
    async *speak(words, id, callerSignal) {
      const voice = voices.find((one) => one.id === id);
      if (!voice) throw new SpeechError('unavailable', `espeak-ng has no voice ${id}`);
      const input = plain(words);
      if (input === '') return;
      const signal = AbortSignal.any([callerSignal, closing.signal]);
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

/** ESPEAK_PATH, otherwise the PATH of the machine. */
export function findEspeak(
  configured: string | undefined,
  searchPath = process.env.PATH ?? '',
): string | undefined {
  const name = configured ?? 'espeak-ng';
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
  const child = start(program, ['--voices'], AbortSignal.timeout(listTimeoutMs));
  child.stdin.end();
  const [output] = await Promise.all([text(child.stdout), ended(child)]);
  return output;
}

/** Removes `[[`, which would start phoneme input, and control characters, which would end the text early. */
const plain = (words: string) =>
  words
    .slice(0, longestText)
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: removes control characters
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, ' ')
    .replaceAll('[[', '[')
    .trim();

async function* spoken(
  program: string,
  { voiceName, speed }: EspeakVoice,
  words: string,
  signal: AbortSignal,
  patience: number,
): AsyncGenerator<Float32Array> {
  const hung = new AbortController();
  const child = start(
    program,
    ['-v', voiceName, '-s', String(speed), '-b', '1', '--stdin', '--stdout'],
    AbortSignal.any([signal, hung.signal]),
  );
  const end = ended(child);
  end.catch(() => undefined);
  const onTimeout = () => hung.abort(new SpeechError('slow', `espeak-ng said nothing for ${patience} ms`));
  let timer = setTimeout(onTimeout, patience);
  // The process may end before it has read everything; its exit status says why.
  child.stdin.on('error', () => undefined);
  child.stdin.end(words);
  try {
    const reader = createWavReader();
    let sound: ReturnType<typeof createCallSamples> | undefined;
    for await (const piece of child.stdout as AsyncIterable<Buffer>) {
      clearTimeout(timer);
      const samples = reader.push(piece);
      sound ??= createCallSamples(reader.rate() ?? callRate);
      yield* sound.push(samples);
      timer = setTimeout(onTimeout, patience);
    }
    await end;
    if (sound) yield* sound.flush();
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (hung.signal.aborted) throw hung.signal.reason;
    throw error instanceof SpeechError
      ? error
      : new SpeechError('unavailable', 'espeak-ng failed', { cause: error });
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
    await end.catch(() => undefined);
  }
}

type Program = ChildProcess & { stdin: Writable; stdout: Readable };

/** Without a shell, and without our environment variables. */
function start(program: string, args: string[], signal: AbortSignal): Program {
  const child = spawn(program, args, {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
    signal,
    killSignal: 'SIGKILL',
  }) as Program;
  if (child.pid !== undefined) lowerPriority(child.pid);
  return child;
}

function lowerPriority(pid: number) {
  try {
    setPriority(pid, niceness);
  } catch (error) {
    // The process may have ended already.
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
  /** Argument of `-v`. */
  voiceName: string;
  /** Words per minute; the default of 175 is fast for a learner. */
  speed: number;
};

/** `needs`: language that `espeak-ng --voices` must list. The first voice of a language is its default. */
const supportedVoices: (EspeakVoice & { needs: string })[] = [
  { id: 'espeak-en', name: 'English', language: 'en', voiceName: 'en-us', needs: 'en-us', speed: 150 },
  {
    id: 'espeak-en-gb',
    name: 'English (UK)',
    language: 'en',
    voiceName: 'en-gb',
    needs: 'en-gb',
    speed: 150,
  },
  {
    id: 'espeak-en-f',
    name: 'English (2)',
    language: 'en',
    voiceName: 'en-us+f3',
    needs: 'en-us',
    speed: 150,
  },
  // `cmn` reads Latin letters as English and stumbles at the change; this one is made for pinyin.
  {
    id: 'espeak-cmn',
    name: '普通話',
    language: 'cmn',
    voiceName: 'cmn-latn-pinyin',
    needs: 'cmn-latn-pinyin',
    speed: 150,
  },
  { id: 'espeak-yue', name: '廣東話', language: 'yue', voiceName: 'yue', needs: 'yue', speed: 150 },
];

/** The supported voices that `espeak-ng --voices` lists. */
export function voicesListed(listing: string): EspeakVoice[] {
  const listed = new Set(
    listing
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/)[1]?.toLowerCase()),
  );
  return supportedVoices.filter(({ needs }) => listed.has(needs)).map(({ needs: _, ...voice }) => voice);
}
