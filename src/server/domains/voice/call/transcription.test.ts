import { expect, test } from 'vitest';
import type { ListenerSignal } from '#engine/speech/listener.ts';
import type { Recogniser } from '../ports.ts';
import { createTranscription } from './transcription.ts';

type Options = Parameters<typeof createTranscription>[0];

/** A call with stubs for everything a test does not provide; `said` collects the recognised turns. */
function hearingWith(recognise: Recogniser['recognise'], more: Partial<Options> = {}) {
  const said: string[] = [];
  const hearing = createTranscription({
    recogniser: { languages: ['en'], recognise, close: async () => {} },
    language: 'en',
    tell: () => {},
    notUnderstood: () => ({ code: 2704, message: '' }),
    recognised: () => {},
    isTutorSpeaking: () => false,
    duck: () => {},
    unduck: () => {},
    cancel: () => {},
    said: ({ transcript }) => void said.push(transcript),
    failed: (error) => expect.unreachable(String(error)),
    ...more,
  });
  return { hearing, said };
}

test('an interim recognition runs unhurried until its turn ends, then is hurried and used for the turn', async () => {
  const requests: { hurry: AbortSignal | undefined; answer: (text: string) => void }[] = [];
  const { hearing, said } = hearingWith(
    (_samples, _language, _signal, hurry) => new Promise((answer) => void requests.push({ hurry, answer })),
  );
  const samples = new Float32Array(16);
  const guess = { type: 'speculate', samples, endedMs: 900 } as ListenerSignal;
  const end = {
    type: 'stopped',
    samples,
    beganMs: 0,
    endedMs: 900,
    pauses: [],
    reason: 'silence',
  } as ListenerSignal;

  hearing.take([guess]);
  expect(requests.map(({ hurry }) => hurry?.aborted)).toEqual([false]);
  hearing.take([end]);
  // Recognition is not requested a second time.
  expect(requests.map(({ hurry }) => hurry?.aborted)).toEqual([true]);
  requests[0]?.answer(' hello ');
  await hearing.settled();
  expect(said).toEqual(['hello']);
  hearing.close();
});

test('a turn whose interim recognition failed is recognised once more', async () => {
  let requests = 0;
  const { hearing, said } = hearingWith(
    async () => {
      requests += 1;
      if (requests === 1) throw new Error('500');
      return 'hello';
    },
    { failed: () => {} },
  );
  const samples = new Float32Array(16);
  hearing.take([{ type: 'speculate', samples, endedMs: 900 }]);
  await new Promise((resolve) => setImmediate(resolve));
  hearing.take([{ type: 'stopped', samples, beganMs: 0, endedMs: 900, pauses: [], reason: 'silence' }]);
  await hearing.settled();
  expect(said).toEqual(['hello']);
  hearing.close();
});

test('“okay” over the tutor’s voice is not a turn unless the push-to-talk button was held', async () => {
  const transcripts: string[] = [];
  const { hearing, said } = hearingWith(async () => 'Okay.', {
    tell: (event) => 'transcript' in event && transcripts.push(event.transcript),
    isTutorSpeaking: () => true,
  });
  const turn = { samples: new Float32Array(16), beganMs: 0, endedMs: 900, pauses: [] };
  hearing.take([{ type: 'stopped', ...turn, reason: 'silence' }]);
  await hearing.settled();
  expect(said).toEqual([]);
  // The page does not wait for an answer to it.
  expect(transcripts).toEqual(['']);
  hearing.take([{ type: 'stopped', ...turn, reason: 'committed' }]);
  await hearing.settled();
  expect(said).toEqual(['Okay.']);
  expect(transcripts).toEqual(['', 'Okay.']);
  hearing.close();
});
