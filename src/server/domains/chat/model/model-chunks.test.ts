import { describe, expect, test } from 'vitest';
import { createChunkReader } from './model-chunks.ts';

const event = (chunk: unknown) => `data: ${JSON.stringify(chunk)}\n\n`;
const chunkOf = (content: unknown, rest: object = {}) => ({
  choices: [{ index: 0, delta: { content }, ...rest }],
});
const whole =
  ': a remark\n\n' +
  event(chunkOf('')) +
  event(chunkOf('一步')) +
  event({ choices: [{ delta: { content: '，再一步' }, finish_reason: 'stop' }] }).replaceAll('\n', '\r\n') +
  event({ choices: [], usage: { prompt_tokens: 7, completion_tokens: 3 } }) +
  'data: [DONE]\n\n';

test('a stream is read the same however the network splits it', () => {
  for (let size = 1; size < whole.length; size += 1) {
    const reader = createChunkReader();
    let text = '';
    for (let at = 0; at < whole.length; at += size) text += reader.read(whole.slice(at, at + size));
    expect(text).toBe('一步，再一步');
    expect(reader.isDone()).toBe(true);
    expect(reader.finish()).toEqual({
      inputTokens: 7,
      outputTokens: 3,
      toolCalls: [],
      end: 'whole',
      isRefusal: false,
    });
  }
});

test('chunks are read the same with and without a learnt frame', () => {
  const texts = [
    '一步',
    '"引號"',
    '換\n行',
    '\\(x^2\\)',
    '😀',
    '\u0007',
    'content',
    '","finish_reason":"stop"',
    'a',
    ' ',
  ];
  const shapes: ((content: string) => object)[] = [
    (content) => ({
      id: 'chunk',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'm',
      ...chunkOf(content),
    }),
    (content) => ({ ...chunkOf(content, { finish_reason: null, logprobs: null }), usage: null }),
    (content) => ({ choices: [{ delta: { role: 'assistant', reasoning_content: content, content } }] }),
    (content) => ({ content, choices: [{ delta: { content } }] }),
    (content) => ({ choices: [{ delta: { content, note: { content } }, message: { content } }] }),
  ];
  for (const shape of shapes) {
    for (const first of texts) {
      const reader = createChunkReader();
      const read = [first, ...texts, ...texts].map((text) => reader.read(event(shape(text))));
      expect(read).toEqual([first, ...texts, ...texts]);
      expect(() => reader.finish()).toThrow();
      // The same frame, but with a finish reason beside the text.
      expect(reader.read(event(chunkOf('完', { finish_reason: 'stop' })))).toBe('完');
      expect(() => reader.read('data: {"choices":[{"delta":{"content":"壞\n\n')).toThrow();
      expect(reader.finish().outputTokens).toBe(0);
    }
  }
});

test('tool calls and finish reasons are read although earlier chunks had the same frame', () => {
  const reader = createChunkReader();
  const chunk = (content: string, rest = '') =>
    `data: {"choices":[{"delta":{"content":"${content}"${rest}}}]}\n\n`;
  expect(reader.read(chunk('a') + chunk('b'))).toBe('ab');
  expect(reader.read(chunk('c', ',"tool_calls":[{"index":0,"id":"t","function":{"name":"plot"}}]'))).toBe(
    'c',
  );
  expect(reader.read('data: {"choices":[{"delta":{"content":"d"},"finish_reason":"stop"}]}\n\n')).toBe('d');
  expect(reader.finish().toolCalls).toEqual([{ id: 't', name: 'plot', arguments: '' }]);
});

test('a stream that ends without a finish reason is incomplete', () => {
  const reader = createChunkReader();
  reader.read(event(chunkOf('一步')));
  expect(() => reader.finish()).toThrow();
  reader.read(event(chunkOf('', { finish_reason: 'length' })));
  expect(reader.finish()).toMatchObject({ outputTokens: 0 });
});

describe('an unreadable chunk is an error', () => {
  test.each([
    'data: {"choices":[{"delta":{"content":"壞掉的\n\n',
    event({ error: { message: 'overloaded' } }),
    event({ object: 'chat.completion.chunk' }),
    event({ choices: 'none' }),
    event({ choices: [null] }),
    event(chunkOf(5)),
    event({ choices: [{ delta: 'text' }] }),
    event({ choices: [{ delta: { tool_calls: [{ index: 3, function: { name: 'plot' } }] } }] }),
    event('text'),
  ])('%s', (events) => {
    expect(() => createChunkReader().read(events)).toThrow();
  });
});

test('a line without an end is an error', () => {
  const reader = createChunkReader();
  expect(() => {
    for (let n = 0; n < 20; n += 1) reader.read('x'.repeat(100_000));
  }).toThrow();
});

test('tool calls that arrive in pieces are joined', () => {
  const reader = createChunkReader();
  const called = (piece: object) => event({ choices: [{ delta: { tool_calls: [piece] } }] });
  reader.read(called({ index: 0, id: 'a', function: { name: 'plot', arguments: '' } }));
  reader.read(called({ index: 0, function: { arguments: '{"of":' } }));
  reader.read(called({ index: 0, function: { arguments: '"x^2"}' } }));
  reader.read(called({ index: 1, id: 'b', function: { name: 'solve', arguments: '{}' } }));
  reader.read(event(chunkOf(null, { finish_reason: 'tool_calls' })));
  expect(reader.finish().toolCalls).toEqual([
    { id: 'a', name: 'plot', arguments: '{"of":"x^2"}' },
    { id: 'b', name: 'solve', arguments: '{}' },
  ]);
});

test('the finish reason is reported, a refusal is read as text, and reasoning is not', () => {
  for (const [reason, end] of [
    ['stop', 'whole'],
    ['length', 'cut'],
    ['content_filter', 'withheld'],
    ['toString', 'whole'],
  ]) {
    const reader = createChunkReader();
    reader.read(event(chunkOf('好', { finish_reason: reason })));
    expect(reader.finish().end).toBe(end);
  }
  const reader = createChunkReader();
  expect(reader.read(event({ choices: [{ delta: { content: null, reasoning_content: '想' } }] }))).toBe('');
  expect(reader.thoughts()).toBe(1);
  expect(reader.read(event({ choices: [{ delta: { content: null, refusal: '對不起' } }] }))).toBe('對不起');
  expect(reader.thoughts()).toBe(1);
});

test('tool arguments without an end are an error', () => {
  const reader = createChunkReader();
  const piece = { index: 0, id: 'a', function: { name: 'plot', arguments: 'x'.repeat(10_000) } };
  const more = () => reader.read(event({ choices: [{ delta: { tool_calls: [piece] } }] }));
  expect(() => {
    for (let n = 0; n < 11; n += 1) more();
  }).toThrow('without an end');
});
