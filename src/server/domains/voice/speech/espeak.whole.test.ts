import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { rms } from '#engine/speech/loudness.ts';
import type { Speaker } from '../ports.ts';
import { findEspeak, openEspeak, voicesListed } from './espeak.ts';

const path = process.env.ESPEAK_PATH || undefined;
const never = () => new AbortController().signal;
const folder = mkdtempSync(join(tmpdir(), 'mingshi-espeak-'));
let speaker: Speaker;
beforeAll(async () => {
  const opened = await openEspeak({ path });
  if (!opened) throw new Error('these tests need espeak-ng; npm test installs it');
  speaker = opened;
});
afterAll(async () => {
  await speaker.close();
  rmSync(folder, { recursive: true });
});

async function collect(text: string, voice: string, signal = never()) {
  const all: number[] = [];
  for await (const piece of speaker.speak(text, voice, signal)) all.push(...piece);
  return Float32Array.from(all);
}

/** A stub program that lists voices like espeak-ng and speaks as the test says. */
function program(name: string, speaking: string) {
  const file = join(folder, name);
  const list = 'Pty Language\\n 5 en-us --/M x\\n';
  writeFileSync(file, `#!/bin/sh\n[ "$1" = --voices ] && printf '${list}' && exit 0\n${speaking}\n`);
  chmodSync(file, 0o755);
  return file;
}
const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe('espeak-ng', () => {
  it('speaks all three languages at the rate of calls, slower than its default', async () => {
    expect(speaker.voices.every(({ is_basic }) => is_basic)).toBe(true);
    expect(new Set(speaker.voices.map(({ language }) => language))).toEqual(new Set(['en', 'cmn', 'yue']));
    for (const [id, text] of [
      ['espeak-en', 'Two plus two equals four.'],
      ['espeak-cmn', '二加二等於四。'],
      ['espeak-yue', '二加二等於四。'],
    ] as const) {
      const sound = await collect(text, id);
      expect(sound.length / 48_000).toBeGreaterThan(0.8);
      expect(sound.length / 48_000).toBeLessThan(5);
      expect(rms(sound)).toBeGreaterThan(0.02);
    }
    const usual = execFileSync(path ?? 'espeak-ng', ['-v', 'en-us', '--stdout', 'Two plus two equals four.']);
    const slower = await collect('Two plus two equals four.', 'espeak-en');
    expect(slower.length / 48_000).toBeGreaterThan(((usual.length - 44) / 2 / 22_050) * 1.05);
  });

  it('takes text literally, even if it looks like shell commands, options or phonemes', {
    tags: ['whole'],
  }, async () => {
    const mark = join(folder, 'made-by-a-shell');
    for (const text of [`$(touch ${mark})`, `"; touch ${mark}; "`, '-w /tmp/x', "[[h@l'oU", 'a\0b', '\ud800'])
      expect((await collect(text, 'espeak-en')).length).toBeGreaterThan(0);
    expect(findEspeak(mark)).toBeUndefined();
    expect((await collect(' \n ', 'espeak-en')).length).toBe(0);
    await expect(collect('x', 'espeak-nobody')).rejects.toMatchObject({ problem: 'unavailable' });
  });

  it('is stopped in the middle of speaking and leaves no process behind', async () => {
    const endless = await openEspeak({
      path: program('wav', `echo $$ > ${folder}/pid; head -c 2000 ${folder}/long.wav; exec sleep 60`),
    });
    writeFileSync(
      join(folder, 'long.wav'),
      execFileSync(path ?? 'espeak-ng', ['--stdout', 'A rather long sentence.']),
    );
    const leave = new AbortController();
    const listen = async () => {
      for await (const _ of endless?.speak('Hi', 'espeak-en', leave.signal) ?? [])
        leave.abort(new Error('interrupted'));
    };
    await expect(listen()).rejects.toThrow('interrupted');
    const pid = Number(execFileSync('cat', [join(folder, 'pid')]));
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false));
    // Stopping to read ends the process, too.
    for await (const _ of endless?.speak('Hi', 'espeak-en', never()) ?? []) break;
    const second = Number(execFileSync('cat', [join(folder, 'pid')]));
    expect(second).not.toBe(pid);
    await vi.waitFor(() => expect(isAlive(second)).toBe(false));
  });

  it('that hangs, dies or sends no audio is reported as slow or unavailable', async () => {
    const problemOf = async (speaking: string, patience = 5000) => {
      const broken = await openEspeak({ path: program('broken', speaking), timeoutMs: patience });
      const listen = async () => {
        for await (const _ of broken?.speak('Hi', 'espeak-en', never()) ?? []);
      };
      return listen().then(
        () => 'none',
        (error) => error.problem,
      );
    };
    expect(await problemOf('exec sleep 60', 300)).toBe('slow');
    expect(await problemOf('exit 3')).toBe('unavailable');
    expect(await problemOf('echo no sound at all')).toBe('unavailable');
  });

  it('is undefined when it is not installed or has no supported voice', async () => {
    expect(await openEspeak({ path: join(folder, 'absent') })).toBeUndefined();
    expect(findEspeak(undefined, '/nowhere:/also-nowhere')).toBeUndefined();
    expect(voicesListed('Pty Language\n 5 fr --/M French\n')).toEqual([]);
    // Only listed voices count: `cmn` alone is not `cmn-latn-pinyin`.
    expect(voicesListed('Pty Language\n 5 cmn --/M x\n 5 yue --/M x\n').map(({ id }) => id)).toEqual([
      'espeak-yue',
    ]);
  });
});
