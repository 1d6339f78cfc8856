import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { rms } from '#engine/speech/loudness.ts';
import { openEspeak } from './espeak.ts';
import { openSpeakerThread } from './speaker-thread.ts';

const path = process.env.ESPEAK_PATH || undefined;
const never = () => new AbortController().signal;
const sentence = 'Two plus two equals four, and that is all there is to it.';

async function open(settings: Parameters<typeof openSpeakerThread>[0] = { path }) {
  const speaker = await openSpeakerThread(settings);
  if (!speaker) throw new Error('these tests need espeak-ng; npm test installs it');
  onTestFinished(() => speaker.close());
  return speaker;
}

async function collect(pieces: AsyncIterable<Float32Array>) {
  const samples: number[] = [];
  for await (const piece of pieces) samples.push(...piece);
  return Float32Array.from(samples);
}

test('the speaker thread produces the same audio as espeak-ng, several clauses at once', async () => {
  const speaker = await open();
  const direct = await openEspeak({ path });
  if (!direct) throw new Error('these tests need espeak-ng; npm test installs it');
  onTestFinished(() => direct.close());
  expect(speaker.voices).toEqual(direct.voices);
  const expected = await collect(direct.speak(sentence, 'espeak-en', never()));
  const said = await Promise.all([1, 2, 3].map(() => collect(speaker.speak(sentence, 'espeak-en', never()))));
  expect(rms(expected)).toBeGreaterThan(0.01);
  for (const one of said) expect(one).toEqual(expected);
});

test('speaking a long text takes little CPU time of the calling thread', async () => {
  const speaker = await open();
  const [thisThread, all] = [process.threadCpuUsage(), process.cpuUsage()];
  let length = 0;
  for await (const piece of speaker.speak(sentence.repeat(20), 'espeak-en', never())) length += piece.length;
  expect(length / 48_000).toBeGreaterThan(60);
  const spent = ({ user, system }: NodeJS.CpuUsage) => user + system;
  expect(spent(process.threadCpuUsage(thisThread))).toBeLessThan(0.4 * spent(process.cpuUsage(all)));
});

test('an aborted text ends at once, and the next one is spoken', async () => {
  const speaker = await open({ path, mostAtOnce: 1 });
  const stop = new AbortController();
  const spoken = collect(speaker.speak(sentence.repeat(30), 'espeak-en', stop.signal));
  await sleep(20);
  stop.abort(new Error('interrupted'));
  await expect(spoken).rejects.toThrow('interrupted');
  for await (const piece of speaker.speak(sentence.repeat(30), 'espeak-en', never())) {
    expect(piece.length).toBeGreaterThan(0);
    break;
  }
  expect((await collect(speaker.speak('Yes.', 'espeak-en', never()))).length).toBeGreaterThan(10_000);
});

test('errors keep their problem code across the thread, and without espeak-ng there is no speaker', async () => {
  const speaker = await open();
  await expect(collect(speaker.speak('Hello', 'espeak-tlh', never()))).rejects.toMatchObject({
    name: 'SpeechError',
    problem: 'unavailable',
  });
  expect(await openSpeakerThread({ path: '/no/such/program' })).toBeUndefined();
});

test('closing the speaker ends the current text and refuses new ones', async () => {
  const speaker = await open();
  const spoken = collect(speaker.speak(sentence.repeat(30), 'espeak-en', never()));
  spoken.catch(() => undefined);
  await sleep(20);
  await speaker.close();
  await expect(spoken).rejects.toMatchObject({ problem: 'unavailable' });
  await expect(collect(speaker.speak('Hello', 'espeak-en', never()))).rejects.toMatchObject({
    problem: 'unavailable',
  });
});
