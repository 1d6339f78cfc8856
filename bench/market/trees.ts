import { createRandom } from '../../tests/random.ts';

/** Gradient-boosted regression trees over binned columns, which find interactions and thresholds by themselves. */
export type Trees = { predict(row: ArrayLike<number>): number };
type Tree = { feature: Int16Array; cut: Float64Array; value: Float64Array };

const bins = 64;

/** Split values of a column: quantiles of a sample. */
function cutsOf(rows: readonly ArrayLike<number>[], column: number) {
  const step = Math.max(1, Math.floor(rows.length / 20_000));
  const sample: number[] = [];
  for (let at = 0; at < rows.length; at += step)
    sample.push((rows[at] as ArrayLike<number>)[column] as number);
  sample.sort((a, b) => a - b);
  const cuts = new Set<number>();
  for (let bin = 1; bin < bins; bin++) cuts.add(sample[Math.floor((bin * sample.length) / bins)] as number);
  return Float64Array.from(cuts).sort();
}

function binOf(cuts: Float64Array, value: number) {
  let low = 0;
  let high = cuts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cuts[middle] as number) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

export type Growing = {
  rounds: number;
  depth: number;
  rate: number;
  /** The share of rows and of columns that each tree is trained on. */
  rowShare: number;
  columnShare: number;
  leastRows: number;
  seed: number;
};

export function growTrees(
  rows: readonly ArrayLike<number>[],
  targets: ArrayLike<number>,
  { rounds, depth, rate, rowShare, columnShare, leastRows, seed }: Growing,
): Trees {
  const random = createRandom(seed);
  const width = rows[0]?.length ?? 0;
  const cuts = Array.from({ length: width }, (_, column) => cutsOf(rows, column));
  const binned = cuts.map((edges, column) =>
    Uint8Array.from(rows, (row) => binOf(edges, row[column] as number)),
  );
  let base = 0;
  for (let at = 0; at < rows.length; at++) base += (targets[at] as number) / rows.length;
  const residuals = Float64Array.from(rows, (_, at) => (targets[at] as number) - base);
  const nodes = 2 ** (depth + 1) - 1;
  const nodeOfRow = new Int16Array(rows.length);
  const trees: Tree[] = [];

  for (let round = 0; round < rounds; round++) {
    const chosen = Int32Array.from(
      Array.from({ length: rows.length }, (_, at) => at).filter(() => random.happens(rowShare)),
    );
    const columns = cuts.flatMap((edges, column) =>
      edges.length > 0 && random.happens(columnShare) ? [column] : [],
    );
    const tree: Tree = {
      feature: new Int16Array(nodes).fill(-1),
      cut: new Float64Array(nodes),
      value: new Float64Array(nodes),
    };
    nodeOfRow.fill(0);
    for (let level = 0; level <= depth; level++) {
      const first = 2 ** level - 1;
      const count = 2 ** level;
      const sums = new Float64Array(count);
      const sizes = new Int32Array(count);
      for (const at of chosen) {
        const node = (nodeOfRow[at] as number) - first;
        if (node < 0) continue;
        sums[node] = (sums[node] as number) + (residuals[at] as number);
        sizes[node] = (sizes[node] as number) + 1;
      }
      for (let node = 0; node < count; node++)
        tree.value[first + node] = (rate * (sums[node] as number)) / ((sizes[node] as number) + 20);
      if (level === depth) break;
      const bestGain = new Float64Array(count).fill(1e-9);
      const bestBin = new Int16Array(count);
      for (const column of columns) {
        const of = binned[column] as Uint8Array;
        const sum = new Float64Array(count * bins);
        const size = new Int32Array(count * bins);
        for (const at of chosen) {
          const node = (nodeOfRow[at] as number) - first;
          if (node < 0) continue;
          const cell = node * bins + (of[at] as number);
          sum[cell] = (sum[cell] as number) + (residuals[at] as number);
          size[cell] = (size[cell] as number) + 1;
        }
        for (let node = 0; node < count; node++) {
          let left = 0;
          let leftSize = 0;
          const all = sums[node] as number;
          const allSize = sizes[node] as number;
          for (let bin = 0; bin < bins - 1; bin++) {
            left += sum[node * bins + bin] as number;
            leftSize += size[node * bins + bin] as number;
            const rightSize = allSize - leftSize;
            if (leftSize < leastRows || rightSize < leastRows) continue;
            const gain = left ** 2 / leftSize + (all - left) ** 2 / rightSize - all ** 2 / allSize;
            if (gain <= (bestGain[node] as number)) continue;
            bestGain[node] = gain;
            bestBin[node] = bin;
            tree.feature[first + node] = column;
          }
        }
      }
      for (let node = 0; node < count; node++) {
        const column = tree.feature[first + node] as number;
        if (column >= 0) tree.cut[first + node] = cuts[column]?.[bestBin[node] as number] as number;
      }
      for (let at = 0; at < rows.length; at++) {
        const node = nodeOfRow[at] as number;
        if (node < first) continue;
        const column = tree.feature[node] as number;
        if (column < 0) continue;
        const goesLeft = (binned[column]?.[at] as number) <= (bestBin[node - first] as number);
        nodeOfRow[at] = 2 * node + (goesLeft ? 1 : 2);
      }
    }
    trees.push(tree);
    for (let at = 0; at < rows.length; at++)
      residuals[at] = (residuals[at] as number) - (tree.value[nodeOfRow[at] as number] as number);
  }

  return {
    predict(row) {
      let sum = base;
      for (const { feature, cut, value } of trees) {
        let node = 0;
        while ((feature[node] as number) >= 0)
          node = 2 * node + ((row[feature[node] as number] as number) < (cut[node] as number) ? 1 : 2);
        sum += value[node] as number;
      }
      return sum;
    },
  };
}
