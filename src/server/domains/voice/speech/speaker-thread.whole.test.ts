import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { rms } from '#engine/speech/loudness.ts';
import { openEspeak } from './espeak.ts';
import { openSpeakerThread } from './speaker-thread.ts';

const path = process.env.ESPEAK_PATH || undefined;
const never = () => new AbortController().signal;
const sentence = 'Two plus two equals four, and that is all there is to it.';

async function open(given: Parameters<typeof openSpeakerThread>[0] = { path }) {
  const speaker = await openSpeakerThread(given);
  if (!speaker) throw new Error('these tests need espeak-ng; npm test installs it');
  onTestFinished(() => speaker.close());
  return speaker;
}

async function wholeOf(pieces: AsyncIterable<Float32Array>) {
  const samples: number[] = [];
  for await (const piece of pieces) samples.push(...piece);
  return Float32Array.from(samples);
}

test('a thread speaks as espeak-ng does, several clauses at once', async () => {
  const speaker = await open();
  const beside = await openEspeak({ path });
  if (!beside) throw new Error('these tests need espeak-ng; npm test installs it');
  onTestFinished(() => beside.close());
  expect(speaker.voices).toEqual(beside.voices);
  const wanted = await wholeOf(beside.speak(sentence, 'espeak-en', never()));
  const said = await Promise.all([1, 2, 3].map(() => wholeOf(speaker.speak(sentence, 'espeak-en', never()))));
  expect(rms(wanted)).toBeGreaterThan(0.01);
  for (const one of said) expect(one).toEqual(wanted);
});

test('while a long text is spoken, the work is hardly of the thread that asked', async () => {
  const speaker = await open();
  const [thisThread, all] = [process.threadCpuUsage(), process.cpuUsage()];
  let length = 0;
  for await (const piece of speaker.speak(sentence.repeat(20), 'espeak-en', never())) length += piece.length;
  expect(length / 48_000).toBeGreaterThan(60);
  const spent = ({ user, system }: NodeJS.CpuUsage) => user + system;
  expect(spent(process.threadCpuUsage(thisThread))).toBeLessThan(0.4 * spent(process.cpuUsage(all)));
});

test('what is not wanted any more ends at once, and the next is spoken', async () => {
  const speaker = await open({ path, mostAtOnce: 1 });
  const stop = new AbortController();
  const spoken = wholeOf(speaker.speak(sentence.repeat(30), 'espeak-en', stop.signal));
  await sleep(20);
  stop.abort(new Error('interrupted'));
  await expect(spoken).rejects.toThrow('interrupted');
  for await (const piece of speaker.speak(sentence.repeat(30), 'espeak-en', never())) {
    expect(piece.length).toBeGreaterThan(0);
    break;
  }
  expect((await wholeOf(speaker.speak('Yes.', 'espeak-en', never()))).length).toBeGreaterThan(10_000);
});

test('problems come through by name; without espeak-ng there is no speaker', async () => {
  const speaker = await open();
  await expect(wholeOf(speaker.speak('Hello', 'espeak-tlh', never()))).rejects.toMatchObject({
    name: 'SpeechError',
    problem: 'unavailable',
  });
  expect(await openSpeakerThread({ path: '/no/such/program' })).toBeUndefined();
});

test('closed, it speaks no more', async () => {
  const speaker = await open();
  const spoken = wholeOf(speaker.speak(sentence.repeat(30), 'espeak-en', never()));
  spoken.catch(() => undefined);
  await sleep(20);
  await speaker.close();
  await expect(spoken).rejects.toMatchObject({ problem: 'unavailable' });
  await expect(wholeOf(speaker.speak('Hello', 'espeak-en', never()))).rejects.toMatchObject({
    problem: 'unavailable',
  });
});
