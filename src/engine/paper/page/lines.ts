/**
 * Finds straight edges in the small picture: a Hough transform, then each line is fitted to the crests near
 * it and traced, to record how visible it is along its length.
 */

import type { Corners, Point } from '../types.ts';
import { widen } from '../writing/erase-plan.ts';

// Edge detection. Print is removed first, so that edges of objects remain.

export interface SmallPicture {
  /** Interleaved RGB. */
  data: Uint8Array;
  width: number;
  height: number;
}

interface Edges {
  /** The picture with dark, thin marks filled in from their surroundings. */
  plain: SmallPicture;
  /** Darkness of the filled marks: print, writing, grain. */
  thin: Uint8Array;
  /** Edge strength on the crest of an edge (its local maximum); 0 elsewhere. */
  crest: Uint8Array;
  /** Direction across the edge, in degrees from 0 to 179. */
  across: Uint8Array;
  /** Texture around each pixel relative to its brightness: low at a page's rim, high in grain, cloth and print. */
  busy: Uint8Array;
}

/** Must be a power of two: see highestOfNine. */
const fillReach = 4;
const padding = 2 * fillReach;

/**
 * Replaces each value, in place, by the maximum of nine values `step` apart, starting with itself:
 * the maximum of 2, then 4, then 8 values, each from the one before, then of two of these. The last
 * eight positions are not exact.
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

/** The maximum of each pixel's 9×9 neighbourhood, or with `flip` 255 the minimum. The picture's edge is repeated. */
function highestAround({ data, width, height }: SmallPicture, flip: 0 | 255): SmallPicture {
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

/** Morphological closing: removes dark marks thinner than the neighbourhood. */
const fillThin = (picture: SmallPicture) => highestAround(highestAround(picture, 0), 255);

/** Blurs with the kernel 1 2 1 in both directions; the outermost pixels stay. */
function smooth({ data, width, height }: SmallPicture): SmallPicture {
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

export function findEdges(picture: SmallPicture): Edges {
  const smoothed = smooth(picture);
  const plain = fillThin(smoothed);
  const { width, height } = picture;
  const thin = new Uint8Array(width * height);
  for (let i = 0; i < thin.length; i++)
    thin[i] = (plain.data[i * 3 + 1] as number) - (smoothed.data[i * 3 + 1] as number);
  const steps = crests(smooth(plain));
  // Between two sheets the only edge is the upper one's shadow, which filling removes too.
  const shadows = crests(smoothed);
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

/** Weaker edges are ignored. */
const leastCrest = 2;

function crests({ data, width, height }: SmallPicture) {
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
      // The direction is needed on crests only, and most of a page has none.
      if (value >= leastCrest)
        across[y * width + x] = Math.round((Math.atan2(bestY, bestX) * 180) / Math.PI + 360) % 180;
    }
  }
  return { crest: onlyCrests(strength, across, width, height), across, strength };
}

/** Non-maximum suppression: keeps a pixel only if it is the strongest across the edge. */
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

/** Texture up to `noise` counts as 0, and from `noise + busiest` on as the maximum. */
const noise = 2.5;
const busiest = 7;

function busyness(strength: Uint8Array, { data, width, height }: SmallPicture) {
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

/** x·cos + y·sin = rho. */
export interface Line {
  angle: number;
  cos: number;
  sin: number;
  rho: number;
  /** Cumulative sums of visibility, one per pixel along the line from `start`; a position is y·cos − x·sin. */
  start: number;
  seen: Float32Array;
  /** The same, positive where the side towards larger rho is brighter and negative where it is darker. */
  brighter: Float32Array;
  /** Cumulative texture on the side towards larger rho, and on the other side. */
  busyAbove: Float32Array;
  busyBelow: Float32Array;
}

const angleSpread = 6;
const rhoStep = 2;
const mostTried = 70;
const mostAlong = 12;
const mostAnywhere = 20;
const mostOfSide = 4;
/** How near to a predicted side lines are searched, as a share of the picture's diagonal. */
const nearShare = 0.04;
/** Lines nearer than this, in pixels, count as one. */
const apart = 8;
const onePixel = 1;
/** How far from the edge the page's texture is sampled: printed margins are wider. */
const rim = 4;
/** Visibility of a crest without a difference in brightness between its sides. */
const faint = 0.5;

function vote({ crest, across, busy, plain: { width, height } }: Edges) {
  const reach = Math.ceil(Math.hypot(width, height));
  const bins = Math.ceil((2 * reach) / rhoStep) + 1;
  const votes = new Float32Array(180 * bins);
  const cosines = Float64Array.from({ length: 180 }, (_, d) => Math.cos((d * Math.PI) / 180));
  const sines = Float64Array.from({ length: 180 }, (_, d) => Math.sin((d * Math.PI) / 180));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const strength = crest[y * width + x] as number;
      if (strength === 0) continue;
      // A faint straight edge counts nearly as much as a strong one: white paper lies on white desks.
      const middle = across[y * width + x] as number;
      const [dx, dy] = [
        Math.round(rim * (cosines[middle] as number)),
        Math.round(rim * (sines[middle] as number)),
      ];
      const busyAt = (u: number, v: number) =>
        u < 0 || v < 0 || u >= width || v >= height ? 255 : (busy[v * width + u] as number);
      // One side of a page's edge has little texture: texture on both sides is grain, cloth or print.
      const calm = 1 - Math.min(busyAt(x + dx, y + dy), busyAt(x - dx, y - dy)) / 255;
      const weight = (strength / (strength + 8)) * (0.25 + 0.75 * calm);
      for (let d = middle - angleSpread; d <= middle + angleSpread; d++) {
        const angle = (d + 180) % 180;
        const rho = x * (cosines[angle] as number) + y * (sines[angle] as number);
        const bin = angle * bins + Math.round((rho + reach) / rhoStep);
        votes[bin] = (votes[bin] as number) + weight;
      }
    }
  }
  return { votes, bins, reach };
}

