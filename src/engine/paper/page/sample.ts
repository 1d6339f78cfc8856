/** A small grey version of the straightened page, to detect which way up it is and how its lines bend. */
import sharp from 'sharp';
import type { Picture } from '../read-picture.ts';
import type { Corners } from '../types.ts';
import { frame, homography } from './geometry.ts';
import { flatSize } from './straighten.ts';

export interface GreyPage {
  data: Uint8Array;
  width: number;
  height: number;
}

/** At this size the print of a usual page is about 14 px high. */
const sheetSample = 1024;
const multiple = 32;

export async function samplePage(
  picture: Picture,
  corners: Corners,
  longSide = sheetSample,
): Promise<GreyPage> {
  const flat = flatSize(corners, picture.width, picture.height);
  const scale = longSide / Math.max(flat.width, flat.height);
  const whole = (side: number) => Math.max(multiple, Math.round((side * scale) / multiple) * multiple);
  const [width, height] = [whole(flat.width), whole(flat.height)];
  // The picture may be shrunk first, but not enlarged: that would be slow for a small page in a big picture.
  const shrink = Math.min(1, scale);
  const [w, h] = [picture.width, picture.height].map((side) => Math.max(1, Math.round(side * shrink))) as [
    number,
    number,
  ];
  const grey = await sharp(picture.data, {
    raw: { width: picture.width, height: picture.height, channels: 3 },
  })
    .resize(w, h, { fit: 'fill', kernel: 'mitchell' })
    .extractChannel(1)
    .raw()
    .toBuffer();
  const inSmall = corners.map(({ x, y }) => ({
    x: (x * w) / picture.width,
    y: (y * h) / picture.height,
  })) as unknown as Corners;
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, k = 0, l = 1] = homography(
    frame(width, height),
    inSmall,
  );
  const data = new Uint8Array(width * height);
  for (let y = 0, out = 0; y < height; y++) {
    for (let x = 0; x < width; x++, out++) {
      const px = x + 0.5;
      const py = y + 0.5;
      const depth = g * px + k * py + l;
      const u = Math.min(Math.max((a * px + b * py + c) / depth - 0.5, 0), w - 1);
      const v = Math.min(Math.max((d * px + e * py + f) / depth - 0.5, 0), h - 1);
      const i = Math.floor(u);
      const j = Math.floor(v);
      const at = j * w + i;
      const right = i + 1 < w ? 1 : 0;
      const below = at + (j + 1 < h ? w : 0);
      const s = u - i;
      const t = v - j;
      const top = (grey[at] as number) * (1 - s) + (grey[at + right] as number) * s;
      const bottom = (grey[below] as number) * (1 - s) + (grey[below + right] as number) * s;
      data[out] = top * (1 - t) + bottom * t + 0.5;
    }
  }
  return { data, width, height };
}

/** The page rotated clockwise by quarter turns. */
export function turnedGrey({ data, width, height }: GreyPage, quarters: number): GreyPage {
  if (quarters === 0) return { data, width, height };
  const out = new Uint8Array(data.length);
  const [w, h] = quarters === 2 ? [width, height] : [height, width];
  for (let v = 0, to = 0; v < h; v++) {
    for (let u = 0; u < w; u++, to++) {
      const from =
        quarters === 1
          ? (height - 1 - u) * width + v
          : quarters === 2
            ? (height - 1 - v) * width + (width - 1 - u)
            : u * width + (width - 1 - v);
      out[to] = data[from] as number;
    }
  }
  return { data: out, width: w, height: h };
}
