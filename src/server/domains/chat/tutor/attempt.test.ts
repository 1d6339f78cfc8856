import { afterAll, describe, expect, it, test } from 'vitest';
import { openBank } from '#server/domains/practice/bank.ts';
import { createMathematics } from '#server/domains/practice/mathematics.ts';
import type { Locale } from '#shared/locale.ts';
import { processorTime } from '#tests/processor-time.ts';
import type { Turn } from '../answering/prompt.ts';
import { attemptIn } from './attempt.ts';
import { composeAnswer, plainQuestion } from './built-in-tutor.ts';
import type { Written } from './tutor-text.ts';

const mathematics = createMathematics({ patience: 60_000 });
const bank = openBank();
afterAll(() => mathematics.close());

/** The built-in tutor's answer to each message of a conversation. */
async function conversation(messages: readonly string[], locale: Locale = 'zh-Hant') {
  const turns: Turn[] = [];
  const answers: Written[] = [];
  for (const said of messages) {
    turns.push({ id: turns.length + 1, role: 'user', text: said, wish: null, parts: [], files: [] });
    const answer = await composeAnswer({ mathematics, bank }, turns, locale);
    turns.push({ id: turns.length + 1, role: 'assistant', wish: null, files: [], ...answer });
    answers.push(answer);
  }
  return answers;
}

/** The number of the first wrong line, `finished` or `right so far`; undefined when nothing was marked. */
async function verdictOn(...messages: string[]) {
  const marking = (await conversation(messages)).at(-1)?.parts.find(({ type }) => type === 'data-marking');
  if (marking?.type !== 'data-marking') return undefined;
  const { first_wrong, is_finished } = marking.data;
  return first_wrong ?? (is_finished ? 'finished' : 'right so far');
}

const hintFirst = '解方程 3(x-2)=2x+7，先給我提示';

describe('a working with its problem is marked', () => {
  it.each([
    ['我的做法：\n2x+5=13\n2x=13+5\nx=9', 1],
    ['解方程 2x+5=13\n2x=8\nx=4', 'finished'],
    ['2x+5=13\n2x=8\nx=4', 'finished'],
    ['2x+5=13\n2x=8\nx=5', 2],
    ['2x+5=13，x=4 啱唔啱？', 'finished'],
    ['解方程 x^2-5x+6=0，我計到 x=2，對嗎？', 1],
    ['請幫我批改：\n因式分解 x^2-5x+6\n=(x-1)(x-6)', 1],
    ['Check my working:\n(x+2)(x-3)\n=x^2-3x+2x-6\n=x^2-x-6', 'finished'],
    ['Solve 2x-3<7. My working:\n2x<10\nx<5', 'finished'],
    ['Solve 2x+5=13 and check my answer x=4', 'finished'],
    ['I got x = 3 for 2x + 5 = 13', 1],
    ['1/2+1/3=2/5 啱唔啱？', 1],
    ['我計到 1/2+1/3=5/6', 'finished'],
    ['求導 y=x^3-3x\ndy/dx=3x^2-3\n啱唔啱', 'finished'],
  ])('%j', async (text, verdict) => {
    expect(await verdictOn(text)).toBe(verdict);
  });
});

describe('a working of the problem asked before is marked', () => {
  it.each([
    [[hintFirst, 'x=13'], 'finished'],
    [[hintFirst, 'x=1'], 1],
    [[hintFirst, 'x equals thirteen'], 'finished'],
    [[hintFirst, '3x-2=2x+7\nx=9'], 1],
    [[hintFirst, '3x-6=2x+7'], 'right so far'],
    [[hintFirst, '3x-6=2x+7', 'x=13'], 'finished'],
    [['因式分解 x^2-5x+6，提示', '(x-2)(x-3)'], 'finished'],
    [['因式分解 x^2-5x+6，提示', 'x(x-5)+6'], 'right so far'],
    [['計算 3/4+5/6，提示', '8/10'], 1],
    [['解方程 x^2=4', 'x=2 啱唔啱？'], 1],
    [['解 x+y=5, x-y=1', 'x=3,y=2 啱唔啱'], 'finished'],
    [['∫(2x+1)dx 提示', 'x^2+x'], 'right so far'],
    [['化簡 (2x^2)^3 提示', '6x^6'], 1],
    [['化簡 (2x^2)^3 提示', '6x^6', '8x^6'], 'finished'],
    [['求 12 和 18 的最大公因數，提示', '3'], 1],
    [['我唔識計 2x+5=13', 'x=4'], 'finished'],
  ] as const)('%j', async (messages, verdict) => {
    expect(await verdictOn(...messages)).toBe(verdict);
  });
});

