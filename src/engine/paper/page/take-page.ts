/** Extracts the page from the picture: uses found or given corners, straightens, removes curl, turns it upright. */

import { collectGarbage } from '../collect-garbage.ts';
import type { Picture } from '../read-picture.ts';
import type { TaskPool } from '../task-pool.ts';
import { type Corners, type EraseOptions, PaperError, type Turn } from '../types.ts';
import { shared } from '../writing/network-page.ts';
import { isHuge } from '../writing/tiles.ts';
import { findBend } from './curl.ts';
import { findPage } from './find-page.ts';
import { area, frame, isConvex } from './geometry.ts';
import { type PageNetworks, predictTurn } from './networks.ts';
import { type GreyPage, samplePage, turnedGrey } from './sample.ts';
import { flatSize, straightenTasks } from './straighten.ts';

interface TakenPage {
  page: Picture;
  corners: Corners;
  cornersConfidence: number;
  orientation: Turn;
  orientationConfidence: number;
}

/** Below this confidence the whole picture is used: a page with some desk around it is better than half a page. */
export const minCornersConfidence = 0.74;

function checkCorners(corners: Corners, { width, height }: { width: number; height: number }) {
  const valid =
    Array.isArray(corners) &&
    corners.length === 4 &&
    corners.every((p) => Number.isFinite(p?.x) && Number.isFinite(p?.y));
  if (!valid) throw new PaperError('options', 'Corners are four points.');
  const inside = corners.every(({ x, y }) => x >= -0.5 && y >= -0.5 && x <= width + 0.5 && y <= height + 0.5);
  if (!inside) throw new PaperError('options', 'A corner lies outside the picture.');
  if (!isConvex(corners) || area(corners) < 32 * 32) {
    throw new PaperError(
      'options',
      'The corners, in the order top left, top right, bottom right, bottom left, make no page.',
    );
  }
}

async function chooseCorners(picture: Picture, crop: EraseOptions['crop'], networks: PageNetworks) {
  const whole = { corners: frame(picture.width, picture.height), confidence: 0 };
  if (crop === 'none') return whole;
  if (crop !== undefined && crop !== 'auto') {
    checkCorners(crop, picture);
    return { corners: crop, confidence: 1 };
  }
  const found = await findPage(picture, networks);
  return found.confidence >= minCornersConfidence ? found : { ...whole, confidence: found.confidence };
}

function isWhole(corners: Corners, { width, height }: Picture) {
  return frame(width, height).every(
    ({ x, y }, i) => Math.abs((corners[i]?.x ?? 0) - x) < 0.5 && Math.abs((corners[i]?.y ?? 0) - y) < 0.5,
  );
}

export async function takePage(
  picture: Picture,
  options: EraseOptions,
  { pool, networks, stopped }: { pool: TaskPool; networks: PageNetworks; stopped: () => void },
): Promise<TakenPage> {
  const { rotate = 'auto' } = options;
  if (rotate !== 'auto' && ![0, 90, 180, 270].includes(rotate))
    throw new PaperError('options', 'A turn is 0, 90, 180 or 270 degrees.');
  const { corners, confidence } = await chooseCorners(picture, options.crop, networks);
  const whole = isWhole(corners, picture);
  const flat = flatSize(corners, picture.width, picture.height);
  const mayTurn = rotate === 'auto' && Math.max(flat.width, flat.height) >= leastSide;
  // No sample is needed when the geometry stays, or when the picture is neither rotated nor straightened.
  const needsSample = options.crop !== 'none' && (mayTurn || !whole);
  const sample = needsSample ? await samplePage(picture, corners) : undefined;
  const found =
    sample && mayTurn
      ? isSheet(flat)
        ? await findTurn(networks, sample)
        : await findTurnOfPiece(networks, sample, (side) => samplePage(picture, corners, side))
      : undefined;
  const orientation =
    rotate !== 'auto' ? rotate : found && found.confidence >= turnConfidenceFor(confidence) ? found.turn : 0;
  const taken = {
    corners,
    cornersConfidence: confidence,
    orientation,
    orientationConfidence: rotate !== 'auto' ? 1 : (found?.confidence ?? 0),
  };
  stopped();
  if (whole) return { page: turned(picture, orientation), ...taken };
  const quarters = orientation / 90;
  const upright = corners.map((_, i) => corners[((i - quarters + 4) % 4) as 0]) as unknown as Corners;
  const bend =
    sample && findBend(turnedGrey(sample, quarters), flatSize(upright, picture.width, picture.height).height);
  // Threads need the picture in shared memory; where it is huge, there is no room for it twice.
  if (isHuge(picture)) {
    picture.data = shared(picture.data);
    await collectGarbage();
  }
  // A bend is measured along upright lines, so a curled page is rotated by the interpolation itself; a flat
  // one is rotated afterwards, pixel for pixel.
  const { target, tasks } = straightenTasks(picture, bend ? upright : corners, bend, pool.threads * 2);
  await pool.runAll(
    tasks.map((task) => ({ kind: 'straighten', task })),
    stopped,
  );
  return { page: bend ? target : turned(target, orientation), ...taken };
}

