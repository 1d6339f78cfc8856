import type { Size } from '../stage/view-transform.ts';

const maxSide = 48;
const samplesPerCell = 8;

/**
 * The brightest pixel of every cell, which ignores print. The server computes the paper colour more exactly,
 * from every pixel, when strokes are saved; this is the preview until then.
 */
export function brightest(pixels: Uint8ClampedArray, sampleWidth: number, { width, height }: Size) {
  const map = new Uint8ClampedArray(width * height * 4);
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      let best = 0;
      let bestSum = -1;
      for (let y = 0; y < samplesPerCell; y++)
        for (let x = 0; x < samplesPerCell; x++) {
          const at = ((row * samplesPerCell + y) * sampleWidth + column * samplesPerCell + x) * 4;
          const sum = (pixels[at] as number) + (pixels[at + 1] as number) + (pixels[at + 2] as number);
          if (sum > bestSum) [best, bestSum] = [at, sum];
        }
      map.set(pixels.subarray(best, best + 3), (row * width + column) * 4);
      map[(row * width + column) * 4 + 3] = 255;
    }
  return map;
}

export function mapSize({ width, height }: Size): Size {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** The paper colour all over a page, as a picture of a few dozen pixels to be stretched over it. */
export async function paperMapOf(bitmap: ImageBitmap): Promise<ImageBitmap> {
  const size = mapSize(bitmap);
  const [sampleWidth, sampleHeight] = [size.width * samplesPerCell, size.height * samplesPerCell];
  const samples = new OffscreenCanvas(sampleWidth, sampleHeight).getContext('2d', {
    willReadFrequently: true,
  });
  if (!samples) throw new Error('this browser gives no canvas to a worker');
  samples.drawImage(bitmap, 0, 0, sampleWidth, sampleHeight);
  const colours = brightest(samples.getImageData(0, 0, sampleWidth, sampleHeight).data, sampleWidth, size);
  return createImageBitmap(new ImageData(colours, size.width, size.height));
}
