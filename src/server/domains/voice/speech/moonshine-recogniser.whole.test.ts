import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { resample } from '#engine/speech/resample.ts';
import { readWav } from '#engine/speech/wav.ts';
import { createMoonshineRecogniser, type MoonshineOptions } from './moonshine-recogniser.ts';

const folder = mkdtempSync(join(tmpdir(), 'mingshi-moonshine-'));
afterAll(() => rmSync(folder, { recursive: true }));
const never = () => new AbortController().signal;
const someSamples = Float32Array.of(1, 2, 3);

let opened: ReturnType<typeof createMoonshineRecogniser> | undefined;
afterEach(() => opened?.close());
const open = (options: MoonshineOptions) => {
  opened = createMoonshineRecogniser(options);
  return opened;
};

/** A stub worker that is controlled by the first sample, so that it fails at the right time. */
const main = join(folder, 'worker.mjs');
writeFileSync(
  main,
  `process.on('disconnect', () => process.exit(0));
let heard = 0;
process.on('message', ({ id, samples, cancel, hurry }) => {
  if (hurry) return process.send({ id, text: 'hurried' });
  if (cancel) return process.send({ id, failed: 'cancelled' });
  heard += 1;
  if (samples[0] === 66) return process.exit(1);
  if (samples[0] === 77) return;
  if (samples[0] === 88) return process.send({ id, failed: 'no words' });
  process.send({ id, text: heard + ':' + samples.length + ':' + process.pid });
});
process.send({ ready: true });`,
);
const stub = pathToFileURL(main);
const patience = { startMs: 20_000, utteranceMs: 20_000, restMs: 60_000 };

describe('the Moonshine recogniser process', () => {
  it('recognises English in a separate process, one utterance after the other', async () => {
    const stt = open({});
    await stt.warm();
    const [pid] = stt.pids();
    expect(pid).not.toBe(process.pid);
    const wav = execFileSync(process.env.ESPEAK_PATH || 'espeak-ng', [
      '-v',
      'en-us',
      '-s',
      '150',
      '--stdout',
      'Thank you very much.',
    ]);
    const { samples, rate } = readWav(wav);
    const heard = resample(samples, rate, 16_000);
    const both = await Promise.all([
      stt.recognise(heard, 'en', never()),
      stt.recognise(heard, 'en', never()),
    ]);
    expect(both[0]).toMatch(/thank you very much/i);
    expect(both[1]).toBe(both[0]);
    await expect(stt.recognise(heard, 'yue', never())).rejects.toMatchObject({ problem: 'unavailable' });
    await stt.close();
    expect(() => process.kill(pid as number, 0)).toThrow();
    await expect(stt.recognise(heard, 'en', never())).rejects.toMatchObject({ problem: 'unavailable' });
  }, 180_000);

  it('that dies is restarted, and only the utterance in progress fails', async () => {
    const stt = open({ main: stub, patience });
    await stt.warm();
    const [before] = stt.pids();
    const lost = stt.recognise(Float32Array.of(66), 'en', never());
    const next = stt.recognise(someSamples, 'en', never());
    await expect(lost).rejects.toMatchObject({ problem: 'unavailable', message: 'the recogniser died' });
    expect(await next).toMatch(/^1:3:/);
    expect(stt.pids()[0]).not.toBe(before);
  });

  it('that hangs is killed and restarted', async () => {
    const stt = open({ main: stub, patience: { ...patience, utteranceMs: 300 } });
    await stt.warm();
    const [before] = stt.pids();
    await expect(stt.recognise(Float32Array.of(77), 'en', never())).rejects.toMatchObject({
      problem: 'slow',
    });
    await vi.waitFor(() => expect(() => process.kill(before as number, 0)).toThrow());
    expect(await stt.recognise(someSamples, 'en', never())).toMatch(/^1:3:/);
  });

  it('drops aborted utterances before they run and cancels a running one', async () => {
    const stt = open({ main: stub, patience });
    await stt.warm();
    const [guess, next] = [new AbortController(), new AbortController()];
    const running = stt.recognise(Float32Array.of(77), 'en', guess.signal);
    const superseded = stt.recognise(someSamples, 'en', next.signal);
    const expected = stt.recognise(someSamples, 'en', never());
    next.abort(new Error('superseded'));
    await expect(superseded).rejects.toThrow('superseded');
    guess.abort(new Error('spoke on'));
    await expect(running).rejects.toThrow('spoke on');
    // The second utterance that the worker received: the superseded one never reached it.
    expect(await expected).toMatch(/^2:3:/);
    await expect(stt.recognise(someSamples, 'en', AbortSignal.abort(new Error('gone')))).rejects.toThrow(
      'gone',
    );
  });

  it('is told to hurry, both for a running and for a waiting utterance', async () => {
    const stt = open({ main: stub, patience });
    await stt.warm();
    const hurry = new AbortController();
    const waiting = stt.recognise(Float32Array.of(77), 'en', never(), hurry.signal);
    const next = stt.recognise(Float32Array.of(77), 'en', never(), hurry.signal);
    hurry.abort();
    expect(await Promise.all([waiting, next])).toEqual(['hurried', 'hurried']);
  });

  it('refuses utterances when too many wait, and reports a failed recognition', async () => {
    const stt = open({ main: stub, patience, mostWaiting: 2 });
    await stt.warm();
    const stop = new AbortController();
    const pending = [77, 1].map((first) => stt.recognise(Float32Array.of(first), 'en', stop.signal));
    const dropped = new AbortController();
    const waiting = stt.recognise(someSamples, 'en', dropped.signal);
    dropped.abort(new Error('dropped'));
    await expect(waiting).rejects.toThrow('dropped');
    // The dropped utterance no longer counts as waiting.
    pending.push(stt.recognise(someSamples, 'en', stop.signal));
    await expect(stt.recognise(someSamples, 'en', never())).rejects.toMatchObject({ problem: 'busy' });
    stop.abort(new Error('over'));
    for (const one of pending) await expect(one).rejects.toThrow('over');
    await expect(stt.recognise(Float32Array.of(88), 'en', never())).rejects.toThrow('no words');
  });

  it('that fails to start is not started again right away', async () => {
    const broken = join(folder, 'broken.mjs');
    writeFileSync(broken, 'process.exit(1)');
    const stt = open({ main: pathToFileURL(broken), patience });
    await expect(stt.recognise(someSamples, 'en', never())).rejects.toThrow('did not start');
    await expect(stt.recognise(someSamples, 'en', never())).rejects.toThrow('a moment ago');
  });

  it('runs several workers when configured', async () => {
    const stt = open({ main: stub, patience, workers: 2 });
    await stt.warm();
    const stop = new AbortController();
    const stuck = stt.recognise(Float32Array.of(77), 'en', stop.signal);
    expect(await stt.recognise(someSamples, 'en', never())).toContain(':3:');
    stop.abort(new Error('over'));
    await expect(stuck).rejects.toThrow('over');
  });
});
