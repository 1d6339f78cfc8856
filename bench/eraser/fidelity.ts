/** Similarity of two pictures (PSNR, SSIM) within a mask. */
import { blur, grey, type Plane } from './planes.ts';

/** Over all channels, in decibels; 99 for equal pictures. */
export function psnr(a: Plane, b: Plane, mask: (i: number) => boolean) {
  let [sum, n] = [0, 0];
  for (let i = 0; i < a.width * a.height; i++) {
    if (!mask(i)) continue;
    for (let c = 0; c < 3; c++) sum += ((a.data[i * 3 + c] as number) - (b.data[i * 3 + c] as number)) ** 2;
    n += 3;
  }
  if (n === 0) return Number.NaN;
  return sum === 0 ? 99 : 10 * Math.log10(255 ** 2 / (sum / n));
}

/** Of the grey pictures, with a Gaussian window of 11×11 (Wang et al., 2004), averaged over the mask. */
export function ssim(first: Plane, second: Plane, mask: (i: number) => boolean) {
  const a = grey(first);
  const b = grey(second);
  const product = (p: Plane, q: Plane) => ({
    ...p,
    data: Float32Array.from(p.data, (value, i) => value * (q.data[i] as number)),
  });
  const smooth = (plane: Plane<Uint8Array | Float32Array>) => blur(plane, 1.5, 11).data;
  const [ma, mb, aa, bb, ab] = [
    smooth(a),
    smooth(b),
    smooth(product(a, a)),
    smooth(product(b, b)),
    smooth(product(a, b)),
  ];
  const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];
  let [sum, n] = [0, 0];
  for (let i = 0; i < a.data.length; i++) {
    if (!mask(i)) continue;
    const [x, y] = [ma[i] as number, mb[i] as number];
    const [vx, vy, vxy] = [(aa[i] as number) - x * x, (bb[i] as number) - y * y, (ab[i] as number) - x * y];
    sum += ((2 * x * y + c1) * (2 * vxy + c2)) / ((x * x + y * y + c1) * (vx + vy + c2));
    n++;
  }
  return sum / n;
}
