import { encodeMask } from './mask-png.ts';
import { rasterise } from './strokes.ts';
import type { Answer, Order } from './work.ts';

/** Below this a picture is drawn quickly enough as it is. */
const worthHalving = 3_000_000;

async function decode(blob: Blob) {
  const whole = await createImageBitmap(blob, { colorSpaceConversion: 'none' });
  const half =
    whole.width * whole.height > worthHalving
      ? await createImageBitmap(whole, {
          resizeWidth: Math.round(whole.width / 2),
          resizeHeight: Math.round(whole.height / 2),
          resizeQuality: 'medium',
        })
      : null;
  return { whole, half };
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
    port.postMessage({ id, made }, made.half ? [made.whole, made.half] : [made.whole]);
  } catch (error) {
    port.postMessage({ id, failed: String(error) }, []);
  }
};
