/**
 * Scores combinations of four lines as the page: visible along each whole side, not continuing past the
 * corners, lighter inside than outside, one paper colour within.
 */

import type { Corners, Point } from '../types.ts';
import { apply, area, distance, frame, homography, isConvex } from './geometry.ts';
import { type Line, meanAlong, type SmallPicture } from './lines.ts';

export interface Quad {
  corners: Corners;
  score: number;
}

const smallestShare = 0.12;
const extension = 0.08;
const mostJudged = 200;
/** Visibility of the picture's border as a side: a page may extend beyond the picture, but a visible edge is better. */
const borderSeen = 0.25;

function borderLine(cos: number, sin: number, rho: number, { width, height }: SmallPicture): Line {
  const start = -Math.ceil(Math.hypot(width, height));
  const seen = Float32Array.from({ length: -2 * start + 2 }, (_, i) => i * borderSeen);
  const none = new Float32Array(seen.length);
  return { angle: sin * 90, cos, sin, rho, start, seen, brighter: none, busyAbove: none, busyBelow: none };
}

function crossing(a: Line, b: Line): Point | undefined {
  const d = a.cos * b.sin - a.sin * b.cos;
  // Sides of a page meet at roughly a right angle.
  if (Math.abs(d) < 0.6) return undefined;
  return { x: (a.rho * b.sin - b.rho * a.sin) / d, y: (a.cos * b.rho - b.cos * a.rho) / d };
}

interface Side {
  seen: number;
  /** How much lighter the side towards larger rho is, −1 to 1: right of an upright line, below a level one. */
  lighter: number;
  /** How much the edge continues past the corners. */
  further: number;
  /** Texture beside the line: right of an upright line or below a level one (`above`), and on its other side. */
  above: number;
  below: number;
}

/** Top, left, bottom, right. */
type Sides = [Side, Side, Side, Side];

function judgeSide(line: Line, from: Point, to: Point): Side {
  const [p, q] = [from.y * line.cos - from.x * line.sin, to.y * line.cos - to.x * line.sin];
  const [a, b] = p < q ? [p, q] : [q, p];
  const more = (b - a) * extension;
  // The ends do not count: corners are rounded, bent and shadowed.
  const inset = (b - a) * 0.02;
  const lighter = meanAlong(line.brighter, line, a + inset, b - inset);
  // Only an edge with the same lighter side is a continuation: a desk's grain continues anyway.
  const before = Math.sign(lighter) * meanAlong(line.brighter, line, a - more, a - inset);
  const after = Math.sign(lighter) * meanAlong(line.brighter, line, b + inset, b + more);
  return {
    seen: meanAlong(line.seen, line, a + inset, b - inset),
    lighter,
    further: Math.max(0, before, after),
    above: meanAlong(line.busyAbove, line, a + inset, b - inset),
    below: meanAlong(line.busyBelow, line, a + inset, b - inset),
  };
}

/** Caches the side of each line between each pair of lines that cross it. */
function judgedSides(
  lines: Line[],
  others: Line[],
  meets: (line: number, other: number) => Point | undefined,
) {
  const n = others.length;
  const sides: (Side | undefined)[] = Array(lines.length * n * n);
  lines.forEach((line, i) => {
    for (let a = 0; a < n; a++) {
      const from = meets(i, a);
      for (let b = a + 1; from && b < n; b++) {
        const to = meets(i, b);
        if (to) sides[(i * n + a) * n + b] = judgeSide(line, from, to);
      }
    }
  });
  return (i: number, a: number, b: number) => sides[(i * n + Math.min(a, b)) * n + Math.max(a, b)] as Side;
}

