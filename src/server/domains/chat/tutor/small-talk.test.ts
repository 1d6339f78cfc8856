import { afterAll, expect, test } from 'vitest';
import { openBank } from '#server/domains/practice/bank.ts';
import { createMathematics } from '#server/domains/practice/mathematics.ts';
import type { Locale } from '#shared/locale.ts';
import { composeAnswer } from './built-in-tutor.ts';
import { smallTalk } from './small-talk.ts';

const mathematics = createMathematics({ patience: 60_000 });
const bank = openBank();
afterAll(() => mathematics.close());

/** The built-in tutor's answer to a first question. */
async function answerTo(text: string, locale: Locale) {
  const question = { id: 1, role: 'user' as const, text, wish: null, parts: [], files: [] };
  return (await composeAnswer({ mathematics, bank }, [question], locale)).text;
}

test.each([
  ...['Hello', 'hello!', 'Hi there.', 'Hey tutor', 'Good morning, teacher.', 'Good afternoon'],
  ...['Hello there, how are you today?', 'Hello, can you help me?', 'Hi, who are you?', 'Hello hello'],
  ...['你好', '你好呀', '您好！', '老師你好', '早晨', '喂', '哈囉老師', '你好，你好嗎？', '嗨～', '大家好'],
  ...['你好，我想問你一個問題', '你好，可以幫我嗎', '早晨呀老師，你最近點呀'],
])('“%s” is a greeting', (text) => {
  expect(smallTalk(text, 'zh-Hant')).toMatch(/^你好！/);
});

// Written by speech recognition on a machine too busy to send audio in time, and similar errors.
test.each([
  ...[
    'Hello there, how are you two day.',
    'Hello there. Harry you today.',
    'Hello there, howl are you to date.',
  ],
  ...[
    'Hello there, how our you, Tay?',
    'Hello dare how are you today',
    'Hi, Harry Potter day.',
    'Hello the.',
  ],
  ...['Hello there, how are', 'Hey, nice of meat you', '你好，豪呀有', '早晨，老斯', '喂，聽日好天'],
])('“%s” is a greeting although the rest was misrecognised', (text) => {
  expect(smallTalk(text, 'en')).toMatch(/^Hello!/);
});

test.each([
  ...['Thanks', 'Thank you very much.', 'thanks a lot', 'Thank you very match', 'Thank you, teacher!'],
  ...['No, thank you.', 'Thanks for your help', 'I see.', 'Got it!', 'Thank you for hell ping me'],
  ...[
    '多謝',
    '多謝你呀',
    '多謝晒老師',
    '謝謝您',
    '唔該晒',
    '唔該你呀',
    '明白',
    '明白喇',
    '我明白了',
    '感謝老師',
  ],
])('“%s” is thanks', (text) => {
  expect(smallTalk(text, 'en')).toMatch(/^You are welcome/);
});

test.each([
  ...['Bye', 'bye-bye', 'Goodbye!', 'Good night', 'See you later.', 'See you tomorrow, teacher'],
  ...['Thank you, goodbye.', 'Good bye for no', 'See you later, alligator.'],
  ...['再見', '拜拜', '拜拜老師', '多謝老師，再見', '晚安', '下次見', '聽日見'],
])('“%s” is a goodbye', (text) => {
  expect(smallTalk(text, 'zh-Hant')).toBe('再見，繼續努力！');
});

test.each([
  ['How are you?', 'I am a program'],
  ['How are you two day', 'I am a program'],
  ['Can you hear me?', 'I am a program'],
  ['你好嗎？', 'I am a program'],
  ['食咗飯未', 'I am a program'],
  ['Who are you?', 'I am the built-in'],
  ['Help me please', 'I am the built-in'],
  ['Can you help me with my homework?', 'I am the built-in'],
  ['你係邊個', 'I am the built-in'],
  ['幫我', 'I am the built-in'],
  ['Okay.', 'I am listening.'],
  ['Wait, please stop. I have a question.', 'I am listening.'],
  ['Please stop now, I have another question.', 'I am listening.'],
  ['等一等，我想問', 'I am listening.'],
])('“%s” gets the matching reply', (text, beginning) => {
  expect(smallTalk(text, 'en')?.startsWith(beginning)).toBe(true);
});

test.each([
  ...['Hello, what is two plus three?', 'Hi! Solve 2x + 5 = 13', 'Hello, x squared equals nine', 'Hey, 5!'],
  ...['Hello, how do I factorise x squared minus one?', 'Good morning. Find the roots.', 'Hello, a - b'],
  ...[
    'Hello, what is photosynthesis?',
    'Hi, explain gravity',
    'Hello, write a poem',
    'Hello, tell me a story',
  ],
  ...[
    'Hello, can you help me understand gravity?',
    'Hello world program in Python',
    'Hi, why is the sky blue',
  ],
  ...['Thanks, now give me the answer', 'Thank you. Another hint, please', 'Thanks to the sun, plants grow'],
  ...['Okay, two plus three', 'I see, so x is three', 'Bye the way, what is seven times eight'],
  ...['Hello, I would like to ask about the causes of the first world war in Europe', 'How many sides'],
  ...[
    '你好，三加五等於幾多',
    '你好，解方程 2x + 5 = 13',
    '早晨，點解天空係藍色',
    '唔該教我因式分解',
    '你好，光合作用係乜',
  ],
  ...[
    '你好，我想問光合作用',
    '多謝，再給提示',
    '好難',
    '幫我解方程',
    '我有三個蘋果',
    '等於幾多',
    '你好，出三題二次方程',
  ],
  ...['', ' ', '…', 'today', 'there'],
])('“%s” is not small talk', (text) => {
  expect(smallTalk(text, 'en')).toBeUndefined();
});

test.each([
  ['Hello, what is two plus three?', 'en', '5'],
  ['Hi there! Solve two x plus five equals thirteen.', 'en', 'x=4'],
  ['Good morning. Two x plus five equals thirteen.', 'en', 'x=4'],
  ['你好，解方程 2x + 5 = 13', 'zh-Hant', 'x=4'],
  ['早晨，3 加 5', 'zh-Hant', '8'],
  ['Hello, (x + 1)(x + 2) = 0', 'en', 'x=-1'],
  ['多謝老師，解方程 2x + 5 = 13', 'zh-Hant', 'x=4'],
] as const)('“%s” is solved as the problem it contains', async (text, locale, result) => {
  expect(await answerTo(text, locale)).toMatch(new RegExp(`(?:Answer:|答案：)\\*\\* \\\\\\(.*${result}`));
});

test('the built-in tutor answers a greeting as such, also when it was misrecognised', async () => {
  expect(await answerTo('Hello there, howl are you two day.', 'en')).toMatch(/^Hello!/);
  expect(await answerTo('Hello, what is photosynthesis?', 'en')).toMatch(/cannot answer/);
});
