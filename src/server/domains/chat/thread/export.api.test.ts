import { extractText } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { createChatClient } from '#tests/chat.ts';
import { processorTime } from '#tests/processor-time.ts';
import { serve } from '#tests/serve.ts';
import { printThread } from './export.ts';
import { readableFormulas } from './readable-formulas.ts';

describe('LaTeX formulas become plain typed text', () => {
  test.each([
    ['所以 \\(x = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}\\)。', '所以 x = (-b ± √(b² - 4ac))/2a。'],
    ['\\[x^{10} \\le 5\\]', '\nx¹⁰ ≤ 5\n'],
    ['$$\\frac{1}{2} \\times 4$$', '\n1/2 × 4\n'],
    ['$a_{n+1}$ 和 $5 一個，$6 兩個', 'a_n+1 和 $5 一個，$6 兩個'],
    ['\\(\\sin 30^\\circ = \\tfrac12\\)', 'sin 30° = \\tfrac12'],
    ['\\(x^{a+b}\\)', 'x^(a+b)'],
  ])('%s', (latex, typed) => {
    expect(readableFormulas(latex)).toBe(typed);
  });

  test('hostile formulas are converted in bounded time', () => {
    const spentMs = processorTime();
    readableFormulas(`\\(${'\\frac{'.repeat(3_000)}\\)`);
    readableFormulas('\\('.repeat(10_000));
    expect(spentMs()).toBeLessThan(5_000);
  });
});

const world = await serve();
const origin = await world.listen();

test('a thread is exported as PDF for its owner only, with readable formulas', async () => {
  const { browser } = await world.registered();
  const me = createChatClient(origin, { authorization: `Bearer ${browser.tokens.ai}` });
  const thread = await me.newThread();
  await me.send(thread, '解方程 x² − 5x + 6 = 0 😀');
  const get = (authorization: string) =>
    fetch(`${origin}/api_ai/chat_ai/threads/${thread}/export_pdf`, { headers: { authorization } });
  const answer = await get(`Bearer ${browser.tokens.ai}`);
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const { text } = await extractText(bytes, { mergePages: true });
  expect(text).toContain('解方程');
  expect(text.replace(/\s/g, '')).toMatch(/x²[-−]5x\+6=0/);
  expect(text).not.toContain('\\(');
  const { browser: other } = await world.registered();
  expect((await get(`Bearer ${other.tokens.ai}`)).status).toBe(404);
});

test('the Markdown export makes no other program fetch or run anything', async () => {
  const { browser } = await world.registered();
  const me = createChatClient(origin, { authorization: `Bearer ${browser.tokens.ai}` });
  const thread = await me.newThread();
  await me.send(
    thread,
    '![a](https://evil.example/1.png) <img src="https://evil.example/2.png" onerror=alert(1)> \\(![b](https://evil.example/3.png)\\)\n```html\n<b>![c](d)</b>\n```\n\\(x<y\\) <script>alert(1)</script>',
  );
  const markdown = await me.text(`threads/${thread}/export`);
  expect(markdown).toContain('\\![a](https://evil.example/1.png) < img src="https://evil.example/2.png"');
  expect(markdown).toContain('\\![b](https://evil.example/3.png)');
  expect(markdown).toContain('```html\n<b>![c](d)</b>\n```');
  expect(markdown).toContain('\\(x< y\\) < script>alert(1)< /script>');
});

test('the PDF export draws hostile texts in time and inside the page', { tags: ['whole'] }, async () => {
  const print = async (text: string) => {
    const message = { heading: 'x', isTutor: true, text, notes: [] };
    const bytes = await printThread({ title: 'x', locale: 'en', made: '', messages: [message] });
    return (await extractText(bytes, { mergePages: true })).text.replace(/\s/g, '');
  };
  expect((await print('z'.repeat(20_000))).split('z')).toHaveLength(20_001);
  const { getDocumentProxy } = await import('unpdf');
  const bytes = await printThread({
    title: 'x',
    locale: 'en',
    made: '',
    messages: [{ heading: 'x', isTutor: true, text: `${' '.repeat(300)}- deep`, notes: [] }],
  });
  const page = await (await getDocumentProxy(bytes)).getPage(1);
  const { items } = await page.getTextContent();
  const deep = items.find((item) => 'str' in item && item.str.includes('deep'));
  expect(deep && 'transform' in deep ? deep.transform[4] : 1000).toBeLessThan(500);
});

test('a PDF export that exceeds its timeout is aborted', async () => {
  const message = { heading: 'x', isTutor: true, text: '字'.repeat(300_000), notes: [] };
  const thread = { title: 'x', locale: 'en' as const, made: '', messages: [message] };
  await expect(printThread(thread, 50)).rejects.toMatchObject({ code: 'tooSlow' });
});
