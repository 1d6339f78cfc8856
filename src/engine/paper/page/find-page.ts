/**
 * Finds the sheet of paper in a photograph: a network predicts its area roughly,
 * edges near there locate it exactly.
 */
import sharp from 'sharp';
import type { Picture } from '../read-picture.ts';
import type { Corners, Point } from '../types.ts';
import { area, distance, frame, isConvex } from './geometry.ts';
import { findEdges, findLines } from './lines.ts';
import { type PageNetworks, predictPageArea } from './networks.ts';
import { cellsBeyond, disagreement, fitQuad, movedSides, pageAlongBorder } from './page-area.ts';
import { findQuads, type Quad } from './quads.ts';
import { refineSides } from './sides.ts';

interface FoundPage {
  corners: Corners;
  confidence: number;
}

/** A quad that may be the page, and the evidence for it. */
export interface Candidate {
  corners: Corners;
  /** Score of its edges in the small picture. */
  score: number;
  /**
   * The share of each side's sample points that lie on one line at full resolution; along the picture's border,
   * where no edge can be seen, the share at which the network predicts page.
   */
  alignedShare: number[];
  /** Area where the quad and the network's prediction differ, as a share of the predicted page. */
  mismatch: number;
  /** How far beyond each side the predicted page continues, in cells of the network. */
  beyond: number[];
  /** Whether a side lies on the picture's border. */
  leaves?: boolean;
}

const smallSide = 640;
/** How many of the best quads are refined at full resolution. */
const maxRefined = 16;
const sameWithin = 4;
const offWeight = 120;

/** Removes near-duplicates, which refining would move to the same page. */
function distinct<Judged extends Quad>(quads: Judged[]) {
  const chosen: Judged[] = [];
  for (const quad of quads) {
    if (chosen.length === maxRefined) break;
    const duplicate = chosen.some((other) =>
      quad.corners.every((corner, i) => distance(corner, other.corners[i as 0]) < sameWithin),
    );
    if (!duplicate) chosen.push(quad);
  }
  return chosen;
}

const scaled = (corners: Corners, x: number, y: number) =>
  corners.map((corner) => ({ x: corner.x * x, y: corner.y * y })) as unknown as Corners;

/** Quads made of edges, best first by their edges and the network's prediction; none if that shows no page. */
async function findCandidates(picture: Picture, networks: PageNetworks): Promise<Candidate[]> {
  const { data, width, height } = picture;
  const scale = Math.min(1, smallSide / Math.max(width, height));
  const [w, h] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  if (Math.min(w, h) < 64) return [];
  // sharp resizes in its own thread while the network runs.
  const [small, seen] = await Promise.all([
    sharp(data, { raw: { width, height, channels: 3 } })
      .resize(w, h, { fit: 'fill', kernel: 'mitchell' })
      .raw()
      .toBuffer(),
    predictPageArea(networks, picture),
  ]);
  const predicted = fitQuad(seen);
  if (!predicted) return [];
  const edges = findEdges({ data: small, width: w, height: h });
  const { level, upright } = findLines(edges, scaled(predicted, w / seen.columns, h / seen.rows));
  const toCells = (corners: Corners) => scaled(corners, seen.columns / w, seen.rows / h);
  const judged = findQuads(level, upright, edges.plain).map(({ corners, score }) => ({
    corners,
    score,
    combined: score - offWeight * disagreement(seen, toCells(corners)),
  }));
  const quads = distinct(judged.sort((a, b) => b.combined - a.combined));
  const toFull = ({ x, y }: Point) => ({ x: ((x + 0.5) * width) / w, y: ((y + 0.5) * height) / h });
  return quads.map(({ corners: rough, score }) => {
    const full = rough.map(toFull) as unknown as Corners;
    const { corners, agreed } = refineSides(picture, full, width / w);
    const inCells = scaled(corners, seen.columns / width, seen.rows / height);
    const predictedThere = pageAlongBorder(seen, inCells);
    return {
      corners,
      score,
      alignedShare: agreed.map((share, side) => predictedThere[side] ?? share),
      leaves: predictedThere.some((share) => share !== undefined),
      mismatch: disagreement(seen, inCells),
      beyond: cellsBeyond(seen, inCells),
    };
  });
}

