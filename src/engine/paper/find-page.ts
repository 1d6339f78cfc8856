/** Finds the sheet of paper in a photograph. */
import sharp from 'sharp';
import { frame } from './geometry.ts';
import { findEdges } from './page-edges.ts';
import { findLines } from './page-lines.ts';
import { findQuads } from './page-quads.ts';
import type { Picture } from './read-picture.ts';
import type { Corners } from './types.ts';

export interface FoundPage {
  corners: Corners;
  confidence: number;
}

const smallSide = 640;

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
  const best = quads[0];
  if (!best) return whole;
  const toFull = ({ x, y }: { x: number; y: number }) => ({
    x: ((x + 0.5) * width) / w,
    y: ((y + 0.5) * height) / h,
  });
  const corners = best.corners.map(toFull) as unknown as Corners;
  return { corners, confidence: best.score };
}
