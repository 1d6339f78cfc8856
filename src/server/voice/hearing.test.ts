import { expect, test } from 'vitest';
import type { Heard } from '#engine/speech/listener.ts';
import { createHearing } from './hearing.ts';

test('a guess is listened to in peace until the turn is over; then somebody waits for it', async () => {
  const asked: { hurry: AbortSignal | undefined; answer: (text: string) => void }[] = [];
  const said: string[] = [];
  const hearing = createHearing({
    recogniser: {
      languages: ['en'],
      recognise: (_samples, _language, _signal, hurry) =>
        new Promise((answer) => void asked.push({ hurry, answer })),
      close: async () => {},
    },
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
  });
  const samples = new Float32Array(16);
  const guess = { type: 'speculate', samples, endedMs: 900 } as Heard;
  const end = { type: 'stopped', samples, beganMs: 0, endedMs: 900, pauses: [], reason: 'silence' } as Heard;

  hearing.take([guess]);
  expect(asked.map(({ hurry }) => hurry?.aborted)).toEqual([false]);
  hearing.take([end]);
  // It is not asked for a second time.
  expect(asked.map(({ hurry }) => hurry?.aborted)).toEqual([true]);
  asked[0]?.answer(' hello ');
  await hearing.settled();
  expect(said).toEqual(['hello']);
  hearing.close();
});
