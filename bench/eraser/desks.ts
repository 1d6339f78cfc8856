/** Synthetic photographs of pages on desks, whose corners are known. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { shippedModels } from '../../src/engine/paper/erase.ts';
import { findBend } from '../../src/engine/paper/page/curl.ts';
import { findPage } from '../../src/engine/paper/page/find-page.ts';
import { apply, distance, frame, homography } from '../../src/engine/paper/page/geometry.ts';
import { openPageNetworks } from '../../src/engine/paper/page/networks.ts';
import { samplePage } from '../../src/engine/paper/page/sample.ts';
import { minCornersConfidence } from '../../src/engine/paper/page/take-page.ts';
import { readPicture } from '../../src/engine/paper/read-picture.ts';
import type { Corners } from '../../src/engine/paper/types.ts';
import { atLeast, atMost, type Row } from '../tools/table.ts';

interface Truth {
  width: number;
  height: number;
  corners: [number, number][];
}

/** Printers leave a margin, so a crop within it cuts only paper. As a share of the page's width. */
const rim = 0.015;

/** Whether the crop cuts off part of the printable area. */
function cutsPrint(found: Corners, page: Corners) {
  const into = homography(found, frame(1, 1));
  const onPage = homography(frame(1, 1), page);
  const printable = frame(1, 1).map(({ x, y }) =>
    apply(onPage, { x: x ? 1 - rim : rim, y: y ? 1 - rim * 0.7 : rim * 0.7 }),
  );
  return printable.some((corner) => {
    const { x, y } = apply(into, corner);
    return x < 0 || y < 0 || x > 1 || y > 1;
  });
}

export async function measureDesks(folder: string): Promise<Row[]> {
  const truth = JSON.parse(await readFile(join(folder, 'corners.json'), 'utf8')) as Record<string, Truth>;
  const networks = await openPageNetworks(shippedModels);
  const sums = { right: 0, unsure: 0, cut: 0, all: 0, time: 0, processor: 0, bent: 0 };
  for (const [name, { width, height, corners }] of Object.entries(truth)) {
    const picture = await readPicture(await readFile(join(folder, name)));
    const [began, busy] = [performance.now(), process.cpuUsage()];
    const found = await findPage(picture, networks);
    sums.time += performance.now() - began;
    const used = process.cpuUsage(busy);
    sums.processor += (used.user + used.system) / 1000;
    const page = corners.map(([x, y]) => ({ x, y })) as unknown as Corners;
    const off =
      Math.max(...page.map((corner, i) => distance(corner, found.corners[i as 0]))) /
      Math.hypot(width, height);
    const sure = found.confidence >= minCornersConfidence;
    const cut = sure && cutsPrint(found.corners, page);
    sums.all++;
    if (sure && off <= 0.01) sums.right++;
    if (!sure) sums.unsure++;
    if (cut) sums.cut++;
    if (sure && findBend(await samplePage(picture, found.corners), 1)) {
      sums.bent++;
      console.log(name, 'is flat and would be bent');
    }
    if (!sure || off > 0.01) {
      console.log(
        name,
        `corners off by ${(off * 100).toFixed(2)} %, confidence ${found.confidence.toFixed(2)}${sure ? '' : ', whole frame taken'}${cut ? ', CUTS PRINT' : ''}`,
      );
    }
  }
  return [
    { metric: 'photographs', value: String(sums.all) },
    atLeast(
      'corners within 1 % of the diagonal',
      sums.right / sums.all,
      0.97,
      (value) => `${(value * 100).toFixed(1)} %`,
    ),
    { metric: 'unsure: the whole frame taken', value: String(sums.unsure) },
    atMost('crops that cut print', sums.cut, 0, String),
    atMost('flat pages that would be bent', sums.bent, 0, String),
    { metric: 'finding, each', value: `${(sums.time / sums.all).toFixed(0)} ms` },
    { metric: 'of processor time', value: `${(sums.processor / sums.all).toFixed(0)} ms` },
  ];
}
