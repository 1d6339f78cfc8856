import type { Random } from '../../tests/random.ts';

type Maker = (random: Random) => string;

const letters = ['x', 'y', 'a', 'n', 't'];
const names = ['小明', '陳先生', '美美', '家樂', '志強'];
const things = ['蘋果', '鉛筆', '故事書', '貼紙', '曲奇'];

const whole = (random: Random, least: number, most: number) => least + random.below(most - least + 1);
const small = (random: Random) => whole(random, 2, 12);

/** One line each, as in Hong Kong textbooks: mathematics, and the wording around it. */
const makers: Maker[] = [
  (random) => `解方程 ${small(random)}${random.pick(letters)} + ${small(random)} = ${whole(random, 13, 99)}`,
  (random) => `解方程 ${small(random)}(x - ${small(random)}) = ${small(random)}x + ${small(random)}`,
  (random) => `因式分解 x² - ${whole(random, 5, 15)}x + ${whole(random, 4, 56)}`,
  (random) => `因式分解 ${small(random)}a² - ${whole(random, 4, 81)}b²`,
  (random) => `展開 (${random.pick(letters)} + ${small(random)})(${small(random)} - m)`,
  (random) => `求 y = ${small(random)}x³ + ${small(random)}x 的導數。`,
  (random) => `計算 ${whole(random, 100, 999)} × ${small(random)} - ${whole(random, 20, 90)}`,
  (random) => `計算 ${whole(random, 10, 99)} ÷ ${small(random)} + ${(random.share() * 20).toFixed(2)}`,
  (random) => `求 ${whole(random, 100, 900)} 的 ${whole(random, 5, 95)}% 是多少？`,
  (random) => `解不等式 ${small(random)}x - ${small(random)} > ${whole(random, 13, 60)}`,
  (random) => `解聯立方程 x + y = ${whole(random, 10, 40)} 及 x - y = ${small(random)}`,
  (random) => `已知 x = ${small(random)}，求 ${small(random)}x + ${whole(random, 10, 50)} 的值。`,
  (random) =>
    `${random.pick(names)}有 ${whole(random, 20, 99)} 個${random.pick(things)}，吃了 ${small(random)} 個，還剩多少個？`,
  (random) => `一盒${random.pick(things)}售 ${whole(random, 12, 80)} 元，買 ${small(random)} 盒要付多少元？`,
  (random) => `長方形的長是 ${whole(random, 10, 40)} 厘米，闊是 ${small(random)} 厘米，求它的面積。`,
  (random) => `求直角三角形的斜邊，兩直角邊長 ${small(random)} 厘米和 ${small(random)} 厘米。`,
  (random) =>
    `等差數列的首項是 ${small(random)}，公差是 ${small(random)}，求第 ${whole(random, 10, 30)} 項。`,
  (random) => `將 ${whole(random, 2, 30)} 公里化為米。`,
  (random) => `求通過點 (${small(random)}, ${small(random)}) 且斜率為 ${small(random)} 的直線方程。`,
  (random) => `Solve ${small(random)}x - ${small(random)} = ${whole(random, 13, 99)} and check your answer.`,
];

export const problems = (random: Random, count: number) =>
  Array.from({ length: count }, (_, index) => (makers[index % makers.length] as Maker)(random));
