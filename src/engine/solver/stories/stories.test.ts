import { describe, expect, test } from 'vitest';
import { solve } from '../solve.ts';

const problems: [string, string][] = [
  ['雞兔同籠，共有頭 35 個，腳 94 隻，問雞兔各有多少隻？', 'x = 23, y = 12'],
  ['農場裏有雞和兔共 20 隻，牠們共有 56 隻腳。雞和兔各有幾隻？', 'x = 12, y = 8'],
  [
    'There are 20 chickens and rabbits on a farm. They have 56 legs. How many of each are there?',
    'x = 12, y = 8',
  ],
  ['三個連續整數的和是 36，求這三個數。', '11, 12, 13'],
  ['三個連續奇數的和為 51，求最大的數。', '19'],
  ['The sum of three consecutive even numbers is 54. Find the numbers.', '16, 18, 20'],
  ['The sum of two consecutive integers is -5. Find the numbers.', 'declined'],
  ['5 個數的平均數是 12，其中 4 個數的平均數是 10，求餘下的一個數。', '20'],
  ['The mean of 6 numbers is 7. The mean of 5 of them is 8. Find the other number.', '2'],
  ['父親今年 42 歲，兒子今年 12 歲，問多少年後父親的年齡是兒子的 3 倍？', 'x = 3'],
  [
    'A father is 40 years old and his son is 10 years old. In how many years will he be three times as old as his son?',
    'x = 5',
  ],
  ['甲單獨完成一項工程需 6 天，乙需 3 天，兩人合作需多少天完成？', '2 days'],
  [
    'A can finish a job in 6 hours and B can finish it in 12 hours. How long will they take working together?',
    '4 h',
  ],
  ['一輛汽車以時速 60 公里行駛了 2.5 小時，問它行駛了多少公里？', '150 km'],
  ['A car travels at 80 km/h for 3 hours. How far does it travel?', '240 km'],
  ['一列火車 3 小時行駛了 270 公里，求它的平均速率。', '90 km/h'],
  ['A bus travels 90 km in 1.5 hours. Find its average speed.', '60 km/h'],
  ['一輛巴士以每小時 50 公里的速度行駛 125 公里，需要多少小時？', '5/2 h'],
  ['一件外套原價 $480，現以八折出售，求售價。', '384'],
  ['一件外套原價 $480，以七五折出售，求售價。', '360'],
  ['一部相機的標價是 $1,250，減價 12%，求售價。', '1100'],
  ['The marked price of a shirt is $80. It is sold at a discount of 15%. Find its selling price.', '68'],
  ['一件貨品的成本是 $200，盈利百分率是 25%，求售價。', '250'],
  ['The cost of a bag is $200. It is sold at a loss of 15%. Find its selling price.', '170'],
  ['3 與 5 的和', '8'],
  ['What is the product of 6 and 7?', '42'],
  ['一個數增加 20% 後是 60，求這個數', 'x = 50'],
  ['一個數的 20% 是 50，求該數', 'x = 250'],
  ['由 80 增至 100，求百分增加', '25%'],
  ['80 比 100 少百分之幾', '20%'],
  ['數據 2, 5, x, 9 的平均數是 6，求 x', 'x = 8'],
  ['The mean of 2, 4, x and 8 is 5. Find x.', 'x = 6'],
  ['等差數列 3, 7, 11, … 中第幾項是 83？', '21'],
  ['等差數列 3, 7, 11, …, 99 共有多少項？', '25'],
  ['一件商品成本 $80，售價 $100，求盈利百分率。', '25%'],
  ['A toy is bought for $80 and is sold for $60. Find the percentage loss.', '25%'],
  ['將本金 $10000 存入銀行，年利率 5%，以複利計算，每年複利一次，存 2 年後，求本利和。', '11025'],
  ['本金 $8000，年利率 3%，以單利計算，存 4 年，求利息。', '960'],
  ['Find the compound interest on $10000 at 5% per annum for 2 years.', '1025'],
  ['$5000 is deposited at 4% per annum simple interest for 3 years. Find the amount.', '5600'],
  ['複利息：本金 $10000，年利率 5%，每年一結，3 年後的本利和', '11576.25'],
  ['本金 $8000，年利率 3%，以單利計算，存 4 年後的利息是多少？', '960'],
  ['小明有 $120，用了 35%，還剩多少？', '78'],
  ['Mary has $80 and spends 15% of it. How much does she have left?', '68'],
  ['把 $500 按 2:3 分給甲、乙，問乙得多少元？', '300'],
  ['Share $90 between A and B in the ratio 4:5. How much does A get?', '40'],
];

