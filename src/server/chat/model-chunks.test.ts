import { describe, expect, test } from 'vitest';
import { createChunkReader } from './model-chunks.ts';

const event = (chunk: unknown) => `data: ${JSON.stringify(chunk)}\n\n`;
const said = (content: unknown, rest: object = {}) => ({
  choices: [{ index: 0, delta: { content }, ...rest }],
});
const whole =
  ': a remark\n\n' +
  event(said('')) +
  event(said('一步')) +
  event({ choices: [{ delta: { content: '，再一步' }, finish_reason: 'stop' }] }).replaceAll('\n', '\r\n') +
  event({ choices: [], usage: { prompt_tokens: 7, completion_tokens: 3 } }) +
  'data: [DONE]\n\n';

test('reads the same however the network cuts it', () => {
  for (let size = 1; size < whole.length; size += 1) {
    const reader = createChunkReader();
    let text = '';
    for (let at = 0; at < whole.length; at += size) text += reader.read(whole.slice(at, at + size));
    expect(text).toBe('一步，再一步');
    expect(reader.isDone()).toBe(true);
    expect(reader.finish()).toEqual({ inputTokens: 7, outputTokens: 3, toolCalls: [] });
  }
});

test('an end that was not announced is none', () => {
  const reader = createChunkReader();
  reader.read(event(said('一步')));
  expect(() => reader.finish()).toThrow();
  reader.read(event(said('', { finish_reason: 'length' })));
  expect(reader.finish()).toMatchObject({ outputTokens: 0 });
});

describe('what cannot be understood is an error', () => {
  test.each([
    'data: {"choices":[{"delta":{"content":"壞掉的\n\n',
    event({ error: { message: 'overloaded' } }),
    event({ object: 'chat.completion.chunk' }),
    event({ choices: 'none' }),
    event({ choices: [null] }),
    event(said(5)),
    event({ choices: [{ delta: 'text' }] }),
    event({ choices: [{ delta: { tool_calls: [{ index: 3, function: { name: 'plot' } }] } }] }),
    event('text'),
  ])('%s', (events) => {
    expect(() => createChunkReader().read(events)).toThrow();
  });
});

test('a line without an end is not kept for ever', () => {
  const reader = createChunkReader();
  expect(() => {
    for (let n = 0; n < 20; n += 1) reader.read('x'.repeat(100_000));
  }).toThrow();
});

test('calls of tools are put together', () => {
  const reader = createChunkReader();
  const called = (piece: object) => event({ choices: [{ delta: { tool_calls: [piece] } }] });
  reader.read(called({ index: 0, id: 'a', function: { name: 'plot', arguments: '' } }));
  reader.read(called({ index: 0, function: { arguments: '{"of":' } }));
  reader.read(called({ index: 0, function: { arguments: '"x^2"}' } }));
  reader.read(called({ index: 1, id: 'b', function: { name: 'solve', arguments: '{}' } }));
  reader.read(event(said(null, { finish_reason: 'tool_calls' })));
  expect(reader.finish().toolCalls).toEqual([
    { id: 'a', name: 'plot', arguments: '{"of":"x^2"}' },
    { id: 'b', name: 'solve', arguments: '{}' },
  ]);
});
