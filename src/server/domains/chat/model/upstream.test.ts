import { LLMock } from '@copilotkit/aimock';
import { afterAll, expect, test } from 'vitest';
import type { Endpoint } from '#server/ground/config/chat-values.ts';
import { createBreaker, createUpstream, UpstreamError } from './upstream.ts';

const mock = new LLMock({ port: 0 });
mock.on({ model: 'broken' }, { error: { message: 'no', type: 'server_error' }, status: 503 });
mock.on({ model: 'silent' }, { content: '太遲了' }, { streamingProfile: { ttft: 3_000, tps: 100 } });
mock.on(
  { model: 'stalls' },
  { content: '一二三四五六' },
  { chunkSize: 2, streamingProfile: { ttft: 1, tps: 1 } },
);
mock.on({ model: 'good' }, { content: '好的' });
const story = Array.from({ length: 120 }, (_, line) => `第 ${line} 步。`).join('');
mock.on({ model: 'long' }, { content: story }, { chunkSize: 3, streamingProfile: { ttft: 5, tps: 150 } });
mock.on({ model: 'calls' }, { toolCalls: [{ name: 'plot', arguments: '{"a":1}' }] });
const url = `${await mock.start()}/v1`;
afterAll(() => mock.stop());

const endpoint = (model: string): Endpoint => ({
  name: model,
  baseUrl: url,
  apiKey: 'key',
  model,
  vision: false,
  priceIn: 100,
  priceOut: 400,
});

async function ask(models: string[], options = {}) {
  const upstream = createUpstream({
    firstTokenTimeoutMs: 400,
    idleTimeoutMs: 300,
    breakerFailures: 5,
    ...options,
  });
  let text = '';
  const answer = upstream.answer({
    endpoints: models.map(endpoint),
    model: '',
    promptFor: async () => [{ role: 'user', content: [{ type: 'text', text: '你好' }] }],
    signal: new AbortController().signal,
    onText: (piece) => {
      text += piece;
    },
    refusal: '對不起',
    onRefusal: () => {},
  });
  return { usage: await answer.catch((error) => error), text };
}

test('the next endpoint is asked when one is broken or exceeds the first-token timeout; tokens and spend are counted', async () => {
  for (const first of ['broken', 'silent']) {
    const { usage, text } = await ask([first, 'good']);
    expect(text).toBe('好的');
    expect(usage.endpoint).toBe('good');
    expect(usage.outputTokens).toBeGreaterThan(0);
    expect(usage.spendMicros).toBe(usage.inputTokens * 100 + usage.outputTokens * 400);
  }
});

test('24 concurrent answers are read completely, also over reused connections', {
  tags: ['whole'],
}, async () => {
  const patient = { firstTokenTimeoutMs: 20_000, idleTimeoutMs: 20_000 };
  for (let turn = 0; turn < 2; turn += 1) {
    const all = await Promise.all(Array.from({ length: 24 }, () => ask(['long'], patient)));
    expect(all.map(({ text }) => text === story)).toEqual(all.map(() => true));
    for (const { usage } of all) expect(usage.endpoint).toBe('long');
  }
});

test('tools are offered to an endpoint unless it supports none, and its tool calls are passed on', async () => {
  const tools = [{ name: 'plot', description: 'draws', parameters: { type: 'object', properties: {} } }];
  const called: string[] = [];
  for (const takes of [true, false]) {
    mock.clearRequests();
    const upstream = createUpstream({ firstTokenTimeoutMs: 4_000, idleTimeoutMs: 3_000, breakerFailures: 5 });
    await upstream.answer({
      endpoints: [{ ...endpoint('calls'), tools: takes }],
      model: '',
      promptFor: async () => [{ role: 'user', content: [{ type: 'text', text: '你好' }] }],
      signal: new AbortController().signal,
      onText: () => {},
      refusal: '',
      onRefusal: () => {},
      tools,
      onToolCall: ({ name, arguments: options }) => void called.push(`${name} ${options}`),
    });
    const [request] = mock.getRequests();
    expect((request?.body as { tools?: unknown[] } | null)?.tools?.length ?? 0).toBe(takes ? 1 : 0);
  }
  expect(called[0]).toBe('plot {"a":1}');
});

test('after the first text no other endpoint is asked', async () => {
  mock.clearRequests();
  const { usage, text } = await ask(['stalls', 'good'], { firstTokenTimeoutMs: 5_000 });
  expect(usage).toBeInstanceOf(UpstreamError);
  expect('一二三四五六'.startsWith(text) && text !== '').toBe(true);
  expect(mock.getRequests()).toHaveLength(1);
});

test('the circuit breaker opens after failures in a row, admits one probe after its pause, and closes on success', () => {
  let now = 0;
  const breaker = createBreaker(3, () => now);
  for (let n = 0; n < 3; n += 1) {
    expect(breaker.admits('a')).toBe(true);
    breaker.failed('a');
  }
  expect([breaker.admits('a'), breaker.admits('b')]).toEqual([false, true]);
  now += 30_001;
  expect([breaker.admits('a'), breaker.admits('a')]).toEqual([true, false]);
  breaker.failed('a');
  expect(breaker.admits('a')).toBe(false);
  now += 30_001;
  expect(breaker.admits('a')).toBe(true);
  breaker.succeeded('a');
  expect([breaker.admits('a'), breaker.admits('a')]).toEqual([true, true]);
});
