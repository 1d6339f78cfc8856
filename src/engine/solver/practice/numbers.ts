/** Question templates: arithmetic, HCF and LCM, unit conversion. */
import { gcd, type Random, type Template, template } from './template.ts';

/** A proper fraction in lowest terms. */
function fraction({ between }: Random, maxBottom = 9): [number, number] {
  for (;;) {
    const bottom = between(3, maxBottom);
    const top = between(1, bottom - 1);
    if (gcd(top, bottom) === 1) return [top, bottom];
  }
}

const calculate = (formula: string, wrong?: readonly string[]) => ({
  zh: `計算 {${formula}}`,
  en: `Calculate {${formula}}`,
  ...(wrong ? { wrong } : {}),
});

const arithmetic: Template[] = [
  template('arithmetic', 'primary', 4, (random) => {
    const [[a, b], [c, d]] = [fraction(random), fraction(random)];
    if (b === d) return undefined;
    return calculate(`${a}/${b} + ${c}/${d}`, [
      `${a + c}/${b + d}`,
      `${a + c}/${b * d}`,
      `${a * c}/${b * d}`,
    ]);
  }),
  template('arithmetic', 'primary', 3, (random) => {
    const [[a, b], [c, d]] = [fraction(random), fraction(random)];
    const [p, q] = [random.between(3, 7), random.between(1, 2)];
    return b === d ? undefined : calculate(`${p} ${a}/${b} - ${q} ${c}/${d}`);
  }),
  template('arithmetic', 'primary', 3, (random) => {
    const [[a, b], [c, d]] = [fraction(random), fraction(random)];
    return calculate(`${a}/${b} × ${c}/${d}`);
  }),
  template('arithmetic', 'primary', 3, ({ between }) => {
    const [a, b, c, d] = [between(3, 9), between(11, 24), between(3, 9), between(2, 9)];
    return calculate(`${a} × (${b} + ${c}) - ${d * 6} ÷ ${d}`);
  }),
  template('arithmetic', 'primary', 3, ({ between, pick }) => {
    const [quotient, by] = [between(4, 24), pick([0.3, 0.4, 0.6, 0.8, 1.2, 1.5])];
    return calculate(`${Number((quotient * by).toFixed(2))} ÷ ${by}`);
  }),
  template('arithmetic', 'primary', 3, ({ between, pick }) => {
    const [percent, whole] = [pick([15, 25, 35, 40, 45, 60, 75]), 20 * between(3, 18)];
    return { zh: `${whole} 的 ${percent}% 是多少？`, en: `What is ${percent}% of ${whole}?` };
  }),
  template('arithmetic', 'primary', 3, ({ between, pick }) => {
    const [percent, price] = [pick([10, 15, 20, 25, 30, 40]), 20 * between(6, 30)];
    const [zh, en] = pick([
      ['外套', 'coat'],
      ['書包', 'school bag'],
      ['耳筒', 'pair of headphones'],
    ] as const);
    return {
      zh: `一件${zh}原價 ${price} 元，現減價 ${percent}% 發售。售價是多少元？`
        .replace('一件書包', '一個書包')
        .replace('一件耳筒', '一副耳筒'),
      en: `A ${en} costs $${price} and is now sold at ${percent}% off. What is the selling price in dollars?`,
      problem: `計算 ${price} × (1 - ${percent}/100)`,
    };
  }),
  template('arithmetic', 'primary', 3, ({ between, pick }) => {
    const [a, b] = pick([
      [1, 3],
      [2, 5],
      [3, 8],
      [1, 4],
      [2, 7],
    ] as const);
    const whole = b * between(6, 15);
    return {
      zh: `小晴有 ${whole} 張貼紙，把其中的 {${a}/${b}} 送給妹妹。她還剩多少張貼紙？`,
      en: `Hailey has ${whole} stickers and gives {${a}/${b}} of them to her sister. How many stickers does she have left?`,
      problem: `計算 ${whole} × (1 - ${a}/${b})`,
    };
  }),
  template('arithmetic', 'primary', 2, ({ between, pick }) => {
    const [boxes, each, pupils] = [between(4, 9), between(12, 24), pick([2, 3, 4, 6])];
    if ((boxes * each) % pupils !== 0) return undefined;
    return {
      zh: `老師有 ${boxes} 盒鉛筆，每盒 ${each} 枝，平均分給 ${pupils} 班。每班得多少枝鉛筆？`,
      en: `A teacher has ${boxes} boxes of ${each} pencils and shares them equally among ${pupils} classes. How many pencils does each class get?`,
      problem: `計算 ${boxes} × ${each} ÷ ${pupils}`,
    };
  }),
  template('arithmetic', 'junior', 4, ({ between }) => {
    const [a, b, c, d] = [between(2, 9), between(2, 9), between(2, 9), between(2, 6)];
    return calculate(`(-${a}) × ${b} - (-${c * d}) ÷ ${d}`, [
      `${-a * b - c}`,
      `${a * b + c}`,
      `${a * b - c}`,
    ]);
  }),
  template('arithmetic', 'junior', 3, ({ between }) => {
    const [a, b, c] = [between(2, 6), between(2, 9), between(2, 9)];
    return calculate(`(-${a})^2 - ${b} × (-${c})`);
  }),
  template('arithmetic', 'junior', 3, (random) => {
    const [[a, b], [c, d], k] = [fraction(random, 6), fraction(random, 6), random.between(2, 4) * 6];
    return b === d ? undefined : calculate(`(${a}/${b} - ${c}/${d}) × ${k}`);
  }),
  template('arithmetic', 'junior', 2, ({ between, pick }) => {
    const [hours, speed] = [pick([1.5, 2.5, 0.5, 1.25]), 4 * between(9, 22)];
    return {
      zh: `一輛貨車以時速 ${speed} 公里行駛了 ${hours} 小時。它共行駛了多少公里？`,
      en: `A lorry travels at ${speed} km/h for ${hours} hours. How many kilometres does it travel?`,
      problem: `計算 ${speed} × ${hours}`,
    };
  }),
];

