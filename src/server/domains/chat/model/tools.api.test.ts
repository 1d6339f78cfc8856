import { LLMock } from '@copilotkit/aimock';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBank } from '#server/domains/practice/bank.ts';
import { createMathematics } from '#server/domains/practice/mathematics.ts';
import { DataPart } from '#shared/chat/parts.ts';
import { createChatClient } from '#tests/chat.ts';
import { serve } from '#tests/serve.ts';
import { quizRequestIn } from '../tutor/quiz-tool.ts';
import { runTool, toolDefinitions } from './tools.ts';
import { mostRounds } from './tools-loop.ts';

const mock = new LLMock({ port: 0 });
const call = (name: string, args: unknown, id = 'call_1') => ({
  name,
  id,
  arguments: typeof args === 'string' ? args : JSON.stringify(args),
});
/** A model that calls tools, receives their results, and answers. */
function scriptModel(word: string, calls: ReturnType<typeof call>[], answer: string) {
  mock.on({ userMessage: word, hasToolResult: true }, { content: answer });
  mock.on({ userMessage: word, hasToolResult: false }, { toolCalls: calls });
}
scriptModel('請畫圖', [call('plot', { expressions: ['x^2 - 2x - 1'] })], '這就是圖像。');
scriptModel(
  '考考我',
  [
    call('quiz', { kind: 'quadratic equation', count: 2 }),
    call('solve_exactly', { problem: 'solve x^2-5x+6=0' }, 'call_2'),
  ],
  '試試看。',
);
scriptModel(
  '錯的工具',
  [
    call('rm_rf', {}),
    call('plot', { expressions: [] }, 'c2'),
    call('plot', 'not json', 'c3'),
    call('solve_exactly', { problem: '為甚麼天空是藍色' }, 'c4'),
  ],
  '我直接回答。',
);
mock.on({ userMessage: '永遠' }, { toolCalls: [call('search_questions', { text: '方程' })] });
mock.on({ userMessage: '先說', hasToolResult: true }, { content: '說完了。' });
mock.on(
  { userMessage: '先說', hasToolResult: false },
  { content: '先看看圖：', toolCalls: [call('plot', { expressions: ['x'] })] },
);
const mockUrl = await mock.start();
afterAll(() => mock.stop());

const world = await serve({
  environment: {
    AI_BASE_URL: `${mockUrl}/v1`,
    AI_API_KEY: 'mock',
    AI_MODEL: 'test-model',
    QUOTA_FREE: 'assistant=50',
  },
});
const builtIn = 2;
let origin: string;
beforeAll(async () => {
  origin = await world.listen();
  await world.run(sql`update chat_assistants set endpoints = '{built-in}' where id = ${builtIn}`);
});
async function newUser() {
  const { browser, id } = await world.registered();
  return { ...createChatClient(origin, { authorization: `Bearer ${browser.tokens.ai}` }), id };
}
const requestsWith = (word: string) =>
  mock
    .getRequests()
    .filter(({ body }) => JSON.stringify(body).includes(word))
    .map(({ body }) => body as { messages: { role: string; content: string }[]; tools?: unknown[] });

describe('a language model', () => {
  test('draws a graph: its samples are computed by the server and stored with the answer', async () => {
    const me = await newUser();
    const thread = await me.newThread();
    const shown = await me.send(thread, '請畫圖');
    expect(shown).toMatchObject({ state: 'done', text: '這就是圖像。' });
    const [plot] = shown.parts;
    expect(plot).toMatchObject({
      type: 'data-plot',
      id: 'plot-1',
      data: { curves: [{ expression: 'x^2 - 2*x - 1' }] },
    });
    expect(DataPart.safeParse(plot).success).toBe(true);
    expect((await me.messages(thread)).at(-1)?.parts).toEqual(shown.parts);
    const [first, second] = requestsWith('請畫圖');
    expect(first?.tools).toHaveLength(toolDefinitions.length);
    expect(second?.messages.at(-1)).toMatchObject({ role: 'tool' });
    expect(second?.messages.at(-1)?.content).toContain('(1, -2)');
  });

  test('gives questions of the bank and receives exact algebra; the answers of the bank are not sent to it', async () => {
    const me = await newUser();
    const shown = await me.send(await me.newThread(), '考考我');
    const [quiz] = shown.parts;
    expect(DataPart.safeParse(quiz).success).toBe(true);
    expect(quiz).toMatchObject({ type: 'data-quiz', id: 'quiz-1' });
    const questions = quiz?.type === 'data-quiz' ? quiz.data.questions : [];
    expect(questions).toHaveLength(2);
    for (const { question_id } of questions)
      expect(openBank().byId(question_id)?.kind).toBe('quadratic equation');
    const results =
      requestsWith('考考我')
        .at(-1)
        ?.messages.filter(({ role }) => role === 'tool') ?? [];
    expect(results).toHaveLength(2);
    expect(results[1]?.content).toContain('x = 2 or x = 3');
    expect(JSON.parse(results[0]?.content ?? '')).toEqual({ shown: questions.map(({ text }) => text) });
  });

  test('that calls unknown tools, or with bad arguments, receives errors and answers', async () => {
    const me = await newUser();
    const shown = await me.send(await me.newThread(), '錯的工具');
    expect(shown).toMatchObject({ state: 'done', text: '我直接回答。', parts: [] });
    const results =
      requestsWith('錯的工具')
        .at(-1)
        ?.messages.filter(({ role }) => role === 'tool') ?? [];
    expect(results).toHaveLength(4);
    for (const { content } of results) expect(content).toContain('error');
  });

  test('that never stops calling tools is asked four times, the last time without tools', async () => {
    const me = await newUser();
    const before = await me.remaining();
    const shown = await me.send(await me.newThread(), '永遠');
    const requests = requestsWith('永遠');
    expect(requests).toHaveLength(mostRounds);
    expect(requests.map(({ tools }) => tools !== undefined)).toEqual([true, true, true, false]);
    // It never wrote any text: nothing is charged.
    expect(shown.text).toBe('');
    expect(await me.remaining()).toBe(before);
  });

  test('may write text before a tool call', async () => {
    const me = await newUser();
    const shown = await me.send(await me.newThread(), '先說');
    expect(shown).toMatchObject({ state: 'done', text: '先看看圖：說完了。' });
    expect(shown.parts).toMatchObject([{ type: 'data-plot' }]);
  });
});

