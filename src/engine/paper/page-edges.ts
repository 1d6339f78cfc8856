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
}

const fillReach = 4;

/** The highest or lowest within `reach` along one direction, channel by channel. */
function extremes({ data, width, height }: Small, reach: number, highest: boolean, vertical: boolean) {
  const out = new Uint8Array(data.length);
  const step = vertical ? width * 3 : 3;
  const length = vertical ? height : width;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = vertical ? y : x;
      const [from, to] = [Math.max(-reach, -at), Math.min(reach, length - 1 - at)];
      const centre = (y * width + x) * 3;
      for (let c = 0; c < 3; c++) {
        let best = data[centre + c] as number;
        for (let k = from; k <= to; k++) {
          const value = data[centre + c + k * step] as number;
          if (highest ? value > best : value < best) best = value;
        }
        out[centre + c] = best;
      }
    }
  }
  return { data: out, width, height };
}

function fillThin(picture: Small) {
  const grown = extremes(extremes(picture, fillReach, true, false), fillReach, true, true);
  return extremes(extremes(grown, fillReach, false, false), fillReach, false, true);
}

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
  return { plain, thin, crest, across };
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
        const get = (dx: number, dy: number) => data[at + dx * 3 + dy * stride] as number;
        const gx = get(1, -1) + 2 * get(1, 0) + get(1, 1) - get(-1, -1) - 2 * get(-1, 0) - get(-1, 1);
        const gy = get(-1, 1) + 2 * get(0, 1) + get(1, 1) - get(-1, -1) - 2 * get(0, -1) - get(1, -1);
        const size = gx * gx + gy * gy;
        if (size > best) [best, bestX, bestY] = [size, gx, gy];
      }
      strength[y * width + x] = Math.min(255, Math.sqrt(best) / 4);
      across[y * width + x] = Math.round((Math.atan2(bestY, bestX) * 180) / Math.PI + 360) % 180;
    }
  }
  return { crest: onlyCrests(strength, across, width, height), across };
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
