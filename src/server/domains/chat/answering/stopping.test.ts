import { expect, test } from 'vitest';
import { openBank } from '#server/domains/practice/bank.ts';
import type { Mathematics } from '#server/domains/practice/mathematics.ts';
import { answerWithTools } from '../model/tools-loop.ts';
import { type Upstream, UpstreamError } from '../model/upstream.ts';
import { writeAsBuiltIn } from '../tutor/built-in-tutor.ts';
import type { Turn } from './prompt.ts';

/** A solver that others keep busy: what is stopped does not wait for it. */
function busySolver() {
  const asked = Promise.withResolvers<void>();
  const never = () => {
    asked.resolve();
    return new Promise<never>(() => {});
  };
  const mathematics = { solve: never, plot: never, check: never, grade: never } as unknown as Mathematics;
  return { mathematics, asked: asked.promise };
}
const question: Turn = { id: 1, role: 'user', text: '解方程 2x = 4', wish: null, parts: [], files: [] };

test('the built-in tutor stops while it waits for the solver', async () => {
  const abort = new AbortController();
  const pen = { text: () => {}, part: () => {}, signal: abort.signal };
  const { mathematics, asked } = busySolver();
  const written = writeAsBuiltIn(mathematics, [question], {
    ...{ pen, locale: 'en', begun: '', bank: openBank(), longestWritingMs: 0 },
  });
  await asked;
  abort.abort(new Error('stopped'));
  await expect(written).rejects.toThrow('stopped');
});

test('a model’s tools stop too, and what was spent before them is not forgotten', async () => {
  const abort = new AbortController();
  const { mathematics, asked } = busySolver();
  const usage = { endpoint: 'a', inputTokens: 5, outputTokens: 6, spendMicros: 7 };
  const upstream = {
    async answer({ onToolCall }) {
      onToolCall?.({ id: 'a', name: 'solve_exactly', arguments: '{"problem":"2x = 4"}' });
      return usage;
    },
  } as Upstream;
  const written = answerWithTools(upstream, {
    endpoints: [],
    model: '',
    promptFor: async () => [],
    signal: abort.signal,
    onText: () => {},
    onPart: () => {},
    refusal: '',
    means: { mathematics, bank: openBank(), locale: 'en', seed: 1, partsBefore: 0 },
  });
  await asked;
  abort.abort(new Error('stopped'));
  const error = await written.catch((caught) => caught);
  expect(error).toBeInstanceOf(UpstreamError);
  expect(error.usage).toEqual(usage);
});
