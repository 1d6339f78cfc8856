/** Question templates: statistics, probability, differentiation, integration. */
import { gcd, poly, type Random, type Template, template } from './template.ts';

const randomNumbers = ({ between }: Random, count: number, low: number, high: number) =>
  Array.from({ length: count }, () => between(low, high));
const total = (list: readonly number[]) => list.reduce((all, one) => all + one, 0);

const statistics: Template[] = [
  template('statistics', 'primary', 5, (random) => {
    const list = randomNumbers(random, 5, 8, 30);
    return total(list) % 5 !== 0
      ? undefined
      : { zh: `求 ${list.join(', ')} 的平均數`, en: `Find the mean of ${list.join(', ')}` };
  }),
  template('statistics', 'primary', 3, (random) => {
    const list = randomNumbers(random, 4, 62, 95);
    return total(list) % 4 !== 0
      ? undefined
      : {
          zh: `樂兒四次測驗的分數是 ${list.join('、')}。她的平均分是多少？`,
          en: `Lorraine scored ${list.slice(0, 3).join(', ')} and ${list[3]} in four tests. What is her mean score?`,
          problem: `求 ${list.join(', ')} 的平均數`,
        };
  }),
  template('statistics', 'junior', 4, (random) => {
    const list = randomNumbers(random, 7, 3, 30);
    const sorted = [...list].sort((a, b) => a - b);
    if (new Set(list).size < 6 || list[3] === sorted[3]) return undefined;
    return {
      zh: `求 ${list.join(', ')} 的中位數`,
      en: `Find the median of ${list.join(', ')}`,
      wrong: [`${list[3]}`, `${sorted[2]}`, `${sorted[4]}`],
    };
  }),
  template('statistics', 'junior', 3, (random) => {
    const list = randomNumbers(random, 6, 3, 30);
    return { zh: `求 ${list.join(', ')} 的中位數`, en: `Find the median of ${list.join(', ')}` };
  }),
  template('statistics', 'junior', 3, (random) => {
    const list = randomNumbers(random, 8, 2, 7);
    const counts = [2, 3, 4, 5, 6, 7].map((value) => list.filter((one) => one === value).length);
    const most = Math.max(...counts);
    return counts.filter((count) => count === most).length !== 1
      ? undefined
      : { zh: `求 ${list.join(', ')} 的眾數`, en: `Find the mode of ${list.join(', ')}` };
  }),
  template('statistics', 'junior', 2, (random) => {
    const list = randomNumbers(random, 6, 5, 60);
    return { zh: `求 ${list.join(', ')} 的分佈域`, en: `Find the range of ${list.join(', ')}` };
  }),
  template('statistics', 'senior', 5, ({ between, pick }) => {
    const [middle, [a, b]] = [
      between(8, 20),
      pick([
        [1, 3],
        [2, 4],
        [3, 5],
        [1, 2],
        [2, 6],
      ] as const),
    ];
    const list = [middle - a, middle + b, middle, middle + a, middle - b];
    return { zh: `求 ${list.join(', ')} 的標準差`, en: `Find the standard deviation of ${list.join(', ')}` };
  }),
];

const probability: Template[] = [
  template('probability', 'junior', 6, ({ between, pick }) => {
    const [a, b] = [between(2, 9), between(2, 9)];
    const [[zh, en], [zhOther, other]] = pick([
      [
        ['紅', 'red'],
        ['藍', 'blue'],
      ],
      [
        ['白', 'white'],
        ['黑', 'black'],
      ],
      [
        ['黃', 'yellow'],
        ['綠', 'green'],
      ],
    ] as const);
    return {
      zh: `袋中有 ${a} 個${zh}球和 ${b} 個${zhOther}球，隨機抽出一個，求抽到${zh}球的概率`,
      en: `A bag contains ${a} ${en} balls and ${b} ${other} balls. Find the probability of drawing a ${en} ball.`,
      ...(a !== b && a + b !== 2 * a ? { wrong: [`${a}/${b}`, `${b}/${a + b}`, `1/${a + b}`] } : {}),
    };
  }),
  template('probability', 'junior', 4, ({ pick }) => {
    const [zh, en] = pick([
      ['大於 4', 'greater than 4'],
      ['大於 2', 'greater than 2'],
      ['小於 3', 'less than 3'],
      ['小於 6', 'less than 6'],
    ] as const);
    return {
      zh: `擲一粒骰子，求得到${zh} 的概率`,
      en: `A die is rolled. Find the probability of getting a number ${en}.`,
    };
  }),
  template('probability', 'senior', 5, ({ between, pick }) => {
    const [n, k] = [between(6, 14), pick([2, 3, 4])];
    return {
      zh: `從 ${n} 人中選出 ${k} 人，有多少種選法？`,
      en: `In how many ways can ${k} people be chosen from ${n} people?`,
    };
  }),
  template('probability', 'senior', 4, ({ between, pick }) => {
    const [n, k] = [between(5, 9), pick([2, 3])];
    return {
      zh: `求 {nPr(${n}, ${k})} 的值`.replace(/\{nPr\((\d+), (\d+)\)\}/, '\\(P^{$1}_{$2}\\)'),
      en: `Evaluate {nPr(${n}, ${k})}`.replace(/\{nPr\((\d+), (\d+)\)\}/, '\\(P^{$1}_{$2}\\)'),
      problem: `計算 ${n}P${k}`,
    };
  }),
];

