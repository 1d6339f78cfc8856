import { both, type Case } from './case.ts';

/** Formulas inside every Markdown construct, and inside code, where they are not formulas. */

const inside = ['x^2', '|x|', 'a*b*c', 'a_1 + a_2', '\\frac{1}{2}', 'x < y', '[1, 2)', '-3'];

const containers: [string, (shown: string) => string][] = [
  ['**F**', (f) => `<b>${f}</b>`],
  ['*F*', (f) => `<i>${f}</i>`],
  ['~~F~~', (f) => `<s>${f}</s>`],
  ['- 甲 F\n- 乙', (f) => `•{甲 ${f};乙;}`],
  ['3. F\n4. 乙', (f) => `3{${f};乙;}`],
  ['> 引 F', (f) => `>{\n引 ${f}\n}`],
  ['## 題 F', (f) => `# 題 ${f}`],
  ['| 甲 | 乙 |\n|---|:-:|\n| F | 1 |', (f) => `! 甲|!↔ 乙|\n ${f}|↔ 1|`],
  ['**答案：F**。', (f) => `<b>答案：${f}</b>。`],
  ['- 一\n  - 二 F', (f) => `•{一\n•{二 ${f};}\n;}`],
  ['[看 F](https://a.hk/b)', (f) => `<a https://a.hk/b>看 ${f} (a.hk/b)</a>`],
];

export const nested: Case[] = containers.flatMap(([markdown, seen]) =>
  inside.map((formula) => ({
    text: markdown.replace('F', () => `\\(${formula}\\)`),
    seen: seen(`⟨${formula}⟩`),
  })),
);

const signs = ['$x^2$', '\\(x\\)', '$$x$$', '\\[x\\]', '$5 and $6', '**x**', 'a_b_c', '<b>', '\\$5'];
const codes: [string, (code: string) => string][] = [
  ['`C`', (code) => `<c>${code}</c>`],
  ['``C``', (code) => `<c>${code}</c>`],
  ['```\nC\n```', (code) => `<pre><c>${code}</c></pre>`],
  ['~~~py\nC\n~~~', (code) => `py\n<pre><c>${code}</c></pre>`],
  ['文\n\n    C', (code) => `文\n<pre><c>${code}</c></pre>`],
  ['- 甲\n\n  ```\n  C\n  ```', (code) => `•{\n甲\n<pre><c>${code}</c></pre>\n;}`],
  ['> ```\n> C\n> ```', (code) => `>{\n<pre><c>${code}</c></pre>\n}`],
];
export const inCode: Case[] = codes.flatMap(([markdown, seen]) =>
  signs.map((sign) => ({ text: markdown.replace('C', () => sign), seen: seen(sign) })),
);

/** A sign in code whose other half would be outside the code. */
export const acrossCode: Case[] = [
  { text: '```\n\\( a\n```\nb \\)', seen: '<pre><c>\\( a</c></pre>\nb \\)' },
  { text: '~~~\n$x^\n~~~\n$', seen: '<pre><c>$x^</c></pre>\n$' },
  { text: '~~~\n\\( a\n~~~\nb \\)', seen: '<pre><c>\\( a</c></pre>\nb \\)' },
  { text: '```\n\\[ a\n\nb\n```\nc \\]', seen: '<pre><c>\\[ a\nb</c></pre>\nc \\]' },
  { text: '`\\(` 和 `\\)`', seen: '<c>\\(</c> 和 <c>\\)</c>' },
  { text: '`$x^` 和 `2$`', seen: '<c>$x^</c> 和 <c>2$</c>' },
  { text: '文\n\n    \\( a\n\n文 \\(b\\)', seen: '文\n<pre><c>\\( a</c></pre>\n文 ⟨b⟩' },
];

/** Emphasis in Chinese text, which has no spaces. */
const marks = ['，', '。', '：', '！', '」', '）', '》', '”'];
export const emphasisBesideChinese: Case[] = [
  ...marks.flatMap((mark) => [
    { text: `前**答案${mark}**後`, seen: `前<b>答案${mark}</b>後` },
    { text: `前*答案${mark}*後`, seen: `前<i>答案${mark}</i>後` },
  ]),
  ...['「', '（', '《', '“'].map((mark) => ({ text: `他說**${mark}好**的`, seen: `他說<b>${mark}好</b>的` })),
  { text: '**注意**：這裏', seen: '<b>注意</b>：這裏' },
  { text: '答案是**\\(x=3\\)**。', seen: '答案是<b>⟨x=3⟩</b>。' },
  { text: '這是***重點***啊', seen: '這是<i><b>重點</b></i>啊' },
  both('2*x*y'),
  both('2**3**2'),
  both('a*b = c*d'),
  both('3 * 4 * 5'),
  both('(a+b)*(c+d)*(e)'),
  both('snake_case_name'),
  both('a_1 和 a_2 與 b_3'),
  both('x^2 + y^2'),
];

/** Formulas over several lines, whose lines would have a meaning in Markdown. */
export const tables: Case[] = [
  { text: '| 甲 | 乙 |\n|---|---|\n| `a|b` | c |', seen: '! 甲|! 乙|\n <c>a|b</c>| c|' },
  { text: '| 甲 | 乙 |\n|---|---|\n| a \\| b | c |', seen: '! 甲|! 乙|\n a | b| c|' },
  { text: '| 甲 |\n|---|\n| a | b |', seen: '! 甲|\n a| b|' },
  { text: '| 甲 | 乙 |\n|---|---|\n| a |', seen: '! 甲|! 乙|\n a| |' },
  { text: '甲 | 乙\n--|--\na | $5', seen: '! 甲|! 乙|\n a| $5|' },
  { text: '`a|b` 和 `` c`|d ``', seen: '<c>a|b</c> 和 <c>c`|d</c>' },
];

export const manyLines: Case[] = [
  { text: '\\[\nx\n- 3\n= 5\n\\]', seen: '⟪x - 3 = 5⟫' },
  { text: '$$\nx\n- 3\n$$', seen: '⟪x - 3⟫' },
  { text: '$$\n\\# 1\n$$', seen: '⟪\\# 1⟫' },
  {
    text: '即\n\\[\n\\begin{aligned}\na &= b \\\\\n&= c\n\\end{aligned}\n\\]\n所以',
    seen: '即\n⟪\\begin{aligned} a &= b \\\\ &= c \\end{aligned}⟫\n所以',
  },
  { text: '\\[\n\nx = 1\n\n\\]', seen: '⟪x = 1⟫' },
  { text: '$$\n\nx = 1\n\n$$', seen: '⟪x = 1⟫' },
  { text: '> \\[\n> x\n> = 1\n> \\]', seen: '>{\n⟪x = 1⟫\n}' },
  { text: '1. 移項\n   \\[\n   x = 3\n   \\]\n2. 完成', seen: '1{移項\n⟪x = 3⟫;完成;}' },
  { text: '- $$\n  x = 3\n  $$', seen: '•{⟪x = 3⟫;}' },
  { text: '\\[x\\\\[2pt] y\\]', seen: '⟪x\\\\[2pt] y⟫' },
  { text: '\\[ \\text{其中 \\(x\\) 為整數} \\]', seen: '⟪\\text{其中 \\(x\\) 為整數}⟫' },
  { text: '| 甲 |\n|---|\n| \\[x\\] |', seen: '! 甲|\n ⟨x⟩|' },
  {
    text: '| 式 | 值 |\n|---|---|\n| $|x|$ | $5 |\n| a<br>b | $6 |',
    seen: '! 式|! 值|\n ⟨|x|⟩| $5|\n a⏎b| $6|',
  },
];
