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

const port = self as unknown as { postMessage(answer: Answer, transfer: Transferable[]): void };

self.onmessage = async ({ data }: MessageEvent<Order>) => {
  const { id } = data;
  try {
    if (data.kind === 'mask') {
      const { strokes, size } = data.given;
      return port.postMessage({ id, made: await encodeMask(rasterise(strokes, size), size) }, []);
    }
    const made = await decode(data.given.blob);
    port.postMessage(
      { id, made },
      Object.values(made).filter((bitmap) => bitmap !== null),
    );
  } catch (error) {
    port.postMessage({ id, failed: String(error) }, []);
  }
};
