import { widen } from '../writing/erase-plan.ts';

/** Where the small picture steps from one surface to another. Print is taken off first, so that what remains are edges of things. */

export interface Small {
  /** RGB, pixel by pixel. */
  data: Uint8Array;
  width: number;
  height: number;
}

export interface Edges {
  /** The picture with what is dark and thin filled in by its surroundings. */
  plain: Small;
  /** How dark what was filled in is: print, writing, grain. */
  thin: Uint8Array;
  /** Strength of the step, on its crest only; 0 elsewhere. */
  crest: Uint8Array;
  /** Direction across the step, in degrees from 0 to 179. */
  across: Uint8Array;
  /** How much goes on around each pixel, beside how light it is there: little on a page's rim, much in grain, cloth and print. */
  busy: Uint8Array;
}

/** A power of two: see highestOfNine. */
const fillReach = 4;
const padding = 2 * fillReach;

/**
 * In place, each value becomes the highest of the nine that start with it and follow `step` apart: of 2, of 4 and of 8, each from
 * the one before, then of two of these. Right up to nine from the end.
 */
function highestOfNine(values: Uint8Array, step: number, length: number) {
  for (let reach = step; reach < padding * step; reach *= 2) raiseBy(values, reach, length - reach);
  raiseBy(values, step, length - step);
}

function raiseBy(values: Uint8Array, reach: number, end: number) {
  for (let i = 0; i < end; i++) {
    const other = values[i + reach] as number;
    if (other > (values[i] as number)) values[i] = other;
  }
}

/** The highest around each pixel, or with `flip` 255 the lowest. Beyond the picture its edge is repeated. */
function highestAround({ data, width, height }: Small, flip: 0 | 255): Small {
  const stride = width * 3;
  const line = new Uint8Array(stride + padding * 3);
  const rows = new Uint8Array((height + padding) * stride);
  const last = stride + (fillReach - 1) * 3;
  for (let y = 0; y < height; y++) {
    const from = y * stride;
    for (let i = 0; i < stride; i++) line[i + fillReach * 3] = (data[from + i] as number) ^ flip;
    for (let i = 0; i < fillReach * 3; i++) {
      line[i] = line[fillReach * 3 + (i % 3)] as number;
      line[last + 3 + i] = line[last + (i % 3)] as number;
    }
    highestOfNine(line, 3, line.length);
    rows.set(line.subarray(0, stride), (y + fillReach) * stride);
  }
  for (let k = 0; k < fillReach; k++) {
    rows.copyWithin(k * stride, fillReach * stride, (fillReach + 1) * stride);
    const end = (height + fillReach) * stride;
    rows.copyWithin(end + k * stride, end - stride, end);
  }
  highestOfNine(rows, stride, rows.length);
  const out = rows.slice(0, height * stride);
  if (flip) for (let i = 0; i < out.length; i++) out[i] = (out[i] as number) ^ flip;
  return { data: out, width, height };
}

/** Grown and shrunk again: what is dark and thinner than the reach is gone. */
const fillThin = (picture: Small) => highestAround(highestAround(picture, 0), 255);

/** Each pixel with its neighbours, 1 2 1 both ways; the outermost pixels stay. */
function smooth({ data, width, height }: Small): Small {
  const out = new Uint8Array(data);
  const stride = width * 3;
  const sums = new Uint16Array(stride);
  for (let y = 1; y < height - 1; y++) {
    const row = y * stride;
    for (let i = 0, at = row; i < stride; i++, at++)
      sums[i] = (data[at - stride] as number) + 2 * (data[at] as number) + (data[at + stride] as number);
    for (let i = 3; i < stride - 3; i++)
      out[row + i] = ((sums[i - 3] as number) + 2 * (sums[i] as number) + (sums[i + 3] as number) + 8) >> 4;
  }
  return { data: out, width, height };
}

export function findEdges(picture: Small): Edges {
  const calm = smooth(picture);
  const plain = fillThin(calm);
  const { width, height } = picture;
  const thin = new Uint8Array(width * height);
  for (let i = 0; i < thin.length; i++)
    thin[i] = (plain.data[i * 3 + 1] as number) - (calm.data[i * 3 + 1] as number);
  const steps = crests(smooth(plain));
  // Between two sheets there is only the shadow of the upper one, which filling takes off too.
  const shadows = crests(calm);
  const print = nearPrint(thin, width, height);
  const { crest, across } = steps;
  for (let i = 0; i < crest.length; i++) {
    if (print[i] || (shadows.crest[i] as number) <= (crest[i] as number)) continue;
    crest[i] = shadows.crest[i] as number;
    across[i] = shadows.across[i] as number;
  }
  return { plain, thin, crest, across, busy: busyness(shadows.strength, plain) };
}

const printDark = 22;

function nearPrint(thin: Uint8Array, width: number, height: number) {
  const mask = thin.map((value) => (value > printDark ? 1 : 0));
  widen(mask, width, height, 2);
  return mask;
}

/** Weaker steps are nobody's crest. */
const leastCrest = 2;

function crests({ data, width, height }: Small) {
  const strength = new Uint8Array(width * height);
  const across = new Uint8Array(width * height);
  const stride = width * 3;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      let best = 0;
      let bestX = 0;
      let bestY = 0;
      const first = (y * width + x) * 3;
      for (let at = first; at < first + 3; at++) {
        const up = at - stride;
        const down = at + stride;
        const falling = (data[down + 3] as number) - (data[up - 3] as number);
        const rising = (data[up + 3] as number) - (data[down - 3] as number);
        const gx = falling + rising + 2 * ((data[at + 3] as number) - (data[at - 3] as number));
        const gy = falling - rising + 2 * ((data[down] as number) - (data[up] as number));
        const size = gx * gx + gy * gy;
        if (size > best) {
          best = size;
          bestX = gx;
          bestY = gy;
        }
      }
      const value = Math.sqrt(best) / 4;
      strength[y * width + x] = value > 255 ? 255 : value;
      // Where there is no crest nobody asks for its direction, and most of a page has none.
      if (value >= leastCrest)
        across[y * width + x] = Math.round((Math.atan2(bestY, bestX) * 180) / Math.PI + 360) % 180;
    }
  }
  return { crest: onlyCrests(strength, across, width, height), across, strength };
}

/** Keeps a pixel only where it is the strongest across the step. */
function onlyCrests(strength: Uint8Array, across: Uint8Array, width: number, height: number) {
  const out = new Uint8Array(strength.length);
  const steps = Int32Array.from({ length: 180 }, (_, degrees) => {
    const angle = (degrees * Math.PI) / 180;
    return Math.round(Math.sin(angle)) * width + Math.round(Math.cos(angle));
  });
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      const value = strength[at] as number;
      if (value < leastCrest) continue;
      const step = steps[across[at] as number] as number;
      if (value >= (strength[at + step] as number) && value > (strength[at - step] as number))
        out[at] = value;
    }
  }
  return out;
}

/** Slopes below this are noise; above that much more, all is equally busy. */
const noise = 2.5;
const busiest = 7;

function busyness(strength: Uint8Array, { data, width, height }: Small) {
  const out = new Uint8Array(strength.length);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      let sum = 0;
      for (let row = at - width; row <= at + width; row += width)
        sum += (strength[row - 1] as number) + (strength[row] as number) + (strength[row + 1] as number);
      const relative = ((sum / 9) * 180) / ((data[at * 3 + 1] as number) + 30);
      out[at] = 255 * Math.min(1, Math.max(0, (relative - noise) / busiest));
    }
  }
  return out;
}
