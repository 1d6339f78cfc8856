import type { Chance } from '../../tests/random.ts';

type Maker = (of: Chance) => string;

const letters = ['x', 'y', 'a', 'n', 't'];
const names = ['小明', '陳先生', '美美', '家樂', '志強'];
const things = ['蘋果', '鉛筆', '故事書', '貼紙', '曲奇'];

const whole = (of: Chance, least: number, most: number) => least + of.below(most - least + 1);
const small = (of: Chance) => whole(of, 2, 12);

/** One line each, as they stand in Hong Kong textbooks: mathematics, and the wording around it. */
const makers: Maker[] = [
  (of) => `解方程 ${small(of)}${of.pick(letters)} + ${small(of)} = ${whole(of, 13, 99)}`,
  (of) => `解方程 ${small(of)}(x - ${small(of)}) = ${small(of)}x + ${small(of)}`,
  (of) => `因式分解 x² - ${whole(of, 5, 15)}x + ${whole(of, 4, 56)}`,
  (of) => `因式分解 ${small(of)}a² - ${whole(of, 4, 81)}b²`,
  (of) => `展開 (${of.pick(letters)} + ${small(of)})(${small(of)} - m)`,
  (of) => `求 y = ${small(of)}x³ + ${small(of)}x 的導數。`,
  (of) => `計算 ${whole(of, 100, 999)} × ${small(of)} - ${whole(of, 20, 90)}`,
  (of) => `計算 ${whole(of, 10, 99)} ÷ ${small(of)} + ${(of.share() * 20).toFixed(2)}`,
  (of) => `求 ${whole(of, 100, 900)} 的 ${whole(of, 5, 95)}% 是多少？`,
  (of) => `解不等式 ${small(of)}x - ${small(of)} > ${whole(of, 13, 60)}`,
  (of) => `解聯立方程 x + y = ${whole(of, 10, 40)} 及 x - y = ${small(of)}`,
  (of) => `已知 x = ${small(of)}，求 ${small(of)}x + ${whole(of, 10, 50)} 的值。`,
  (of) => `${of.pick(names)}有 ${whole(of, 20, 99)} 個${of.pick(things)}，吃了 ${small(of)} 個，還剩多少個？`,
  (of) => `一盒${of.pick(things)}售 ${whole(of, 12, 80)} 元，買 ${small(of)} 盒要付多少元？`,
  (of) => `長方形的長是 ${whole(of, 10, 40)} 厘米，闊是 ${small(of)} 厘米，求它的面積。`,
  (of) => `求直角三角形的斜邊，兩直角邊長 ${small(of)} 厘米和 ${small(of)} 厘米。`,
  (of) => `等差數列的首項是 ${small(of)}，公差是 ${small(of)}，求第 ${whole(of, 10, 30)} 項。`,
  (of) => `將 ${whole(of, 2, 30)} 公里化為米。`,
  (of) => `求通過點 (${small(of)}, ${small(of)}) 且斜率為 ${small(of)} 的直線方程。`,
  (of) => `Solve ${small(of)}x - ${small(of)} = ${whole(of, 13, 99)} and check your answer.`,
];

export const problems = (of: Chance, count: number) =>
  Array.from({ length: count }, (_, index) => (makers[index % makers.length] as Maker)(of));
