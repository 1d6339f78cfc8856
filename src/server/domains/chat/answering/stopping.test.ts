import { expect, test } from 'vitest';
import { openBank } from '#server/domains/practice/bank.ts';
import type { Mathematics } from '#server/domains/practice/mathematics.ts';
import { answerWithTools } from '../model/tools-loop.ts';
import { type Upstream, UpstreamError } from '../model/upstream.ts';
import { writeAsBuiltIn } from '../tutor/built-in-tutor.ts';
import type { Turn } from './prompt.ts';

/** A solver that never answers because it is busy: a stopped answer must not wait for it. */
function busySolver() {
  const solverCalled = Promise.withResolvers<void>();
  const never = () => {
    solverCalled.resolve();
    return new Promise<never>(() => {});
  };
  const mathematics = { solve: never, plot: never, check: never, grade: never } as unknown as Mathematics;
  return { mathematics, solverCalled: solverCalled.promise };
}
const question: Turn = { id: 1, role: 'user', text: '解方程 2x = 4', wish: null, parts: [], files: [] };

test('a stopped answer of the built-in tutor does not wait for the solver', async () => {
  const abort = new AbortController();
  const pen = { text: () => {}, part: () => {}, decline: () => {}, signal: abort.signal };
  const { mathematics, solverCalled } = busySolver();
  const written = writeAsBuiltIn(mathematics, [question], {
    ...{ pen, locale: 'en', begun: '', bank: openBank(), longestWritingMs: 0 },
  });
  await solverCalled;
  abort.abort(new Error('stopped'));
  await expect(written).rejects.toThrow('stopped');
});

test('a stopped answer of a model does not wait for its tools, and reports the usage so far', async () => {
  const abort = new AbortController();
  const { mathematics, solverCalled } = busySolver();
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
    onRefusal: () => {},
    means: { mathematics, bank: openBank(), locale: 'en', seed: 1, partsBefore: 0 },
  });
  await solverCalled;
  abort.abort(new Error('stopped'));
  const error = await written.catch((caught) => caught);
  expect(error).toBeInstanceOf(UpstreamError);
  expect(error.usage).toEqual(usage);
});