const differentiate = (formula: string, wrong?: readonly string[]) => ({
  zh: `求 {${formula}} 的導數`,
  en: `Differentiate {${formula}}`,
  ...(wrong ? { wrong } : {}),
});
const calculus: Template[] = [
  template('differentiation', 'senior', 5, ({ nonzero, between }) => {
    const [a, b, c] = [between(2, 5), nonzero(-6, 6), nonzero(-9, 9)];
    return differentiate(poly([a, b, c, nonzero(-9, 9)]));
  }),
  template('differentiation', 'senior', 4, ({ between, nonzero }) => {
    const [a, b, n] = [between(2, 5), nonzero(-6, 6), between(3, 6)];
    if (gcd(a, b) !== 1) return undefined;
    const inner = poly([a, b]);
    return differentiate(`(${inner})^${n}`, [
      `${n}(${inner})^${n - 1}`,
      `${a * n}(${inner})^${n}`,
      `${a}(${inner})^${n - 1}`,
    ]);
  }),
  template('differentiation', 'senior', 4, ({ between, pick }) =>
    differentiate(`x^${between(2, 4)} ${pick(['e^x', 'sin x', 'cos x', 'ln x'])}`),
  ),
  template('differentiation', 'senior', 4, ({ between, pick }) => {
    const k = between(2, 6);
    return differentiate(pick([`sin(${k}x)`, `cos(${k}x)`, `e^(${k}x)`, `ln(${k}x + 1)`]));
  }),
  template('differentiation', 'senior', 3, ({ between, nonzero }) => {
    const [a, b] = [between(1, 4), nonzero(-5, 5)];
    return gcd(a, b) === 1 ? differentiate(`x/(${poly([a, b])})`) : undefined;
  }),
  template('integration', 'senior', 6, ({ between, nonzero }) => {
    const f = poly([3 * between(1, 3), 2 * nonzero(-4, 4), nonzero(-9, 9)]);
    return integral(`∫ (${f}) dx`, `\\int \\left(${tex(f)}\\right) dx`);
  }),
  template('integration', 'senior', 5, ({ between, nonzero }) => {
    const [f, top] = [poly([3, 2 * nonzero(-4, 4), nonzero(-6, 6)]), between(1, 4)];
    return integral(`∫_0^${top} (${f}) dx`, `\\int_{0}^{${top}} \\left(${tex(f)}\\right) dx`);
  }),
  template('integration', 'senior', 4, ({ between }) => {
    const [a, n] = [between(2, 5), between(2, 4)];
    return integral(`∫ (${a}x + 1)^${n} dx`, `\\int \\left(${a}x+1\\right)^{${n}} dx`);
  }),
  template('integration', 'senior', 3, ({ between, pick }) => {
    const [k, f] = [between(2, 5), pick(['sin', 'cos'])];
    return integral(`∫ ${f}(${k}x) dx`, `\\int \\${f} ${k}x\\, dx`);
  }),
];

const tex = (f: string) => f.replace(/\^(\d)/g, '^{$1}').replaceAll(' ', '');
const integral = (problem: string, latex: string) => ({
  zh: `求 \\(${latex}\\)`,
  en: `Find \\(${latex}\\)`,
  problem: `求 ${problem}`,
});

export const dataTemplates = [...statistics, ...probability, ...calculus];
