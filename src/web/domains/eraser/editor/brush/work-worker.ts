import { boxesOf, inkMapOf, isFrame, type Picture, partAt, partsLike, visibleParts } from './ink-at.ts';
import { encodeMask } from './mask-png.ts';
import { paperMapOf } from './paper-map.ts';
import { rasterise } from './strokes.ts';
import type { Answer, Order, Work } from './work.ts';

/** Smaller pictures are drawn fast enough at full size. */
const worthHalving = 3_000_000;

async function decode(blob: Blob): Promise<Work['decode']['made']> {
  const whole = await createImageBitmap(blob, { colorSpaceConversion: 'none' });
  const { width, height } = whole;
  if (width * height <= worthHalving) return { whole, half: null, paper: await paperMapOf(whole) };
  const half = await createImageBitmap(whole, {
    resizeWidth: Math.round(width / 2),
    resizeHeight: Math.round(height / 2),
    resizeQuality: 'medium',
  });
  return { whole, half, paper: null };
}

async function pixelsOf(blob: Blob): Promise<Picture> {
  const bitmap = await createImageBitmap(blob, { colorSpaceConversion: 'none' });
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('this browser gives no canvas to a worker');
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return { data: context.getImageData(0, 0, width, height).data, width, height };
}

let looked: { key: string; map: ReturnType<typeof inkMapOf>; visible: Uint8Array } | undefined;

async function pick({
  key,
  before,
  now,
  at,
  reach,
  size,
}: Work['pick']['given']): Promise<Work['pick']['made']> {
  if (looked?.key !== key) {
    const map = inkMapOf(await pixelsOf(before));
    looked = { key, map, visible: visibleParts(map, await pixelsOf(now)) };
  }
  const { map, visible } = looked;
  const scale = map.width / size.width;
  const label = partAt(map, visible, { x: at.x * scale, y: at.y * scale }, Math.max(2, reach * scale));
  const part = map.parts[label - 1];
  if (!part) return { found: 'none' };
  if (isFrame(map, part)) return { found: 'frame' };
  const like = partsLike(map, visible, label);
  const likeBoxes = like.length > 0 ? boxesOf(map, like, size) : [];
  return { found: 'ink', own: boxesOf(map, [label], size), like: likeBoxes, likeCount: like.length };
}

const port = self as unknown as { postMessage(answer: Answer, transfer: Transferable[]): void };

self.onmessage = async ({ data }: MessageEvent<Order>) => {
  const { id } = data;
  try {
    if (data.kind === 'mask') {
      const { strokes, size } = data.given;
      return port.postMessage({ id, made: await encodeMask(rasterise(strokes, size), size) }, []);
    }
    if (data.kind === 'pick') return port.postMessage({ id, made: await pick(data.given) }, []);
    const made = await decode(data.given.blob);
    port.postMessage(
      { id, made },
      Object.values(made).filter((bitmap) => bitmap !== null),
    );
  } catch (error) {
    port.postMessage({ id, failed: String(error) }, []);
  }
};