/** Best first. */
export function findQuads(level: Line[], upright: Line[], picture: SmallPicture): Quad[] {
  const { width, height } = picture;
  const levels = [...level, borderLine(0, 1, 0, picture), borderLine(0, 1, height, picture)];
  const uprights = [...upright, borderLine(1, 0, 0, picture), borderLine(1, 0, width, picture)];
  const slack = 0.02 * Math.max(width, height);
  const inFrame = (p: Point | undefined) =>
    p && p.x > -slack && p.y > -slack && p.x < width + slack && p.y < height + slack ? p : undefined;
  const meets = levels.map((l) => uprights.map((u) => inFrame(crossing(l, u))));
  const levelSide = judgedSides(levels, uprights, (l, u) => meets[l]?.[u]);
  const uprightSide = judgedSides(uprights, levels, (u, l) => meets[l]?.[u]);
  let found: Quad[] = [];
  let floor = Number.NEGATIVE_INFINITY;
  const keep = (quad: Quad) => {
    found.push(quad);
    if (found.length < 4 * mostJudged) return;
    found = found.sort((a, b) => b.score - a.score).slice(0, mostJudged);
    floor = found.at(-1)?.score ?? floor;
  };
  for (let t = 0; t < levels.length; t++) {
    for (let b = 0; b < levels.length; b++) {
      for (let l = 0; l < uprights.length; l++) {
        const [tl, bl] = [meets[t]?.[l], meets[b]?.[l]];
        if (!tl || !bl || bl.y - tl.y < 0.2 * height) continue;
        const left = uprightSide(l, t, b);
        for (let r = 0; r < uprights.length; r++) {
          const [tr, br] = [meets[t]?.[r], meets[b]?.[r]];
          if (
            !tr ||
            !br ||
            tr.x - tl.x < 0.15 * width ||
            br.x - bl.x < 0.15 * width ||
            br.y - tr.y < 0.2 * height
          )
            continue;
          const bySides = sidesScore([levelSide(t, l, r), left, levelSide(b, l, r), uprightSide(r, t, b)]);
          if (bySides + weights.share <= floor) continue;
          const corners: Corners = [tl, tr, br, bl];
          const share = area(corners) / (width * height);
          if (share < smallestShare || !isConvex(corners)) continue;
          const score = bySides + weights.share * share + weights.unlikePaper * unlikePaper(corners);
          if (score > floor) keep({ corners, score });
        }
      }
    }
  }
  const best = found.sort((a, b) => b.score - a.score).slice(0, mostJudged);
  for (const quad of best) quad.score += weights.paper * paperWithin(quad.corners, picture);
  return best.sort((a, b) => b.score - a.score);
}

/** Fitted on synthetic desks, so that the true page scores best. */
const weights = {
  seen: 17.4,
  leastSeen: 5,
  further: -8.9,
  furthest: -2.2,
  lighter: 10.5,
  darker: 13.2,
  busy: -15.2,
  busiest: -2.5,
  busyOutside: 6.3,
  share: 1.8,
  unlikePaper: -24.5,
  paper: 11,
};
/** The page lies below its top side and right of its left side, which decides which of a line's two sides is inside. */
function sidesScore([top, left, bottom, right]: Sides) {
  const darker =
    Math.max(0, -top.lighter) +
    Math.max(0, -left.lighter) +
    Math.max(0, bottom.lighter) +
    Math.max(0, right.lighter);
  return (
    (weights.seen / 4) * (top.seen + left.seen + bottom.seen + right.seen) +
    weights.leastSeen * Math.min(top.seen, left.seen, bottom.seen, right.seen) +
    (weights.further / 4) * (top.further + left.further + bottom.further + right.further) +
    weights.furthest * Math.max(top.further, left.further, bottom.further, right.further) +
    (weights.lighter / 4) * (top.lighter + left.lighter - bottom.lighter - right.lighter) +
    (weights.darker / 4) * darker +
    (weights.busy / 4) * (top.above + left.above + bottom.below + right.below) +
    weights.busiest * Math.max(top.above, left.above, bottom.below, right.below) +
    (weights.busyOutside / 4) * (top.below + left.below + bottom.above + right.above)
  );
}

/** How far the ratio of the sides is from √2, beyond a tolerance for perspective. */
function unlikePaper([tl, tr, br, bl]: Corners) {
  const across = distance(tl, tr) + distance(bl, br);
  const down = distance(tl, bl) + distance(tr, br);
  return Math.max(0, Math.abs(Math.log(Math.max(across / down, down / across) / Math.SQRT2)) - 0.2);
}

// The share of a quad that has one tint, whatever the lighting: paper has, paper with some desk has not.

const grid = 24;
/** Tolerance of the ratios red/green and blue/green, compared with the middle of the quad. */
const tint = 0.07;

function paperWithin(corners: Corners, { data, width, height }: SmallPicture) {
  const into = homography(frame(1, 1), corners);
  const red: number[] = [];
  const blue: number[] = [];
  for (let j = 0; j < grid; j++) {
    for (let i = 0; i < grid; i++) {
      const { x, y } = apply(into, { x: (i + 0.5) / grid, y: (j + 0.5) / grid });
      const u = Math.min(Math.max(Math.round(x), 0), width - 1);
      const v = Math.min(Math.max(Math.round(y), 0), height - 1);
      const at = (v * width + u) * 3;
      const green = (data[at + 1] as number) + 4;
      red.push((data[at] as number) / green);
      blue.push((data[at + 2] as number) / green);
    }
  }
  const middle = (values: number[]) => {
    const inner = values.filter((_, k) =>
      [k % grid, Math.floor(k / grid)].every((p) => p >= grid / 4 && p < (3 * grid) / 4),
    );
    return inner.sort((a, b) => a - b)[inner.length >> 1] as number;
  };
  const [r, b] = [middle(red), middle(blue)];
  const alike = red.filter(
    (value, k) => Math.abs(value - r) < tint && Math.abs((blue[k] as number) - b) < tint,
  ).length;
  return alike / red.length;
}
