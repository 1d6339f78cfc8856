/**
 * Hourly rates in Hong Kong by grade and kind of tutor: figures of Tutor Circle's table of February 2026 (all
 * subjects except English), HK$ per hour. Cells that the table leaves open are filled by the rules documented
 * below.
 */

export const tutorClasses = ['no_demand', 'level_5', 'level_5_star', 'full_time', 'school_teacher'] as const;
export type TutorClass = (typeof tutorClasses)[number];

/** A `null` high means "and above". */
type Cell = readonly [low: number, high: number | null];
type PublishedRow = readonly [Cell | null, Cell, Cell, Cell, Cell];

const kindergarten: PublishedRow = [
  [100, 140],
  [150, 200],
  [170, 270],
  [210, null],
  [360, null],
];
const primary1: PublishedRow = [
  [100, 140],
  [150, 200],
  [170, 270],
  [250, null],
  [360, null],
];
const primary2And3: PublishedRow = [
  [110, 150],
  [150, 200],
  [180, 280],
  [250, null],
  [360, null],
];
const primary4And5: PublishedRow = [
  [120, 160],
  [160, 220],
  [190, 290],
  [250, null],
  [400, null],
];
const primary6: PublishedRow = [
  [130, 170],
  [160, 220],
  [200, 300],
  [250, null],
  [400, null],
];
const secondary1: PublishedRow = [
  [140, 180],
  [160, 210],
  [210, 310],
  [300, null],
  [450, null],
];
const secondary2: PublishedRow = [
  [140, 180],
  [160, 220],
  [210, 310],
  [300, null],
  [450, null],
];
const secondary3: PublishedRow = [
  [150, 190],
  [170, 220],
  [220, 320],
  [300, null],
  [450, null],
];
const secondary4: PublishedRow = [
  [150, 190],
  [170, 220],
  [220, 320],
  [350, null],
  [500, null],
];
const secondary5And6: PublishedRow = [
  [160, 200],
  [180, 230],
  [230, 330],
  [350, null],
  [500, null],
];
const tertiary: PublishedRow = [null, [190, 240], [240, 340], [400, null], [600, null]];

/**
 * By the id of the grade in the reference list. IB and A-Level lead to university like 中六 and use its row; 大專 and
 * 成人 use 大專以上.
 */
const publishedRows = new Map<number, PublishedRow>([
  [1, kindergarten],
  [2, kindergarten],
  [3, kindergarten],
  [4, primary1],
  [5, primary2And3],
  [6, primary2And3],
  [7, primary4And5],
  [8, primary4And5],
  [9, primary6],
  [10, secondary1],
  [11, secondary2],
  [12, secondary3],
  [13, secondary4],
  [14, secondary5And6],
  [15, secondary5And6],
  [16, secondary5And6],
  [17, secondary5And6],
  [18, tertiary],
  [19, tertiary],
]);

const stageOfGrade = (grade: number) =>
  grade <= 3
    ? 1
    : grade <= 9
      ? 2
      : grade <= 12
        ? 3
        : grade <= 15
          ? 4
          : grade <= 17
            ? 5
            : grade === 18
              ? 6
              : 7;

export type MarketCell = { low: number; middle: number; high: number };

const toTens = (price: number) => Math.round(price / 10) * 10;

/**
 * An open-ended cell gets the same ratio of high to low as the last closed cell of its row (級 5*–5**), rounded to
 * tens. The one missing cell (大專以上, no demand) gets the same ratio to 中六's cell as the next class has, rounded to
 * tens.
 */
function closed(row: PublishedRow, at: number): [number, number] {
  const cell = row[at];
  if (!cell) {
    const [low, high] = closed(secondary5And6, at);
    const [nextLow, nextHigh] = closed(row, at + 1);
    const [baseLow, baseHigh] = closed(secondary5And6, at + 1);
    return [toTens((low * nextLow) / baseLow), toTens((high * nextHigh) / baseHigh)];
  }
  if (cell[1] !== null) return [cell[0], cell[1]];
  const [low, high] = closed(row, 2);
  return [cell[0], toTens((cell[0] * high) / low)];
}

const cells = new Map<number, MarketCell[]>(
  [...publishedRows].map(([grade, row]) => [
    grade,
    tutorClasses.map((_, at) => {
      const [low, high] = closed(row, at);
      return { low, middle: Math.round((low + high) / 2), high };
    }),
  ]),
);

export const isKnownGrade = (grade: number) => cells.has(grade);

/** The stage (幼稚園, 小學, 初中, 高中, 國際課程, 大專, 成人) as the reference list numbers it. */
export const gradeStage = stageOfGrade;

/** The market rate to use before any case is accepted. The middle is halfway between low and high. */
export function marketCell(grade: number, tutorClass: TutorClass): MarketCell {
  const cell = cells.get(grade)?.[tutorClasses.indexOf(tutorClass)];
  if (!cell) throw new RangeError(`there is no market rate for grade ${grade}`);
  return cell;
}