describe('the built-in tutor', () => {
  test('gives a quiz from the question bank, in both languages', async () => {
    const me = await newUser();
    const thread = await me.newThread(builtIn);
    const shown = await me.send(thread, '出三題二次方程給我做');
    const quiz = shown.parts.find(({ type }) => type === 'data-quiz');
    if (quiz?.type !== 'data-quiz') throw new Error('no quiz');
    expect(DataPart.safeParse(quiz).success).toBe(true);
    expect(quiz.data.questions).toHaveLength(3);
    expect(shown.text).toContain('3 題');
    const english = await me.send(await me.newThread(builtIn), 'give me a quiz on fractions');
    expect(english.parts.some(({ type }) => type === 'data-quiz')).toBe(true);
  });

  test('draws a graph on request', async () => {
    const me = await newUser();
    const shown = await me.send(await me.newThread(builtIn), '畫 y=x^2-2x-1');
    const plot = shown.parts.find(({ type }) => type === 'data-plot');
    expect(DataPart.safeParse(plot).success).toBe(true);
    expect(plot).toMatchObject({ data: { curves: [{ latex: 'x^{2}-2x-1' }] } });
    expect(shown.text).toContain('(1, -2)');
  });
});

describe('a request for a quiz is recognised', () => {
  test.each([
    ['出三題二次方程給我做', { kind: 'quadratic equation', count: 3 }],
    ['give me a quiz on fractions', { kind: 'arithmetic', count: 3 }],
    ['給我 5 題因式分解', { kind: 'factorisation', count: 5 }],
    ['出兩條中三數學題', { subject: 'mathematics', level: 'junior', count: 2 }],
    ['出十題成語', { kind: 'idiom', count: 10 }],
    ['Give me four questions on prepositions', { kind: 'preposition', count: 4 }],
    ['考考我英文', { subject: 'english', count: 3 }],
    ['出 100 題微分', { kind: 'differentiation', count: 10 }],
    ['在題庫找有關雞和兔的題目', { search: '雞和兔', count: 5 }],
    ['search the question bank for chickens', { search: 'chickens', count: 5 }],
  ])('%s', (text, expected) => {
    expect(quizRequestIn(text)).toMatchObject(expected);
  });
  test.each([
    '解方程 2x+5=13',
    '請幫我做這題：2x+5=13',
    '給我這題的答案',
    '求出第三題的答案',
    'give me the answer to question 3',
    '這一題怎樣做',
    '教我 x^2-5x+6=0',
    '出題目的人是誰'.repeat(40),
  ])('%s is not a request for a quiz', (text) => {
    expect(quizRequestIn(text)).toBeUndefined();
  });
});

test('invalid tool arguments are refused', async () => {
  const mathematics = createMathematics({ patience: 60_000 });
  const means = { mathematics, bank: openBank(), locale: 'en' as const, seed: 1, partsBefore: 0 };
  const run = (name: string, written: string) => runTool({ id: 'a', name, arguments: written }, means, 1);
  for (const [name, written] of [
    ['quiz', '{"count": 11}'],
    ['quiz', '{"kind": "everything"}'],
    ['quiz', '{"count": 3, "more": true}'],
    ['plot', '{"expressions": ["x"], "x_min": 5, "x_max": 1}'],
    ['plot', `{"expressions": [${Array.from({ length: 7 }, () => '"x"')}]}`],
    ['plot', 'x'.repeat(20_000)],
    ['solve_exactly', '{}'],
    ['solve_exactly', '[]'],
    ['toString', '{}'],
    ['__proto__', '{}'],
  ] as const) {
    const { answer, part } = await run(name, written);
    expect(answer, `${name} ${written.slice(0, 30)}`).toHaveProperty('error');
    // Refused before the tool ran, with a reason.
    expect(JSON.stringify(answer)).not.toContain('the tool failed');
    expect(part).toBeUndefined();
  }
  expect((await run('quiz', '')).part).toBeDefined();
  await mathematics.close();
});