interface Peak {
  angle: number;
  rho: number;
  votes: number;
}

type LinePosition = Pick<Peak, 'angle' | 'rho'>;

/** Whether two lines stay within `within` pixels of each other across the whole picture. */
function sameLine(a: LinePosition, b: LinePosition, { plain: { width, height } }: Edges, within: number) {
  const turn = Math.abs(a.angle - b.angle);
  if (Math.min(turn, 180 - turn) > 6) return false;
  const level = a.angle > 45 && a.angle <= 135;
  const at = ({ angle, rho }: LinePosition, place: number) => {
    const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
    return level ? (rho - place * cos) / sin : (rho - place * sin) / cos;
  };
  const end = level ? width : height;
  return Math.abs(at(a, 0) - at(b, 0)) < within && Math.abs(at(a, end) - at(b, end)) < within;
}

/** The clearest lines of the picture, the lines near the sides of the predicted page, and these sides themselves. */
export function findLines(edges: Edges, page: Corners): { level: Line[]; upright: Line[] } {
  const { width, height } = edges.plain;
  const { votes, bins, reach } = vote(edges);
  const floor = Math.min(width, height) * 0.03;
  const peaks: Peak[] = [];
  for (let angle = 0; angle < 180; angle++) {
    for (let bin = 1; bin < bins - 1; bin++) {
      const here = votes[angle * bins + bin] as number;
      if (
        here < floor ||
        here < (votes[angle * bins + bin - 1] as number) ||
        here < (votes[angle * bins + bin + 1] as number)
      )
        continue;
      peaks.push({ angle, rho: bin * rhoStep - reach, votes: here });
    }
  }
  peaks.sort((a, b) => b.votes - a.votes || a.angle - b.angle || a.rho - b.rho);
  const isLevel = ({ angle }: Peak) => angle > 45 && angle <= 135;
  const anywhere = (level: boolean) =>
    clearestLines(
      edges,
      distinctLines(
        peaks.filter((peak) => isLevel(peak) === level),
        edges,
        apart,
        mostTried,
      ),
      mostAnywhere,
    );
  const along = (i: 0 | 1 | 2 | 3) => sideLines(edges, peaks, page[i], page[((i + 1) % 4) as 0]);
  return {
    level: distinctLines([...along(0), ...along(2), ...anywhere(true)], edges, onePixel),
    upright: distinctLines([...along(1), ...along(3), ...anywhere(false)], edges, onePixel),
  };
}