describe('a message that is not a working is not marked', () => {
  it.each([
    [['2x+y=5\nx-y=1']],
    [['解聯立方程 2x+y=5\nx-y=1']],
    [['1) 2x+5=13\n2) 3x-1=8']],
    [['解下列方程：\n(a) 2x+5=13\n(b) 3x-1=8']],
    [['x^2-5x+6=0\nx>2']],
    [[hintFirst, '解方程 5x=20']],
    [[hintFirst, '7x+1=29']],
    [[hintFirst, '再給提示']],
    [['2x+5=13', 'x^2=9']],
    [['出三題因式分解']],
  ])('%j', async (messages) => {
    expect(await verdictOn(...messages)).toBeUndefined();
  });
});

test('hints after a marking continue with the same problem', async () => {
  const answers = await conversation([hintFirst, 'x=1', '提示', '答案']);
  expect(answers.map(({ text }) => /提示 \d|批改|答案：/.exec(text)?.[0])).toEqual([
    '提示 1',
    '批改',
    '提示 2',
    '答案：',
  ]);
  expect(answers.at(-1)?.text).toContain('x=13');
});

test('each line is shown with its mark in the language of the page, and lines after the first wrong one are not judged', async () => {
  const [zh] = await conversation(['我的做法：\n2x+5=13\n2x=8\nx=5\nx=6']);
  expect(zh?.text).toBe(
    '**批改：** 第 2 行開始有錯。\n\n1. \\(2x=8\\) ✔\n2. \\(x=5\\) ✘ 這一行與原題不等價。\n3. \\(x=6\\)（改好上面一行，再看這行。）\n\n改好再試。需要時可說「提示」，或說「答案」看完整步驟。',
  );
  const [wrong] = await conversation(['My working:\n2x+5=13\nx=5\nx=6'], 'en');
  expect(wrong?.text).toContain('2. \\(x=6\\) (Mend the line above first.)');
  const [en] = await conversation(['My working:\n2x+5=13\n2x=8\n<b>`hm`</b>=4\nx=4'], 'en');
  expect(en?.text).toMatch(/^\*\*Marked:\*\* .*\n\n1\. \\\(2x=8\\\) ✔\n2\. `<b>'hm'<\/b>=4` ？ This line/);
});

test('similar questions are of the kind that was just solved, or named', async () => {
  for (const [asked, more] of [
    ['因式分解 x^2-5x+6', '再出三題同類的題目'],
    ['Factorise x^2-5x+6', 'Give me two similar questions'],
    ['Hello', '教我因式分解'],
  ] as const) {
    const quiz = (await conversation([asked, more])).at(-1)?.parts.find(({ type }) => type === 'data-quiz');
    if (quiz?.type !== 'data-quiz') throw new Error('no quiz');
    const kinds = quiz.data.questions.map(({ question_id }) => bank.byId(question_id)?.kind);
    expect(new Set(kinds)).toEqual(new Set(['factorisation']));
  }
});

test('phrases around a problem are ignored, and another method can be requested afterwards', async () => {
  const answers = await conversation([
    '我唔識計 2x+5=13',
    '下一步點做',
    '咁 3x-7=11 呢？',
    'x^2-5x+6=0',
    '可以用公式法嗎',
  ]);
  expect(answers.map(({ text }) => /提示 \d|判別式|答案：/.exec(text)?.[0])).toEqual([
    '提示 1',
    '提示 2',
    '答案：',
    '答案：',
    '判別式',
  ]);
  expect(answers[2]?.text).toContain('x=6');
});

test.each(['小明有 5 個蘋果，吃了 2 個', '今日 3 月 4 日', '我 13 歲', '我有 2 隻貓同 3 隻狗'])(
  '“%s” is not a problem',
  async (text) => {
    const [answer] = await conversation([text]);
    expect(answer?.parts.map(({ type }) => type)).toEqual(['data-tutor']);
  },
);

test('hostile texts are parsed in bounded time', async () => {
  const before = { problem: '2x+5=13', isOpen: true };
  const hostileTexts = [' ', '= ', '啱 ', 'x=', '1 for =', '(', '先，', 'hint ', '或'].map(
    (piece) => `x${piece.repeat(1900 / piece.length)}!`,
  );
  const spentMs = processorTime();
  for (const text of hostileTexts) {
    attemptIn(text, before);
    plainQuestion(text.slice(0, 499));
  }
  expect(spentMs()).toBeLessThan(1_000);
});
