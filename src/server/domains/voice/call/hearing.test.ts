import { expect, test } from 'vitest';
import type { Heard } from '#engine/speech/listener.ts';
import type { Recogniser } from '../ports.ts';
import { createHearing } from './hearing.ts';

type Means = Parameters<typeof createHearing>[0];

/** A call in which nothing happens but what a test brings along; `said` is what was understood. */
function hearingWith(recognise: Recogniser['recognise'], more: Partial<Means> = {}) {
  const said: string[] = [];
  const hearing = createHearing({
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

test('a guess is listened to in peace until the turn is over; then somebody waits for it', async () => {
  const asked: { hurry: AbortSignal | undefined; answer: (text: string) => void }[] = [];
  const { hearing, said } = hearingWith(
    (_samples, _language, _signal, hurry) => new Promise((answer) => void asked.push({ hurry, answer })),
  );
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

test('a guess that failed is not the turn: it is recognised once more', async () => {
  let asked = 0;
  const { hearing, said } = hearingWith(
    async () => {
      asked += 1;
      if (asked === 1) throw new Error('500');
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

test('over the tutor’s voice “okay” is no turn, unless a button was held to say it', async () => {
  const told: string[] = [];
  const { hearing, said } = hearingWith(async () => 'Okay.', {
    tell: (event) => 'transcript' in event && told.push(event.transcript),
    isTutorSpeaking: () => true,
  });
  const turn = { samples: new Float32Array(16), beganMs: 0, endedMs: 900, pauses: [] };
  hearing.take([{ type: 'stopped', ...turn, reason: 'silence' }]);
  await hearing.settled();
  expect(said).toEqual([]);
  // The page waits for no answer to it.
  expect(told).toEqual(['']);
  hearing.take([{ type: 'stopped', ...turn, reason: 'committed' }]);
  await hearing.settled();
  expect(said).toEqual(['Okay.']);
  expect(told).toEqual(['', 'Okay.']);
  hearing.close();
});
