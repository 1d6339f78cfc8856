import type { Case } from './case.ts';

/** Formulas in all delimiters, beside Chinese, and beside prices. */

const formulas = [
  'x^2',
  'x',
  '2x+5=13',
  '\\frac{1}{2}',
  'x_1',
  'x^2 - 2x - 1 = 0',
  '\\sqrt{b^2-4ac}',
  '3 \\times 4',
  '\\triangle ABC',
  'a < b',
  'y = mx + c',
  '5',
  '5x',
  '2 + 3 = 5',
  '\\{1, 2\\}',
  '|x| \\le 3',
  'a*b*c',
  'x_{n+1}',
  'f(x) = \\sin x',
  '\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}',
  '10 \\text{ 元}',
  '\\text{面積} = \\pi r^2',
  '-3',
  '0.5',
  'ABC',
  'n!',
  "f'(x)",
  '\\angle ABC = 90^\\circ',
  'x \\in \\mathbb{R}^+',
  '\\log_2 8 = 3',
];

const around: [string, string][] = [
  ['', ''],
  ['設', '為所求'],
  ['Let ', ' be given.'],
  ['（', '）'],
  ['即 ', '。'],
];

const delimiters: [string, string, string, string][] = [
  ['$', '$', '⟨', '⟩'],
  ['\\(', '\\)', '⟨', '⟩'],
  ['\\[', '\\]', '⟪', '⟫'],
  ['$$', '$$', '⟪', '⟫'],
];

/** Percent signs and thousands are rewritten for KaTeX; no formula here has them. */
export const mathematics: Case[] = formulas.flatMap((formula, index) =>
  delimiters.map(([open, close, before, after], kind) => {
    const [left, right] = around[(index + kind) % around.length] ?? ['', ''];
    return { text: left + open + formula + close + right, seen: left + before + formula + after + right };
  }),
);

const prices = ['$5', 'HK$12.50', '$1,000'];
const mixes = [
  'P 一個，買 F 個',
  'F 個每個 P',
  '共P，其中F是未知數，餘P',
  'It is P if F, else P.',
  '**P** 與 **F**',
];
export const pricesWithFormulas: Case[] = mixes.flatMap((mix, index) =>
  prices.flatMap((price, at) =>
    delimiters.slice(0, 2).map(([open, close, before, after]) => {
      const formula = formulas[(index * 3 + at) % 9] ?? 'x';
      const put = (written: string) => mix.replaceAll('P', () => price).replaceAll('F', () => written);
      return {
        text: put(open + formula + close),
        seen: put(before + formula + after).replace(/\*\*(.*?)\*\*/g, '<b>$1</b>'),
      };
    }),
  ),
);