/** Variants in which one more word makes it a different question. */
const variants = [
  '複利息：本金 $10000，年利率 5%，每半年一結，3 年後的本利和',
  '小明有 $120，用了 35%，再用餘下的 20%，還剩多少？',
  '三角形兩邊為 5 和 8，夾角 60°，求第三邊的平方',
  '三角形兩邊為 5 和 8，夾角 200°，求第三邊',
  '求 x^2-7x+3=0 兩根之和的平方與兩根之積',
  '求 y = x^3−3x 在 0≤x≤5 的極值',
  '求 y = x^3 的極值',
  '求 y = x^3−3x 的極值和 x 截距',
  'Find the local maximum and minimum and the x-intercept of y = x^3 - 3x',
  '把 0.000452 和 0.03 之和寫成科學記數法',
  '雞兔同籠，共有頭 35 個，腳 94 隻，其中 2 隻雞只有一隻腳，問雞兔各有多少隻？',
  '雞兔同籠，共有頭 35 個，腳 94 隻，問雞比兔多多少隻？',
  '雞兔同籠，共有頭 35 個，腳 95 隻，問雞兔各有多少隻？',
  '雞兔同籠，共有頭 10 個，腳 100 隻，問雞兔各有多少隻？',
  '三個連續整數的和是 37，求這三個數。',
  '三個連續奇數的和是 36，求這三個數。',
  '三個連續整數的平方和是 50，求這三個數。',
  '三個連續整數的和是 36，求這三個數的積。',
  '5 個數的平均數是 12，其中 3 個數的平均數是 10，求餘下的一個數。',
  '父親今年 42 歲，兒子今年 12 歲，問多少年前父親的年齡是兒子的 4 倍？',
  '父親今年 42 歲，兒子今年 12 歲，問多少年後父親的年齡是兒子的 4 倍？',
  '父親今年 42 歲，兒子 5 年後 12 歲，問多少年後父親的年齡是兒子的 3 倍？',
  '甲單獨完成一項工程需 6 天，乙需 3 小時，兩人合作需多少天完成？',
  '甲單獨完成一項工程需 6 天，乙需 3 天，甲先做 1 天，兩人再合作需多少天完成？',
  '一輛汽車以時速 60 公里行駛了 30 分鐘，問它行駛了多少公里？',
  '一輛汽車以時速 60 公里行駛了 2 小時，再以時速 80 公里行駛了 1 小時，問它行駛了多少公里？',
  '一輛汽車以時速 60 公里行駛了 2 小時，問它行駛了多少米？',
  'A car travels at 80 km/h for 3 hours. How far does it travel in the first hour?',
  'A car travels 90 km in 90 minutes. Find its average speed.',
  '一件外套原價 $480，先加價 10%，現以八折出售，求售價。',
  '兩件外套原價 $480，現以八折出售，求售價。',
  '一件外套原價 $480，現以八折出售，求折扣。',
  '一件外套原價 $480，減價 120%，求售價。',
  '一件商品成本 $100，售價 $80，求盈利百分率。',
  'The cost of a bag is $200. It is sold at a loss of 15%. Find the loss.',
  '本金 $8000，年利率 3%，以單利計算，存 4 個月，求利息。',
  '將本金 $10000 存入銀行，年利率 5%，以複利計算，每半年複利一次，存 2 年後，求本利和。',
  'Find the compound interest on $10000 at 5% per annum for 2 years compounded half-yearly.',
  '把 $500 按 2:3:5 分給甲、乙，問乙得多少元？',
  '把 $500 按 2:3 分給甲、乙，問丙得多少元？',
  '把 $500 按 2:3 分給甲、乙，問乙比甲多得多少元？',
  'Share $90 between A and B in the ratio 4:5. How much more does B get?',
];

describe('word problems', () => {
  test.each(problems)('has the expected answer and checked steps: %s', (text, answer) => {
    const solution = solve(text);
    expect(solution.ok ? solution.answer : 'declined').toBe(answer);
    if (!solution.ok) return;
    const [reading, ...rest] = solution.steps;
    // The first step states the interpretation and is never marked as checked; all later steps are.
    expect(reading?.checked).toBe(false);
    expect(rest.length).toBeGreaterThan(0);
    expect(rest.every(({ checked }) => checked)).toBe(true);
  });

  test.each(variants)('a variant with an unsupported detail is declined: %s', (text) => {
    expect(solve(text)).toMatchObject({ ok: false });
  });
});