/** Weights of the evidence for a quad, fitted on synthetic desks: `off` weighs the prediction, the others the edges. */
const weights = { agreed: 8, leastAgreed: 12, off: -200 };
/** Midpoint and scale of the logistic function that maps a score to a probability. */
const midpoint = 29.2;
const scoreScale = 2;
/**
 * With fewer of a side's sample points on one line, the side may be print, wood grain or another sheet,
 * unless the prediction is the very same page (`samePage`).
 */
const leastAgreed = 0.5;
const samePage = 0.015;
/**
 * Above this the network predicts another page: nothing is cut off, unless all edges are as clear as only a
 * page's are. Correct quads on synthetic desks stay below 0.043.
 */
const otherPage = 0.05;
/** The same where a side lies on the picture's border: nothing but the prediction speaks for that side. */
const otherPageAtBorder = 0.02;
const clearEdges = 40;
/** Also clear enough: good edges, with nearly every sample point of every side on its line. */
const goodEdges = 30;
const allAgree = 0.8;
/**
 * A side with fewer sample points on its line than `vagueSide`, beyond which the predicted page
 * continues by more than `minBeyond` cells, may be a line of writing inside the page. It moves outwards
 * by this share of the diagonal.
 */
const vagueSide = 0.6;
const minBeyond = 0.1;
const extraRoom = 0.005;

function scoreOf({ score, alignedShare: agreed, mismatch: off }: Candidate) {
  const mean = agreed.reduce((sum, share) => sum + share, 0) / 4;
  return score + weights.agreed * mean + weights.leastAgreed * Math.min(...agreed) + weights.off * off;
}

function isDoubtful({ alignedShare: agreed, mismatch: off, score, leaves }: Candidate) {
  const least = Math.min(...agreed);
  if (leaves && off > otherPageAtBorder) return true;
  const edgesAreClear = score >= clearEdges || (score >= goodEdges && least >= allAgree);
  return (least < leastAgreed && off > samePage) || (off > otherPage && !edgesAreClear);
}

/** The probability that the quad is the page, 0 to 1; halved if the quad is doubtful. */
export function confidenceOf(candidate: Candidate) {
  const likely = 1 / (1 + Math.exp((midpoint - scoreOf(candidate)) / scoreScale));
  return isDoubtful(candidate) ? likely / 2 : likely;
}

/**
 * The quad with the best score. If others score almost as well, the largest of those that are not doubtful:
 * an extra strip of desk does no harm, a heading cut off does.
 */
export function choosePage(candidates: Candidate[]): Candidate | undefined {
  const highest = Math.max(...candidates.map(scoreOf));
  const asGood = candidates.filter((one) => scoreOf(one) > highest - scoreScale && !isDoubtful(one));
  if (asGood.length === 0) return candidates.find((one) => scoreOf(one) === highest);
  return asGood.toSorted((a, b) => area(b.corners) - area(a.corners))[0];
}

export async function findPage(picture: Picture, networks: PageNetworks): Promise<FoundPage> {
  const best = choosePage(await findCandidates(picture, networks));
  if (!best) return { corners: frame(picture.width, picture.height), confidence: 0 };
  return { corners: widenVagueSides(best, picture), confidence: confidenceOf(best) };
}

/** The quad with its vague sides moved outwards: an extra strip of desk does no harm, a line cut off does. */
export function widenVagueSides(
  { corners, alignedShare: agreed, beyond }: Candidate,
  { width, height }: { width: number; height: number },
) {
  const mayCut = agreed.map((share, side) => share < vagueSide && (beyond[side] as number) > minBeyond);
  if (!mayCut.includes(true)) return corners;
  const room = extraRoom * Math.hypot(width, height);
  const moved = movedSides(corners, (_a, _b, side) => {
    const by = mayCut[side] ? room : 0;
    return { start: by, end: by };
  });
  const inside = moved?.map(({ x, y }) => ({
    x: Math.min(Math.max(x, 0), width),
    y: Math.min(Math.max(y, 0), height),
  })) as unknown as Corners | undefined;
  return inside && isConvex(inside) ? inside : corners;
}