/** Removes lines that run along an earlier one. */
function distinctLines<Any extends LinePosition>(
  lines: Any[],
  edges: Edges,
  within: number,
  most = lines.length,
) {
  const chosen: Any[] = [];
  for (const line of lines) {
    if (chosen.length === most) break;
    if (!chosen.some((other) => sameLine(other, line, edges, within))) chosen.push(line);
  }
  return chosen;
}

/** Up to `most` with the most votes, because even a faint side is long, and up to `most` most visible on a stretch. */
function clearestLines(edges: Edges, peaks: Peak[], most: number) {
  const stretch = Math.round(Math.min(edges.plain.width, edges.plain.height) / 4);
  const all = peaks.map((peak) => traceLine(edges, fitLine(edges, peak)));
  const strength = new Map(all.map((line) => [line, bestStretch(line, stretch)]));
  const clearest = all.toSorted((a, b) => (strength.get(b) ?? 0) - (strength.get(a) ?? 0));
  return [...new Set([...all.slice(0, most), ...clearest.slice(0, most)])];
}

/** The lines along one side of the predicted page, and that side itself. */
function sideLines(edges: Edges, peaks: Peak[], from: Point, to: Point) {
  const near = nearShare * Math.hypot(edges.plain.width, edges.plain.height);
  const along = peaks.filter((peak) => distanceTo(peak, from) <= near && distanceTo(peak, to) <= near);
  const given = peakThrough(from, to);
  return [
    traceLine(edges, normaliseDirection(given)),
    ...clearestLines(edges, [given, ...distinctLines(along, edges, apart, mostAlong)], mostOfSide),
  ];
}

function distanceTo({ angle, rho }: Peak, { x, y }: Point) {
  const turn = (angle * Math.PI) / 180;
  return Math.abs(x * Math.cos(turn) + y * Math.sin(turn) - rho);
}

function peakThrough(a: Point, b: Point): Peak {
  const turn = Math.atan2(b.x - a.x, a.y - b.y);
  const sign = turn < 0 || turn >= Math.PI ? -1 : 1;
  const angle = ((turn * 180) / Math.PI + 180) % 180;
  return { angle, rho: sign * (a.x * Math.cos(turn) + a.y * Math.sin(turn)), votes: 0 };
}

/** Visibility on the line's best stretch: there a page's side beats grain that runs across the whole picture. */
function bestStretch({ seen, busyAbove, busyBelow }: Line, stretch: number) {
  let best = 0;
  const within = (sums: Float32Array, i: number) => (sums[i] as number) - (sums[i - stretch] as number);
  for (let i = stretch; i < seen.length; i += 4)
    best = Math.max(best, within(seen, i) - 0.7 * Math.min(within(busyAbove, i), within(busyBelow, i)));
  return best / stretch;
}

/** Least-squares line through the crests within a few pixels, in two rounds. */
function fitLine({ crest, across, plain: { width, height } }: Edges, peak: Peak): Peak {
  let { angle, rho } = peak;
  for (const near of [4, 2.5]) {
    const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
    let [n, st, sd, stt, std] = [0, 0, 0, 0, 0];
    const visit = (x: number, y: number) => {
      const at = y * width + x;
      const strength = crest[at] as number;
      if (strength === 0) return;
      const off = x * cos + y * sin - rho;
      const turned = Math.abs((((across[at] as number) - angle + 270) % 180) - 90);
      if (Math.abs(off) > near || turned > 10) return;
      const weight = strength / (strength + 8);
      const t = y * cos - x * sin;
      n += weight;
      st += weight * t;
      sd += weight * off;
      stt += weight * t * t;
      std += weight * t * off;
    };
    const level = Math.abs(sin) > Math.abs(cos);
    for (let i = 0; i < (level ? width : height); i++) {
      const middle = level ? (rho - i * cos) / sin : (rho - i * sin) / cos;
      const [from, to] = [Math.ceil(middle - near * 1.5), Math.floor(middle + near * 1.5)];
      for (let k = Math.max(0, from); k <= Math.min((level ? height : width) - 1, to); k++)
        level ? visit(i, k) : visit(k, i);
    }
    const spreadOf = n * stt - st * st;
    if (n < 8 || spreadOf < 1e-6) break;
    const slope = (n * std - st * sd) / spreadOf;
    const offset = (sd - slope * st) / n;
    // off = offset + slope·t turns the line by −slope.
    const turn = Math.atan(slope);
    angle -= (turn * 180) / Math.PI;
    rho = (rho + offset) * Math.cos(turn);
  }
  return normaliseDirection({ ...peak, angle, rho });
}

