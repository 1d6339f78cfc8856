/** Which four lines are the page: seen along all of each side, not beyond its corners, lighter inside than out, one paper within. */
import { area, distance, isConvex } from './geometry.ts';
import type { Small } from './page-edges.ts';
import { type Line, meanAlong } from './page-lines.ts';
import { paperWithin } from './page-paper.ts';
import type { Corners, Point } from './types.ts';

export interface Quad {
  corners: Corners;
  score: number;
  /** How much of the worst side is seen. */
  weakest: number;
}

const smallestShare = 0.12;
const beyond = 0.08;
const mostJudged = 150;
/** What the picture's own border counts as a side: a page may reach out of it, and a seen edge is better. */
const borderSeen = 0.25;

function borderLine(cos: number, sin: number, rho: number, { width, height }: Small): Line {
  const start = -Math.ceil(Math.hypot(width, height));
  const seen = Float32Array.from({ length: -2 * start + 2 }, (_, i) => i * borderSeen);
  return { angle: sin * 90, cos, sin, rho, start, seen, brighter: new Float32Array(seen.length) };
}

function crossing(a: Line, b: Line): Point | undefined {
  const d = a.cos * b.sin - a.sin * b.cos;
  // Sides of a page meet at something like a right angle.
  if (Math.abs(d) < 0.6) return undefined;
  return { x: (a.rho * b.sin - b.rho * a.sin) / d, y: (a.cos * b.rho - b.cos * a.rho) / d };
}

interface Side {
  seen: number;
  /** How much lighter the inner side is, −1 to 1. */
  lighter: number;
  /** How much the edge goes on beyond the corners. */
  further: number;
}

/** `inner` is 1 when the page lies towards larger rho, −1 when it lies the other way. */
function judgeSide(line: Line, from: Point, to: Point, inner: 1 | -1): Side {
  const along = ({ x, y }: Point) => y * line.cos - x * line.sin;
  const [a, b] = [along(from), along(to)].sort((p, q) => p - q) as [number, number];
  const more = (b - a) * beyond;
  // Corners are rounded, bent and shadowed: their last bit does not count.
  const inset = (b - a) * 0.02;
  const lighter = inner * meanAlong(line.brighter, line, a + inset, b - inset);
  // Only an edge of the same kind is the same edge: a desk's grain runs on anyway.
  const same = (from: number, to: number) =>
    Math.max(0, Math.sign(lighter) * inner * meanAlong(line.brighter, line, from, to));
  return {
    seen: meanAlong(line.seen, line, a + inset, b - inset),
    lighter,
    further: Math.max(same(a - more, a - inset), same(b + inset, b + more)),
  };
}

/** Judged once for each line and pair of lines that cut it off. */
function judgedSides(
  lines: Line[],
  others: Line[],
  meets: (line: number, other: number) => Point | undefined,
) {
  const sides = new Map<number, Record<1 | -1, Side>>();
  const n = others.length;
  lines.forEach((line, i) => {
    for (let a = 0; a < n; a++) {
      for (let b = 0; b < n; b++) {
        const [from, to] = [meets(i, a), meets(i, b)];
        if (a === b || !from || !to) continue;
        sides.set((i * n + a) * n + b, {
          1: judgeSide(line, from, to, 1),
          '-1': judgeSide(line, from, to, -1),
        });
      }
    }
  });
  return (i: number, a: number, b: number, inner: 1 | -1) =>
    (sides.get((i * n + a) * n + b) as Record<1 | -1, Side>)[inner];
}

/** The best quads, best first. */
export function findQuads(level: Line[], upright: Line[], picture: Small): Quad[] {
  const { width, height } = picture;
  const levels = [...level, borderLine(0, 1, 0, picture), borderLine(0, 1, height, picture)];
  const uprights = [...upright, borderLine(1, 0, 0, picture), borderLine(1, 0, width, picture)];
  const slack = 0.02 * Math.max(width, height);
  const inFrame = (p: Point | undefined) =>
    p && p.x > -slack && p.y > -slack && p.x < width + slack && p.y < height + slack ? p : undefined;
  const meets = levels.map((l) => uprights.map((u) => inFrame(crossing(l, u))));
  const levelSide = judgedSides(levels, uprights, (l, u) => meets[l]?.[u]);
  const uprightSide = judgedSides(uprights, levels, (u, l) => meets[l]?.[u]);
  const found: Quad[] = [];
  for (let t = 0; t < levels.length; t++) {
    for (let b = 0; b < levels.length; b++) {
      for (let l = 0; l < uprights.length; l++) {
        const [tl, bl] = [meets[t]?.[l], meets[b]?.[l]];
        if (!tl || !bl || bl.y - tl.y < 0.2 * height) continue;
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
          const sides = [
            levelSide(t, l, r, 1),
            uprightSide(r, t, b, -1),
            levelSide(b, l, r, -1),
            uprightSide(l, t, b, 1),
          ];
          const { score, weakest } = weigh(sides);
          if (score < 0.3) continue;
          const corners: Corners = [tl, tr, br, bl];
          const share = area(corners) / (width * height);
          if (share < smallestShare || !isConvex(corners)) continue;
          found.push({ corners, score: score + 0.08 * share - 0.4 * unlikePaper(corners), weakest });
        }
      }
    }
  }
  const best = found.sort((a, b) => b.score - a.score).slice(0, mostJudged);
  for (const quad of best) quad.score -= 0.8 * (1 - paperWithin(quad.corners, picture));
  return best.sort((a, b) => b.score - a.score);
}

function weigh(sides: Side[]) {
  let [seen, weakest, further, furthest, lighter, darker] = [0, 1, 0, 0, 0, 0];
  for (const side of sides) {
    seen += side.seen / 4;
    weakest = Math.min(weakest, side.seen);
    further += side.further / 4;
    furthest = Math.max(furthest, side.further);
    lighter += side.lighter / 4;
    darker += Math.max(0, -side.lighter) / 4;
  }
  return {
    score: 0.6 * seen + 0.4 * weakest - 0.3 * further - 0.3 * furthest + 0.15 * lighter - 0.3 * darker,
    weakest,
  };
}

/** How far from any sheet of paper the sides' ratio is, perspective allowed for. */
function unlikePaper([tl, tr, br, bl]: Corners) {
  const across = distance(tl, tr) + distance(bl, br);
  const down = distance(tl, bl) + distance(tr, br);
  return Math.max(0, Math.abs(Math.log(Math.max(across / down, down / across) / Math.SQRT2)) - 0.2);
}
