/** Finds the sheet of paper in a photograph. */
import sharp from 'sharp';
import { distance, frame } from './geometry.ts';
import { findEdges } from './page-edges.ts';
import { findLines } from './page-lines.ts';
import { confidenceOf, findQuads, type Quad } from './page-quads.ts';
import { refineSides } from './page-sides.ts';
import type { Picture } from './read-picture.ts';
import type { Corners } from './types.ts';

export interface FoundPage {
  corners: Corners;
  confidence: number;
}

const smallSide = 640;
/** The best quads, looked at in the picture's own pixels. */
const mostRefined = 16;
const sameWithin = 4;
const agreedWeight = 8;
const leastAgreedWeight = 6;

/** Quads that refining may bring to the same page are one. */
function distinct(quads: Quad[]) {
  const chosen: Quad[] = [];
  for (const quad of quads) {
    if (chosen.length === mostRefined) break;
    const known = chosen.some((other) =>
      quad.corners.every((corner, i) => distance(corner, other.corners[i as 0]) < sameWithin),
    );
    if (!known) chosen.push(quad);
  }
  return chosen;
}

export async function findPage({ data, width, height }: Picture): Promise<FoundPage> {
  const scale = Math.min(1, smallSide / Math.max(width, height));
  const [w, h] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  const whole = { corners: frame(width, height), confidence: 0 };
  if (Math.min(w, h) < 64) return whole;
  const small = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize(w, h, { fit: 'fill', kernel: 'mitchell' })
    .raw()
    .toBuffer();
  const edges = findEdges({ data: small, width: w, height: h });
  const { level, upright } = findLines(edges);
  const quads = findQuads(level, upright, edges.plain);
  const toFull = ({ x, y }: { x: number; y: number }) => ({
    x: ((x + 0.5) * width) / w,
    y: ((y + 0.5) * height) / h,
  });
  let best: FoundPage = whole;
  let highest = Number.NEGATIVE_INFINITY;
  for (const quad of distinct(quads)) {
    const rough = quad.corners.map(toFull) as unknown as Corners;
    const { corners, agreed } = refineSides({ data, width, height }, rough, width / w);
    const score =
      quad.score +
      agreedWeight * (agreed.reduce((sum, share) => sum + share, 0) / 4) +
      leastAgreedWeight * Math.min(...agreed);
    if (score > highest) {
      highest = score;
      best = { corners, confidence: confidenceOf(score) };
    }
  }
  return best;
}