/** Makes normals of upright lines point right and of level lines down, so that each side's inner side is known. */
function normaliseDirection({ angle, rho, votes }: Peak): Peak {
  return angle > 135 ? { angle: angle - 180, rho: -rho, votes } : { angle, rho, votes };
}

/** Walks along the line and records where its two sides differ. */
function traceLine(
  { plain: { data, width, height }, crest, across, busy }: Edges,
  { angle, rho }: Peak,
): Line {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const start = -Math.ceil(Math.hypot(width, height));
  const seen = new Float32Array(-2 * start + 2);
  const brighter = new Float32Array(seen.length);
  const busyAbove = new Float32Array(seen.length);
  const busyBelow = new Float32Array(seen.length);
  const onCrest = (x: number, y: number) => {
    for (let k = -1; k <= 1; k++) {
      const [u, v] = [Math.round(x + k * cos), Math.round(y + k * sin)];
      if (u < 0 || v < 0 || u >= width || v >= height || (crest[v * width + u] as number) < 3) continue;
      if (Math.abs((((across[v * width + u] as number) - angle + 270) % 180) - 90) < 15) return 1;
    }
    return 0;
  };
  for (let i = 0; i < seen.length - 1; i++) {
    const t = start + i;
    const [x, y] = [rho * cos - t * sin, rho * sin + t * cos];
    let [value, sign, above, below] = [0, 0, 1, 1];
    if (x >= 0 && y >= 0 && x < width && y < height) {
      let [difference, light] = [0, 0];
      for (let c = 0; c < 3; c++) {
        const side = (far: number) => {
          let sum = 0;
          for (let k = 2; k <= 5; k++) {
            const u = Math.min(Math.max(Math.round(x + far * k * cos), 0), width - 1);
            const v = Math.min(Math.max(Math.round(y + far * k * sin), 0), height - 1);
            sum += data[(v * width + u) * 3 + c] as number;
          }
          return sum / 4;
        };
        const step = side(1) - side(-1);
        difference = Math.max(difference, Math.abs(step));
        light += step;
      }
      const step = 0.6 * Math.min(1, Math.max(0, (difference - 3) / 9)) + 0.4 * Math.min(1, difference / 50);
      value = Math.max(step, faint * onCrest(x, y));
      sign = step * Math.sign(light);
      const busyAt = (far: number) => {
        const u = Math.min(Math.max(Math.round(x + far * cos), 0), width - 1);
        const v = Math.min(Math.max(Math.round(y + far * sin), 0), height - 1);
        return (busy[v * width + u] as number) / 255;
      };
      above = busyAt(rim);
      below = busyAt(-rim);
    }
    seen[i + 1] = (seen[i] as number) + value;
    brighter[i + 1] = (brighter[i] as number) + sign;
    busyAbove[i + 1] = (busyAbove[i] as number) + above;
    busyBelow[i + 1] = (busyBelow[i] as number) + below;
  }
  return { angle, cos, sin, rho, start, seen, brighter, busyAbove, busyBelow };
}

/** The mean between two positions along a line, from its cumulative sums. */
export function meanAlong(sums: Float32Array, line: Line, from: number, to: number) {
  const index = (t: number) => Math.min(Math.max(Math.round(t - line.start), 0), sums.length - 1);
  const [a, b] = [index(Math.min(from, to)), index(Math.max(from, to))];
  return b > a ? ((sums[b] as number) - (sums[a] as number)) / (b - a) : 0;
}