/** Cases for the rule about single dollar signs, each for a different reason. */
export const dollarFormulas: Case[] = [
  ['$x$ 和 $y$', '⟨x⟩ 和 ⟨y⟩'],
  ['$x$、$y$、$z$', '⟨x⟩、⟨y⟩、⟨z⟩'],
  ['$x$$y$', '⟨x⟩⟨y⟩'],
  ['the $n$th term', 'the ⟨n⟩th term'],
  ['$x$-axis', '⟨x⟩-axis'],
  ['符號 $+$ 與 $=$', '符號 ⟨+⟩ 與 ⟨=⟩'],
  ['$ x^2 $', '⟨x^2⟩'],
  ['$ x = 5 $', '⟨x = 5⟩'],
  ['$ab + cd = ef$', '⟨ab + cd = ef⟩'],
  ['$abc + bcd$', '⟨abc + bcd⟩'],
  ['$x = 5.$ Then', '⟨x = 5.⟩ Then'],
  ['$x = 1, 2, 3$', '⟨x = 1, 2, 3⟩'],
  ['$速度 = \\frac{距離}{時間}$', '⟨速度 = \\frac{距離}{時間}⟩'],
  ['$面積 = ab$', '⟨面積 = ab⟩'],
  ['$面積 = x^2$', '⟨面積 = x^2⟩'],
  ['$\\text{面積} = x^2$', '⟨\\text{面積} = x^2⟩'],
  ['$A = 長 × 闊$', '⟨A = 長 × 闊⟩'],
  ['$A=長×闊$', '⟨A=長×闊⟩'],
  ['即$V = 底面積 × 高$。', '即⟨V = 底面積 × 高⟩。'],
  ['$A = (上底 + 下底) × 高 ÷ 2$', '⟨A = (上底 + 下底) × 高 ÷ 2⟩'],
  ['$速度 = 距離 ÷ 時間$', '⟨速度 = 距離 ÷ 時間⟩'],
  ['$長 × 闊$', '⟨長 × 闊⟩'],
  ['$長×闊 = 12$', '⟨長×闊 = 12⟩'],
  ['$2x + 3 = 周界$', '⟨2x + 3 = 周界⟩'],
  ['$x^2 = 面積$', '⟨x^2 = 面積⟩'],
  ['$P(紅) = 0.3$', '⟨P(紅) = 0.3⟩'],
  ['$x_甲 + x_乙 = 10$', '⟨x_甲 + x_乙 = 10⟩'],
  ['$x = 2 或 x = 3$', '⟨x = 2 或 x = 3⟩'],
  ['$x=2或3$', '⟨x=2或3⟩'],
  ['$x > 1 且 y < 2$', '⟨x > 1 且 y < 2⟩'],
  ['每個 $5，共 $n = 總數 ÷ 5$ 個', '每個 $5，共 ⟨n = 總數 ÷ 5⟩ 個'],
  ['$\\text{if $x$ is even}$', '⟨\\text{if $x$ is even}⟩'],
  ['$\\text{a，b}$', '⟨\\text{a，b}⟩'],
  [
    '$\\begin{aligned}\na &= b\\\\\nc &= d\n\\end{aligned}$',
    '⟨\\begin{aligned} a &= b\\\\ c &= d \\end{aligned}⟩',
  ],
  ['$20\\%$', '⟨20\\%⟩'],
  ['$20%$', '⟨20\\%⟩'],
  ['\\(20% + 30% = 50%\\)', '⟨20\\% + 30\\% = 50\\%⟩'],
  ['\\(1,000 + 2,500\\)', '⟨1{,}000 + 2{,}500⟩'],
  ['\\((1,200)\\)', '⟨(1,200)⟩'],
  ['$1,000$', '⟨1{,}000⟩'],
  ['$\\$5 + \\$6$', '⟨\\$5 + \\$6⟩'],
  ['\\(\\$5 \\times 3\\)', '⟨\\$5 \\times 3⟩'],
  ['$α + β$', '⟨α + β⟩'],
  ['$x \\ge 0 \\text{ and } y > 1$', '⟨x \\ge 0 \\text{ and } y > 1⟩'],
  ['$sin x$', '⟨sin x⟩'],
  ['若 $a>b$，則 $-a<-b$。', '若 ⟨a>b⟩，則 ⟨-a<-b⟩。'],
  ['$(1, 2)$ 及 $(3, 4)$', '⟨(1, 2)⟩ 及 ⟨(3, 4)⟩'],
  ['圓周率$\\pi$約為 3.14', '圓周率⟨\\pi⟩約為 3.14'],
  ['$distance = speed \\times time$', '⟨distance = speed \\times time⟩'],
  ['$5 and \\$6$', '$5 and $6$'],
  ['\\begin{align}\nx &= 1 \\\\\ny &= 2\n\\end{align}', '⟪\\begin{align} x &= 1 \\\\ y &= 2 \\end{align}⟫'],
  ['即 \\begin{cases} x=1 \\\\ y=2 \\end{cases}。', '即 ⟪\\begin{cases} x=1 \\\\ y=2 \\end{cases}⟫。'],
  ['\\begin{itemize} x', '\\begin{itemize} x'],
  ['\\begin{align} x', '\\begin{align} x'],
  ['$3:4 = 6:8$', '⟨3:4 = 6:8⟩'],
  ['$\\frac{1}{2}$杯', '⟨\\frac{1}{2}⟩杯'],
].map(([text = '', seen = '']) => ({ text, seen }));
