import { widen } from './erase-plan.ts';

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

/** A power of two: see highestAlong. */
const fillReach = 4;

/** The highest of each `2·fillReach + 1` values along a line of bytes that starts at `from` and goes on by `step`. */
function highestAlong(
  data: Uint8Array,
  from: number,
  step: number,
  length: number,
  line: Uint8Array,
  out: Uint8Array,
) {
  const padded = length + 2 * fillReach;
  for (let i = 0; i < padded; i++) {
    line[i] = data[from + Math.min(Math.max(i - fillReach, 0), length - 1) * step] as number;
  }
  // The highest of 2, of 4, of 8 and of 9: each from the one before.
  const first = line.slice(0, padded);
  for (let reach = 1; reach < 2 * fillReach; reach *= 2) {
    for (let i = 0; i + reach < padded; i++) {
      if ((line[i + reach] as number) > (line[i] as number)) line[i] = line[i + reach] as number;
    }
  }
  for (let i = 0; i < length; i++) {
    const last = first[i + 2 * fillReach] as number;
    out[from + i * step] = last > (line[i] as number) ? last : (line[i] as number);
  }
}

function highestAround({ data, width, height }: Small): Small {
  const line = new Uint8Array(Math.max(width, height) + 2 * fillReach);
  const across = new Uint8Array(data.length);
  const out = new Uint8Array(data.length);
  for (let c = 0; c < 3; c++) {
    for (let y = 0; y < height; y++) highestAlong(data, y * width * 3 + c, 3, width, line, across);
    for (let x = 0; x < width; x++) highestAlong(across, x * 3 + c, width * 3, height, line, out);
  }
  return { data: out, width, height };
}

const inverted = (picture: Small): Small => ({ ...picture, data: picture.data.map((value) => 255 - value) });

/** Grown and shrunk again: what is dark and thinner than the reach is gone. */
const fillThin = (picture: Small) => inverted(highestAround(inverted(highestAround(picture))));

function smooth({ data, width, height }: Small): Small {
  const out = new Uint8Array(data);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      for (let c = 0; c < 3; c++) {
        const at = (y * width + x) * 3 + c;
        let sum = 0;
        for (let v = -1; v <= 1; v++) {
          const row = at + v * width * 3;
          const weight = v === 0 ? 2 : 1;
          sum += weight * ((data[row - 3] as number) + 2 * (data[row] as number) + (data[row + 3] as number));
        }
        out[at] = (sum + 8) >> 4;
      }
    }
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

function crests({ data, width, height }: Small) {
  const strength = new Uint8Array(width * height);
  const across = new Uint8Array(width * height);
  const stride = width * 3;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      let [best, bestX, bestY] = [0, 0, 0];
      for (let c = 0; c < 3; c++) {
        const at = (y * width + x) * 3 + c;
        const [up, down] = [at - stride, at + stride];
        const topLeft = data[up - 3] as number;
        const topRight = data[up + 3] as number;
        const bottomLeft = data[down - 3] as number;
        const bottomRight = data[down + 3] as number;
        const gx =
          topRight +
          2 * (data[at + 3] as number) +
          bottomRight -
          topLeft -
          2 * (data[at - 3] as number) -
          bottomLeft;
        const gy =
          bottomLeft +
          2 * (data[down] as number) +
          bottomRight -
          topLeft -
          2 * (data[up] as number) -
          topRight;
        const size = gx * gx + gy * gy;
        if (size > best) [best, bestX, bestY] = [size, gx, gy];
      }
      strength[y * width + x] = Math.min(255, Math.sqrt(best) / 4);
      across[y * width + x] = Math.round((Math.atan2(bestY, bestX) * 180) / Math.PI + 360) % 180;
    }
  }
  return { crest: onlyCrests(strength, across, width, height), across, strength };
}

/** Keeps a pixel only where it is the strongest across the step. */
function onlyCrests(strength: Uint8Array, across: Uint8Array, width: number, height: number) {
  const out = new Uint8Array(strength.length);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      const value = strength[at] as number;
      if (value < 2) continue;
      const angle = ((across[at] as number) * Math.PI) / 180;
      const step = Math.round(Math.sin(angle)) * width + Math.round(Math.cos(angle));
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
