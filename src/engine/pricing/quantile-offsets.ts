import type { Design } from './design.ts';

const sweeps = 3;
/** Levels with fewer cases get no offset. */
const leastCases = 30;
/** Factors whose levels get offsets; finer factors would fit noise. */
const shapeFactors = new Set([
  ...['all', 'grade', 'stage', 'class', 'education', 'subject', 'kind', 'district', 'type', 'length'],
  'stage, class',
]);

type Level = { column: number; members: Int32Array; own: number; error: number };

/**
 * Offsets per column whose sum is the `share` quantile of the values, not only over all rows but within every level
 * of every factor, even if the shape of the scatter differs between them. Factor by factor each level gets its own
 * quantile, shrunk towards 0 as far as the differences between levels can be explained by noise.
 */
export function quantileOffsets(
  design: Design,
  rows: readonly number[],
  values: Float64Array,
  share: number,
): Float64Array {
  const members = membersOf(design, rows);
  const offsets = new Float64Array(design.factorOf.length);
  const residuals = new Float64Array(values);
  const scratch = new Float64Array(rows.length);
  const quantileAmong = (list: Int32Array, at: number) => {
    for (let place = 0; place < list.length; place++)
      scratch[place] = residuals[list[place] as number] as number;
    return quantileOf(scratch.subarray(0, list.length), at);
  };
  const allRows = Int32Array.from(rows);
  const slope = (quantileAmong(allRows, share + 0.05) - quantileAmong(allRows, share - 0.05)) / 0.1;
  const errorOfOne = share * (1 - share) * slope * slope;

  for (let sweep = 0; sweep < sweeps; sweep++)
    for (const columns of columnsByFactor(design)) {
      const levels: Level[] = [];
      for (const column of columns) {
        const list = members[column] as Int32Array;
        if (list.length < leastCases) continue;
        const own = quantileAmong(list, share);
        levels.push({ column, members: list, own, error: errorOfOne / list.length });
      }
      const spread = spreadOf(levels);
      for (const level of levels) {
        const step = level.own * trustIn(level, spread);
        offsets[level.column] = (offsets[level.column] as number) + step;
        for (const row of level.members) residuals[row] = (residuals[row] as number) - step;
      }
    }
  return offsets;
}

/** Variance between levels beyond noise, weighted by the number of cases. */
function spreadOf(levels: readonly Level[]) {
  let sum = 0;
  let cases = 0;
  for (const { own, error, members } of levels) {
    sum += members.length * (own * own - error);
    cases += members.length;
  }
  return cases === 0 ? 0 : Math.max(0, sum / cases);
}

/** The second term trusts a single level that is far from the others although its factor as a whole hardly varies. */
function trustIn({ own, error }: Level, spread: number) {
  if (error === 0) return 1;
  return Math.max(spread / (spread + error), 1 - (4 * error) / (own * own), 0);
}

function columnsByFactor({ factors, factorOf }: Design) {
  const lists: number[][] = factors.map(() => []);
  factorOf.forEach((factor, column) => {
    if (shapeFactors.has(factors[factor] as string)) lists[factor]?.push(column);
  });
  return lists;
}

export function offsetOf(design: Design, row: number, offsets: Float64Array) {
  let sum = 0;
  for (let at = design.starts[row] as number; at < (design.starts[row + 1] as number); at++)
    sum += offsets[design.columns[at] as number] as number;
  return sum;
}

function membersOf(design: Design, rows: readonly number[]) {
  const isShapeColumn = Array.from(design.factorOf, (factor) =>
    shapeFactors.has(design.factors[factor] as string),
  );
  const counts = new Int32Array(design.factorOf.length);
  const each = (visit: (column: number, row: number) => void) => {
    for (const row of rows)
      for (let at = design.starts[row] as number; at < (design.starts[row + 1] as number); at++) {
        const column = design.columns[at] as number;
        if (isShapeColumn[column]) visit(column, row);
      }
  };
  each((column) => {
    counts[column] = (counts[column] as number) + 1;
  });
  const members = Array.from(counts, (count) => new Int32Array(count));
  counts.fill(0);
  each((column, row) => {
    (members[column] as Int32Array)[counts[column] as number] = row;
    counts[column] = (counts[column] as number) + 1;
  });
  return members;
}

/** The quantile by quickselect; the values are reordered. */
export function quantileOf(values: Float64Array, share: number) {
  const place = Math.min(values.length - 1, Math.max(0, Math.round(share * (values.length + 1)) - 1));
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const pivot = values[(low + high) >> 1] as number;
    let left = low;
    let right = high;
    while (left <= right) {
      while ((values[left] as number) < pivot) left++;
      while ((values[right] as number) > pivot) right--;
      if (left <= right) {
        const swapped = values[left] as number;
        values[left++] = values[right] as number;
        values[right--] = swapped;
      }
    }
    if (place <= right) high = right;
    else if (place >= left) low = left;
    else break;
  }
  return values[place] as number;
}
