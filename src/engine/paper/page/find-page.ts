/** Finds the sheet of paper in a photograph: a network sees about where it is, edges near there say exactly. */
import sharp from 'sharp';
import type { Picture } from '../read-picture.ts';
import type { Corners, Point } from '../types.ts';
import { area, distance, frame, isConvex } from './geometry.ts';
import { findEdges, findLines } from './lines.ts';
import { type PageNetworks, seePage } from './networks.ts';
import { findQuads, type Quad } from './quads.ts';
import { cellsBeyond, disagreement, fitQuad, movedSides } from './seen.ts';
import { refineSides } from './sides.ts';

interface FoundPage {
  corners: Corners;
  confidence: number;
}

/** A quad that may be the page, and what speaks for it. */
export interface Candidate {
  corners: Corners;
  /** By its edges in the small picture. */
  score: number;
  /** The share of each side's places that lie on one line in the picture's own pixels. */
  agreed: number[];
  /** The share of what the network sees as the page that is on the wrong side of the quad's rim. */
  off: number;
  /** How far beyond each side the network sees the page go on, in its cells. */
  beyond: number[];
}

const smallSide = 640;
/** The best quads, looked at in the picture's own pixels. */
const mostRefined = 16;
const sameWithin = 4;
const offWeight = 120;

/** Quads that refining may bring to the same page are one. */
function distinct<Judged extends Quad>(quads: Judged[]) {
  const chosen: Judged[] = [];
  for (const quad of quads) {
    if (chosen.length === mostRefined) break;
    const known = chosen.some((other) =>
      quad.corners.every((corner, i) => distance(corner, other.corners[i as 0]) < sameWithin),
    );
    if (!known) chosen.push(quad);
  }
  return chosen;
}

const scaled = (corners: Corners, x: number, y: number) =>
  corners.map((corner) => ({ x: corner.x * x, y: corner.y * y })) as unknown as Corners;

/** Quads that edges make, best first by these and by what the network sees; none where it sees no page. */
async function findCandidates(picture: Picture, networks: PageNetworks): Promise<Candidate[]> {
  const { data, width, height } = picture;
  const scale = Math.min(1, smallSide / Math.max(width, height));
  const [w, h] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  if (Math.min(w, h) < 64) return [];
  // The picture is made small in a thread of its own while the network looks.
  const [small, seen] = await Promise.all([
    sharp(data, { raw: { width, height, channels: 3 } })
      .resize(w, h, { fit: 'fill', kernel: 'mitchell' })
      .raw()
      .toBuffer(),
    seePage(networks, picture),
  ]);
  const about = fitQuad(seen);
  if (!about) return [];
  const edges = findEdges({ data: small, width: w, height: h });
  const { level, upright } = findLines(edges, scaled(about, w / seen.columns, h / seen.rows));
  const toCells = (corners: Corners) => scaled(corners, seen.columns / w, seen.rows / h);
  const judged = findQuads(level, upright, edges.plain).map(({ corners, score }) => ({
    corners,
    score,
    both: score - offWeight * disagreement(seen, toCells(corners)),
  }));
  const quads = distinct(judged.sort((a, b) => b.both - a.both));
  const toFull = ({ x, y }: Point) => ({ x: ((x + 0.5) * width) / w, y: ((y + 0.5) * height) / h });
  return quads.map(({ corners: rough, score }) => {
    const full = rough.map(toFull) as unknown as Corners;
    const { corners, agreed } = refineSides(picture, full, width / w);
    const inCells = scaled(corners, seen.columns / width, seen.rows / height);
    return { corners, score, agreed, off: disagreement(seen, inCells), beyond: cellsBeyond(seen, inCells) };
  });
}

/** What speaks for a quad, fitted on drawn desks: `off` of what the network sees, the rest of edges. */
const weights = { agreed: 8, leastAgreed: 12, off: -200 };
/** Where right and wrong are as likely, and how quickly the one gives way to the other. */
const even = 29.2;
const doubt = 2;
/** Fewer places of a side than this on one line: the side may be print, grain or another sheet, unless the network sees the very same page. */
const leastAgreed = 0.5;
const samePage = 0.015;
/** The network sees another page: nothing is cut off, unless all edges are as clear as only a page's are. Right pages on drawn desks stay below 0.043. */
const otherPage = 0.05;
const clearEdges = 40;
/** Clear enough too: good edges, with nearly every place of every side on its line. */
const goodEdges = 30;
const allAgree = 0.8;
/**
 * A side that fewer places than this agree on, while the network sees the page go on by so many cells, may be a line of
 * writing just inside the page; so much of the picture's diagonal it moves outwards.
 */
const vagueSide = 0.6;
const goesOn = 0.1;
const roomBeside = 0.005;

function scoreOf({ score, agreed, off }: Candidate) {
  const mean = agreed.reduce((sum, share) => sum + share, 0) / 4;
  return score + weights.agreed * mean + weights.leastAgreed * Math.min(...agreed) + weights.off * off;
}

function isDoubtful({ agreed, off, score }: Candidate) {
  const least = Math.min(...agreed);
  const edgesAreClear = score >= clearEdges || (score >= goodEdges && least >= allAgree);
  return (least < leastAgreed && off > samePage) || (off > otherPage && !edgesAreClear);
}

/** How likely the quad is the page, 0 to 1; at most a half where it may be another thing. */
export function confidenceOf(candidate: Candidate) {
  const likely = 1 / (1 + Math.exp((even - scoreOf(candidate)) / doubt));
  return isDoubtful(candidate) ? likely / 2 : likely;
}

/**
 * The quad that most speaks for. Where hardly less speaks for others, one that is not doubtful, and of these the largest: a strip
 * of desk beside a page is no loss, a heading cut off with a strip of page is.
 */
export function choosePage(candidates: Candidate[]): Candidate | undefined {
  const most = Math.max(...candidates.map(scoreOf));
  const asGood = candidates.filter((one) => scoreOf(one) > most - doubt && !isDoubtful(one));
  if (asGood.length === 0) return candidates.find((one) => scoreOf(one) === most);
  return asGood.toSorted((a, b) => area(b.corners) - area(a.corners))[0];
}

export async function findPage(picture: Picture, networks: PageNetworks): Promise<FoundPage> {
  const best = choosePage(await findCandidates(picture, networks));
  if (!best) return { corners: frame(picture.width, picture.height), confidence: 0 };
  return { corners: withRoom(best, picture), confidence: confidenceOf(best) };
}

/** The quad with some room beside its vague sides: a strip of desk is no loss, a line cut off is. */
export function withRoom(
  { corners, agreed, beyond }: Candidate,
  { width, height }: { width: number; height: number },
) {
  const mayCut = agreed.map((share, side) => share < vagueSide && (beyond[side] as number) > goesOn);
  if (!mayCut.includes(true)) return corners;
  const room = roomBeside * Math.hypot(width, height);
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