/** A copy rotated clockwise; the picture itself for 0. */
export function turned(picture: Picture, turn: Turn): Picture {
  if (turn === 0) return picture;
  const { data, width, height } = picture;
  const out = new Uint8Array(data.length);
  const w = turn === 180 ? width : height;
  for (let y = 0, from = 0; y < height; y++) {
    for (let x = 0; x < width; x++, from += 3) {
      const [u, v] =
        turn === 90
          ? [height - 1 - y, x]
          : turn === 180
            ? [width - 1 - x, height - 1 - y]
            : [y, width - 1 - x];
      const to = (v * w + u) * 3;
      out[to] = data[from] as number;
      out[to + 1] = data[from + 1] as number;
      out[to + 2] = data[from + 2] as number;
    }
  }
  return { data: out, width: w, height: turn === 180 ? height : width };
}

// Detects which way up a page is, from its print and writing.

/** Below this confidence the page is not rotated: wrongly rotating an upright page is worse than doing nothing. */
export const minTurnConfidence = 0.55;
/** The same where the page was not found, and desks and other papers are looked at too. */
const minTurnOfFrame = 0.7;
export const turnConfidenceFor = (cornersConfidence: number) =>
  cornersConfidence >= minCornersConfidence ? minTurnConfidence : minTurnOfFrame;

/** A smaller picture is not a readable whole sheet. */
const sheetSide = 900;

function isSheet({ width, height }: { width: number; height: number }) {
  const ratio = Math.max(width / height, height / width);
  return Math.max(width, height) >= sheetSide && ratio > 1.2 && ratio < 1.65;
}

/** Of a smaller piece nobody can say which way up it is. */
const leastSide = 320;
/**
 * The network knows print at the size it has on a whole sheet. How large it is on a piece is not known, so the
 * piece is looked at in other sizes too.
 */
const pieceSides = [640, 416];
/** A piece says less than a sheet. */
const minPieceConfidence = 0.8;

interface FoundTurn {
  /** The rotation that makes the page upright. */
  turn: Turn;
  /** 0 to 1. */
  confidence: number;
}

const turns = [0, 90, 180, 270] as const;

export async function findTurn(
  networks: PageNetworks,
  { data, width, height }: GreyPage,
): Promise<FoundTurn> {
  const probabilities = await predictTurn(networks, data, width, height);
  const confidence = Math.max(...probabilities);
  const quarterTurns = probabilities.indexOf(confidence);
  return { turn: turns[(4 - quarterTurns) % 4] as Turn, confidence };
}

/** `sampled` gives the piece at another size. Unsure unless one size is quite sure and no other contradicts it. */
export async function findTurnOfPiece(
  networks: PageNetworks,
  sample: GreyPage,
  sampled: (side: number) => Promise<GreyPage>,
): Promise<FoundTurn> {
  const found = [await findTurn(networks, sample)];
  for (const side of pieceSides) found.push(await findTurn(networks, await sampled(side)));
  const best = found.reduce((a, b) => (b.confidence > a.confidence ? b : a));
  const contradicted = found.some(
    ({ turn, confidence }) => turn !== best.turn && confidence >= minTurnConfidence,
  );
  return contradicted || best.confidence < minPieceConfidence ? { ...best, confidence: 0 } : best;
}
