export type Row = {
  metric: string;
  value: string;
  /** Rows without a target are for information only. */
  target?: string;
  reached?: boolean;
};

/** A row whose value must not be above (`atMost`) or below (`atLeast`) its target. */
export const atMost = (
  metric: string,
  value: number,
  target: number,
  format: (value: number) => string,
): Row => ({
  metric,
  value: format(value),
  target: `≤ ${format(target)}`,
  reached: value <= target,
});
export const atLeast = (
  metric: string,
  value: number,
  target: number,
  format: (value: number) => string,
): Row => ({
  metric,
  value: format(value),
  target: `≥ ${format(target)}`,
  reached: value >= target,
});

export const missed = (rows: readonly Row[]) => rows.some(({ reached }) => reached === false);

export function printTable(rows: readonly Row[]) {
  const cells = rows.map(({ metric, value, target = '', reached }) => [
    metric,
    value,
    target,
    reached === undefined ? '' : reached ? 'pass' : 'MISSED',
  ]);
  const all = [['figure', 'measured', 'target', ''], ...cells];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  for (const row of all)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}