const numbers: Template[] = [
  template('number', 'primary', 6, ({ between }) => {
    const g = between(3, 15);
    const [a, b] = [between(2, 7), between(3, 9)];
    if (a >= b || gcd(a, b) !== 1) return undefined;
    return {
      zh: `求 ${g * a} 和 ${g * b} 的最大公因數`,
      en: `Find the H.C.F. of ${g * a} and ${g * b}`,
      ...(g % 2 === 0 ? { wrong: [`${g / 2}`, `${g * a * b}`, `${g * 2}`] } : {}),
    };
  }),
  template('number', 'primary', 6, ({ between }) => {
    const g = between(2, 8);
    const [a, b] = [between(2, 6), between(3, 7)];
    if (a >= b || gcd(a, b) !== 1) return undefined;
    return {
      zh: `求 ${g * a} 和 ${g * b} 的最小公倍數`,
      en: `Find the L.C.M. of ${g * a} and ${g * b}`,
      ...(g % 2 === 1 ? { wrong: [`${g}`, `${g * g * a * b}`, `${2 * g * a * b}`] } : {}),
    };
  }),
  template('number', 'primary', 3, ({ between }) => {
    const g = between(2, 6);
    const [a, b, c] = [between(2, 4), between(3, 5), between(5, 7)];
    return gcd(gcd(a, b), c) !== 1 || a === b || b === c
      ? undefined
      : {
          zh: `求 ${g * a}、${g * b} 和 ${g * c} 的最大公因數`,
          en: `Find the H.C.F. of ${g * a}, ${g * b} and ${g * c}`,
        };
  }),
  template('number', 'primary', 4, ({ between }) => {
    const [a, b] = [between(4, 10), between(6, 15)];
    if (a >= b || gcd(a, b) === a) return undefined;
    return {
      zh: `甲巴士每 ${a} 分鐘開出一班，乙巴士每 ${b} 分鐘開出一班。兩車現在同時開出，最少多少分鐘後會再次同時開出？`,
      en: `Bus A leaves every ${a} minutes and bus B every ${b} minutes. They leave together now. After how many minutes will they next leave together?`,
      problem: `求 ${a} 和 ${b} 的最小公倍數`,
    };
  }),
  template('number', 'primary', 3, ({ between }) => {
    const g = between(4, 12);
    const [a, b] = [between(3, 5), between(4, 7)];
    if (gcd(a, b) !== 1) return undefined;
    return {
      zh: `把 ${g * a} 個蘋果和 ${g * b} 個橙分成若干份，每份的蘋果和橙數目都相同，沒有剩餘。最多可分成多少份？`,
      en: `${g * a} apples and ${g * b} oranges are put into identical bags with none left over. What is the greatest number of bags?`,
      problem: `求 ${g * a} 和 ${g * b} 的最大公因數`,
    };
  }),
  template('number', 'junior', 3, ({ pick }) => {
    const value = pick([60, 72, 84, 90, 108, 120, 126, 140, 150, 168, 180, 360]);
    return { zh: `把 ${value} 寫成質因數的連乘式`, en: `Express ${value} as a product of prime factors` };
  }),
];

type Unit = readonly [zhFrom: string, from: string, zhTo: string, to: string, rate: number];
const larger: readonly Unit[] = [
  ['公里', 'km', '米', 'm', 1000],
  ['米', 'm', '厘米', 'cm', 100],
  ['公斤', 'kg', '克', 'g', 1000],
  ['升', 'L', '毫升', 'mL', 1000],
  ['小時', 'h', '分鐘', 'min', 60],
];

const units: Template[] = [
  template('unit conversion', 'primary', 9, ({ between, pick }) => {
    const [zhFrom, from, zhTo, to] = pick(larger);
    const amount =
      to === 'min' ? between(1, 5) + pick([0.5, 0.25, 0.75]) : between(2, 30) + pick([0.5, 0.2, 0.4, 0.8, 0]);
    return { zh: `把 ${amount} ${zhFrom}化為${zhTo}`, en: `Convert ${amount} ${from} to ${to}` };
  }),
  template('unit conversion', 'primary', 7, ({ between, pick }) => {
    const [zhTo, to, zhFrom, from, rate] = pick(larger);
    const amount = (rate === 60 ? 15 : rate / 20) * between(5, 60);
    return { zh: `把 ${amount} ${zhFrom}化為${zhTo}`, en: `Convert ${amount} ${from} to ${to}` };
  }),
  template('unit conversion', 'junior', 4, ({ between, pick }) => {
    const [zhFrom, from, zhTo, to] = pick([
      ['平方米', 'm²', '平方厘米', 'cm²'],
      ['平方公里', 'km²', '平方米', 'm²'],
    ] as const);
    const amount = between(1, 12) + pick([0, 0.5]);
    return { zh: `把 ${amount} ${zhFrom}化為${zhTo}`, en: `Convert ${amount} ${from} to ${to}` };
  }),
  template('unit conversion', 'junior', 3, ({ between }) => {
    const speed = 18 * between(2, 8);
    return { zh: `把 ${speed} km/h 化為 m/s`, en: `Convert ${speed} km/h to m/s` };
  }),
];

export const numberTemplates = [...arithmetic, ...numbers, ...units];
