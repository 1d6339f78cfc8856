/** Connected parts of what the networks take for writing, as runs of pixels: few numbers, however big the page is. */
import type { NetworkPage } from './network-page.ts';

export interface Runs {
  row: number[];
  /** First pixel of the run in its row, and the first one after it. */
  from: number[];
  to: number[];
  /** Which part each run belongs to, counted from 0. */
  part: number[];
  parts: number;
}

/** Parts of pixels whose likelier hand is above `limit` of 255; eight neighbours each. */
export function writingParts({ masks, width, height }: NetworkPage, limit: number): Runs {
  const plane = width * height;
  const runs: Runs = { row: [], from: [], to: [], part: [], parts: 0 };
  const parent: number[] = [];
  const root = (run: number) => {
    let at = run;
    while ((parent[at] as number) !== at) {
      parent[at] = parent[parent[at] as number] as number;
      at = parent[at] as number;
    }
    return at;
  };
  let above = 0;
  for (let y = 0; y < height; y++) {
    const first = runs.row.length;
    for (let x = 0, i = y * width; x < width; x++, i++) {
      if ((masks[i] as number) <= limit && (masks[i + plane] as number) <= limit) continue;
      const run = runs.row.length;
      const from = x;
      while (x < width && ((masks[i] as number) > limit || (masks[i + plane] as number) > limit)) {
        x++;
        i++;
      }
      runs.row.push(y);
      runs.from.push(from);
      runs.to.push(x);
      parent.push(run);
      // Runs of the row above that end before this one starts meet no later one either.
      while (above < first && (runs.to[above] as number) < from) above++;
      for (let k = above; k < first && (runs.from[k] as number) <= x; k++) {
        const [a, b] = [root(k), root(run)];
        parent[Math.max(a, b)] = Math.min(a, b);
      }
    }
    above = first;
  }
  for (let run = 0; run < parent.length; run++) {
    const top = root(run);
    runs.part.push(top === run ? runs.parts++ : (runs.part[top] as number));
  }
  return runs;
}
