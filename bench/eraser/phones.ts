/** Synthetic photographs as phones give them (training/eraser/phone_desks.py): is the page taken, whole, and upright? */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { shippedModels } from '../../src/engine/paper/erase.ts';
import { findPage } from '../../src/engine/paper/page/find-page.ts';
import { apply, distance, frame, homography } from '../../src/engine/paper/page/geometry.ts';
import { openPageNetworks } from '../../src/engine/paper/page/networks.ts';
import { samplePage } from '../../src/engine/paper/page/sample.ts';
import { findTurn, minCornersConfidence, turnConfidenceFor } from '../../src/engine/paper/page/take-page.ts';
import { readPicture } from '../../src/engine/paper/read-picture.ts';
import type { Corners } from '../../src/engine/paper/types.ts';
import { atLeast, atMost, type Row } from '../tools/table.ts';

interface Truth {
  kind: string;
  width: number;
  height: number;
  /** Of the page that lies upright when its first corner is top left; they may lie outside the picture. */
  corners: [number, number][];
  /** Of all paper that belongs together: both pages of two. */
  page: [number, number][];
}

/** Printers leave a margin, so a crop within it cuts only paper. As a share of the page's width. */
const rim = 0.015;
const [across, down] = [120, 160];
/** A crop with more than this share of its area beside the page is not the page. */
const mostBeside = 0.04;

const cornersOf = (points: [number, number][]) => points.map(([x, y]) => ({ x, y })) as unknown as Corners;

/** The share of the visible print area that the crop cuts off, and of the crop that is not page. */
function compare(found: Corners, page: Corners, { width, height }: Truth) {
  const [onPage, onFound] = [homography(page, frame(1, 1)), homography(found, frame(1, 1))];
  const [onPicture, fromPage] = [homography(frame(1, 1), found), homography(frame(1, 1), page)];
  const within = (h: ReturnType<typeof homography>, p: { x: number; y: number }, edge: number) => {
    const { x, y } = apply(h, p);
    return x > edge && y > edge && x < 1 - edge && y < 1 - edge;
  };
  const sums = { print: 0, cut: 0, crop: 0, beside: 0 };
  for (let j = 0; j < down; j++) {
    for (let i = 0; i < across; i++) {
      const at = { x: (i + 0.5) / across, y: (j + 0.5) / down };
      const p = apply(fromPage, { x: rim + (1 - 2 * rim) * at.x, y: rim + (1 - 2 * rim) * at.y });
      if (p.x > 0 && p.y > 0 && p.x < width && p.y < height) {
        sums.print++;
        if (!within(onFound, p, 0)) sums.cut++;
      }
      sums.crop++;
      if (!within(onPage, apply(onPicture, at), 0)) sums.beside++;
    }
  }
  return { cut: sums.cut / sums.print, beside: sums.beside / sums.crop };
}

export async function measurePhones(folder: string): Promise<Row[]> {
  const truth = JSON.parse(await readFile(join(folder, 'corners.json'), 'utf8')) as Record<string, Truth>;
  const networks = await openPageNetworks(shippedModels);
  const kinds = new Map<
    string,
    { all: number; right: number; unsure: number; cut: number; upright: number; wrong: number }
  >();
  for (const [name, one] of Object.entries(truth)) {
    const picture = await readPicture(await readFile(join(folder, name)));
    const found = await findPage(picture, networks);
    const sure = found.confidence >= minCornersConfidence;
    const corners = sure ? found.corners : frame(one.width, one.height);
    const { cut, beside } = compare(corners, cornersOf(one.page), one);
    const first = cornersOf(one.corners)[0];
    const nearest = [0, 1, 2, 3].reduce((a, b) =>
      distance(first, corners[b as 0]) < distance(first, corners[a as 0]) ? b : a,
    );
    const { turn, confidence } = await findTurn(networks, await samplePage(picture, corners));
    const applied = confidence >= turnConfidenceFor(found.confidence) ? turn : 0;
    const wanted = (360 - nearest * 90) % 360;
    const sums = kinds.get(one.kind) ?? { all: 0, right: 0, unsure: 0, cut: 0, upright: 0, wrong: 0 };
    kinds.set(one.kind, sums);
    const right = cut < 0.002 && beside <= mostBeside;
    sums.all++;
    if (right) sums.right++;
    if (!sure) sums.unsure++;
    if (cut >= 0.002) sums.cut++;
    if (applied === wanted) sums.upright++;
    else if (applied !== 0) sums.wrong++;
    if (!right || applied !== wanted)
      console.log(
        name,
        `cuts ${(cut * 100).toFixed(1)} %, ${(beside * 100).toFixed(1)} % beside, confidence ${found.confidence.toFixed(2)}; turned ${applied} instead of ${wanted} at ${confidence.toFixed(2)}`,
      );
  }
  const percent = (value: number) => `${(value * 100).toFixed(1)} %`;
  const total = (key: 'all' | 'right' | 'cut' | 'upright' | 'wrong') =>
    [...kinds.values()].reduce((sum, one) => sum + one[key], 0);
  return [
    ...[...kinds].map(([kind, { all, right, unsure, cut, upright }]) => ({
      metric: `${kind}: taken, unsure, cut, upright`,
      value: `${right}, ${unsure}, ${cut}, ${upright} of ${all}`,
    })),
    atLeast('page taken', total('right') / total('all'), 0.96, percent),
    atMost('crops that cut print', total('cut'), 0, String),
    atLeast('upright', total('upright') / total('all'), 0.99, percent),
    atMost('wrong turns', total('wrong'), 0, String),
  ];
}
