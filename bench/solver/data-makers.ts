/** Problem generators: statistics, probability, units. */
import { between, inRandomWording, type Maker, value } from './problem.ts';

export const statistics: Maker = (random) => {
  const data = Array.from({ length: between(random, 4, 9) }, () => between(random, 1, 30));
  const list = data.join(random.pick([', ', ',', '、', '，']));
  const sorted = [...data].sort((x, y) => x - y);
  const n = data.length;
  const total = data.reduce((x, y) => x + y, 0);
  const middle =
    n % 2 === 1 ? `${sorted[n >> 1]}` : `Rational(${(sorted[n / 2 - 1] ?? 0) + (sorted[n / 2] ?? 0)}, 2)`;
  const squares = data.reduce((x, y) => x + y * y, 0);
  const make = (ways: string[], expr: string): ReturnType<Maker> => ({
    text: inRandomWording(random, ways, list),
    truth: { type: 'value', expr },
  });
  switch (random.below(5)) {
    case 0:
      return make(
        ['求 @ 的平均數', 'Find the mean of @', '@ 的平均值是多少？', 'Find the average of @.'],
        `Rational(${total}, ${n})`,
      );
    case 1:
      return make(['求 @ 的中位數', 'Find the median of @', '以下數據的中位數：@'], middle);
    case 2:
      return make(
        ['求 @ 的標準差', 'Find the standard deviation of @', '計算 @ 的標準差'],
        `sqrt(Rational(${n * squares - total * total}, ${n * n}))`,
      );
    case 3:
      return make(
        ['求 @ 的方差', 'Find the variance of @'],
        `Rational(${n * squares - total * total}, ${n * n})`,
      );
    default:
      return make(
        ['求 @ 的分佈域', 'Find the range of @', '數據 @ 的分佈域是多少？'],
        `${(sorted.at(-1) ?? 0) - (sorted[0] ?? 0)}`,
      );
  }
};

export const probability: Maker = (random) => {
  const [n, r] = [between(random, 5, 15), between(random, 1, 5)];
  const [a, b] = [between(random, 1, 9), between(random, 1, 9)];
  switch (random.below(7)) {
    case 0:
      return value(
        random,
        random.pick([`C(${n},${r})`, `${n}C${r}`, `C^{${n}}_{${r}}`, `\\binom{${n}}{${r}}`]),
        `binomial(${n},${r})`,
      );
    case 1:
      return value(random, random.pick([`P(${n},${r})`, `${n}P${r}`]), `factorial(${n})/factorial(${n - r})`);
    case 2:
      return {
        text: random.pick([
          `從 ${n} 人中選出 ${r} 人，有多少種選法？`,
          `In how many ways can ${r} students be chosen from ${n} students?`,
          `How many ways are there to select ${r} people from ${n} people?`,
        ]),
        truth: { type: 'value', expr: `binomial(${n},${r})` },
      };
    case 3:
      return {
        text: random.pick([
          `A bag contains ${a} red balls and ${b} blue balls. Find the probability of drawing a red ball.`,
          `袋中有 ${a} 個紅球和 ${b} 個藍球，隨機抽出一個，求抽到紅球的概率。`,
        ]),
        truth: { type: 'value', expr: `Rational(${a}, ${a + b})` },
      };
    case 4:
      return {
        text: random.pick([
          '擲一枚公平的骰子，求得到偶數的概率。',
          'A fair die is thrown. Find the probability of getting an even number.',
        ]),
        truth: { type: 'value', expr: 'Rational(1,2)' },
      };
    case 5: {
      const k = between(random, 1, 5);
      return {
        text: random.pick([
          `擲一枚骰子，求點數大於 ${k} 的概率`,
          `A die is thrown. Find the probability of getting a number greater than ${k}.`,
        ]),
        truth: { type: 'value', expr: `Rational(${6 - k}, 6)` },
      };
    }
    default:
      return {
        text: random.pick([
          `${r + 2} 本不同的書排成一行，有多少種排法？`,
          `In how many ways can ${r + 2} different books be arranged in a row?`,
        ]),
        truth: { type: 'value', expr: `factorial(${r + 2})` },
      };
  }
};

export const units: Maker = (random) => {
  const table = [
    ['km', 'm', 1000, '公里', '米'],
    ['m', 'cm', 100, '米', '厘米'],
    ['cm', 'mm', 10, '厘米', '毫米'],
    ['kg', 'g', 1000, '公斤', '克'],
    ['L', 'mL', 1000, '升', '毫升'],
    ['h', 'min', 60, '小時', '分鐘'],
    ['min', 's', 60, '分鐘', '秒'],
    ['m^2', 'cm^2', 10_000, '平方米', '平方厘米'],
  ] as const;
  if (random.happens(0.15)) {
    const n = between(random, 1, 12) * 18;
    return {
      text: random.pick([`Convert ${n} km/h to m/s`, `把 ${n} km/h 化為 m/s`, `${n} km/h = ? m/s`]),
      truth: { type: 'value', expr: `Rational(${n * 5}, 18)`, unit: true },
    };
  }
  const [big, small, rate, bigName, smallName] = random.pick(table);
  const n = random.happens(0.5)
    ? `${between(random, 1, 40)}`
    : `${between(random, 1, 40)}.${between(random, 1, 9)}`;
  if (random.happens(0.5))
    return {
      text: random.pick([
        `${n} ${big} = ? ${small}`,
        `Convert ${n} ${big} to ${small}`,
        `把 ${n} ${bigName}化為${smallName}`,
        `${n}${bigName}等於多少${smallName}？`,
        `Express ${n} ${big} in ${small}`,
      ]),
      truth: { type: 'value', expr: `Rational('${n}')*${rate}`, unit: true },
    };
  return {
    text: random.pick([
      `${n} ${small} = ? ${big}`,
      `Convert ${n} ${small} to ${big}`,
      `將 ${n} ${smallName}轉為${bigName}`,
    ]),
    truth: { type: 'value', expr: `Rational('${n}')/${rate}`, unit: true },
  };
};
