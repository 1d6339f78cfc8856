/** Upright pages, or pieces of them, in each of the four rotations: how often the orientation is detected. */

import { readFile } from 'node:fs/promises';
import { shippedModels } from '../../src/engine/paper/erase.ts';
import { frame } from '../../src/engine/paper/page/geometry.ts';
import { openPageNetworks } from '../../src/engine/paper/page/networks.ts';
import { samplePage } from '../../src/engine/paper/page/sample.ts';
import {
  findTurn,
  findTurnOfPiece,
  minTurnConfidence,
  turned,
} from '../../src/engine/paper/page/take-page.ts';
import { type Picture, readPicture } from '../../src/engine/paper/read-picture.ts';
import type { Turn } from '../../src/engine/paper/types.ts';
import { atLeast, atMost, type Row } from '../tools/table.ts';
import { picturesIn } from './pictures.ts';

const turns: Turn[] = [0, 90, 180, 270];
const percent = (value: number) => `${(value * 100).toFixed(1)} %`;

/** Rows: the page's rotation; columns: the rotation that was applied to it. */
function printConfusion(counts: number[][]) {
  console.log('turned by      made: 0     90    180    270');
  counts.forEach((row, i) => {
    console.log(String(turns[i]).padStart(9), '     ', ...row.map((count) => String(count).padStart(6)));
  });
}

/** A part of the page, as people photograph one question: full width or half, a fifth to a half of the height. */
function pieceOf({ data, width, height }: Picture, i: number): Picture {
  const [w, h] = [i % 2 ? width : width >> 1, Math.round(height * (0.2 + 0.075 * (i % 5)))];
  const [left, top] = [i % 4 === 0 ? 0 : width - w, Math.round((height - h) * ((i * 0.37) % 1))];
  const out = new Uint8Array(w * h * 3);
  for (let y = 0; y < h; y++) {
    const from = ((top + y) * width + left) * 3;
    out.set(data.subarray(from, from + w * 3), y * w * 3);
  }
  return { data: out, width: w, height: h };
}

export async function measureTurns(folder: string, pieces = false): Promise<Row[]> {
  const networks = await openPageNetworks(shippedModels);
  const counts = turns.map(() => turns.map(() => 0));
  let [pages, time, processor] = [0, 0, 0];
  for (const { name, file } of await picturesIn(folder, /^[^.]+\.(png|jpg)$/)) {
    const page = await readPicture(await readFile(file));
    const upright = pieces ? pieceOf(page, pages) : page;
    pages++;
    for (const [i, turn] of turns.entries()) {
      const picture = turned(upright, turn);
      const [began, busy] = [performance.now(), process.cpuUsage()];
      const whole = frame(picture.width, picture.height);
      const sample = await samplePage(picture, whole);
      const found = pieces
        ? await findTurnOfPiece(networks, sample, (side) => samplePage(picture, whole, side))
        : await findTurn(networks, sample);
      time += performance.now() - began;
      const used = process.cpuUsage(busy);
      processor += (used.user + used.system) / 1000;
      const applied = found.confidence >= minTurnConfidence ? found.turn : 0;
      const row = counts[i] as number[];
      row[turns.indexOf(applied)] = (row[turns.indexOf(applied)] ?? 0) + 1;
      if ((turn + applied) % 360 !== 0)
        console.log(
          name,
          `turned by ${turn}: made ${applied}, would be ${found.turn} at ${found.confidence.toFixed(3)}`,
        );
    }
  }
  printConfusion(counts);
  const at = (i: number, j: number) => counts[i]?.[j] ?? 0;
  const righted = at(1, 3) + at(2, 2) + at(3, 1);
  const unturned = at(0, 0) + at(1, 0) + at(2, 0) + at(3, 0);
  const wrong = 4 * pages - righted - unturned;
  return [
    { metric: 'pages, each turned by four', value: String(pages) },
    atLeast('turned pages righted', righted / (3 * pages), 0.95, percent),
    atMost('wrong turns', wrong / (4 * pages), 0.005, percent),
    { metric: 'looking, each', value: `${(time / pages / 4).toFixed(0)} ms` },
    { metric: 'of processor time', value: `${(processor / pages / 4).toFixed(0)} ms` },
  ];
}
