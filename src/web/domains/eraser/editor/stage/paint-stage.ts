import type { BrushTool, Stroke } from '../brush/strokes.ts';
import { type Picture, type StageState, splitPlace } from './stage-store.ts';
import { sharpEnough, visibleBlit } from './view-transform.ts';

type Context = CanvasRenderingContext2D;

/**
 * Draws the picture before erasing left of the split line and the one after right of it: only the visible
 * part, from the smallest picture that is sharp enough.
 */
export function paintPictures(context: Context, state: StageState) {
  const { stage, density, after, before } = state;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, stage.width * density, stage.height * density);
  context.setTransform(density, 0, 0, density, 0, 0);
  if (after) paintEdge(context, state);
  const line = splitPlace(state);
  const hasBoth = before !== undefined && state.split > 0;
  if (after) paintPicture(context, state, after, hasBoth ? line : 0, stage.width);
  if (before && hasBoth) paintPicture(context, state, before, 0, line);
}

/** A fine shadow shows where the page ends, in both themes. */
function paintEdge(context: Context, { view, page }: StageState) {
  context.save();
  context.shadowColor = 'rgb(0 0 0 / 0.28)';
  context.shadowBlur = 10;
  context.fillStyle = 'rgb(255 255 255)';
  context.fillRect(view.x, view.y, page.width * view.scale, page.height * view.scale);
  context.restore();
}

function paintPicture(context: Context, state: StageState, picture: Picture, from: number, to: number) {
  const { view, page, stage, density } = state;
  const level = sharpEnough(picture.levels, view.scale * density);
  if (!level) return;
  // A picture of another size, such as of another version, is fitted into the page.
  const fitted = Math.min(page.width / picture.size.width, page.height / picture.size.height);
  const own = {
    scale: view.scale * fitted,
    x: view.x + ((page.width - picture.size.width * fitted) / 2) * view.scale,
    y: view.y + ((page.height - picture.size.height * fitted) / 2) * view.scale,
  };
  const blit = visibleBlit(own, picture.size, stage, { level: level.scale, from, to });
  if (!blit) return;
  const { source, target } = blit;
  // Enlarged pixels are drawn sharp, for work on single pixels.
  context.imageSmoothingEnabled = view.scale * density < 3 * level.scale;
  context.drawImage(
    level.bitmap,
    ...([source.x, source.y, source.width, source.height] as const),
    ...([target.x, target.y, target.width, target.height] as const),
  );
}

/** Draws unsaved strokes: erasing ones in the paper colour, restoring ones with the original. */
export function paintStrokes(context: Context, state: StageState) {
  const { stage, density } = state;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, stage.width * density, stage.height * density);
  const strokes = state.live ? [...state.strokes.done, state.live] : state.strokes.done;
  const { picked } = state;
  if (strokes.length === 0 && !picked) return;
  context.save();
  clipToAfter(context, state);
  const inks = inksOf(context, state);
  for (const stroke of strokes) paintStroke(context, stroke, inks[stroke.tool]);
  if (picked) {
    paintBoxes(context, picked.like, 'rgb(217 169 58 / 0.55)');
    paintBoxes(context, picked.own, 'rgb(194 59 34 / 0.6)');
  }
  context.restore();
}

function paintBoxes(context: Context, boxes: readonly number[], ink: CanvasPattern | string) {
  context.fillStyle = ink;
  context.beginPath();
  for (let at = 0; at < boxes.length; at += 4) {
    const [left = 0, top = 0, right = 0, bottom = 0] = boxes.slice(at, at + 4);
    context.rect(left, top, right - left, bottom - top);
  }
  context.fill();
}

/** Draws only the newest part of the current stroke, without redrawing the rest. */
export function paintStrokeEnd(context: Context, state: StageState, fromPoint: number) {
  if (!state.live) return;
  context.save();
  clipToAfter(context, state);
  const points = state.live.points.slice(fromPoint * 2);
  paintStroke(context, { ...state.live, points }, inksOf(context, state)[state.live.tool]);
  context.restore();
}

function clipToAfter(context: Context, state: StageState) {
  const { density, stage, view, page } = state;
  context.setTransform(density, 0, 0, density, 0, 0);
  context.beginPath();
  const left = state.before && state.split > 0 ? splitPlace(state) : 0;
  context.rect(left, 0, stage.width - left, stage.height);
  context.clip();
  context.translate(view.x, view.y);
  context.scale(view.scale, view.scale);
  context.beginPath();
  context.rect(0, 0, page.width, page.height);
  context.clip();
}

type Inks = Record<BrushTool, CanvasPattern | string>;

function inksOf(context: Context, { paper, before, view, density, page }: StageState): Inks {
  const pattern = (source: CanvasImageSource | undefined, scale: number) => {
    const made = source && context.createPattern(source, 'no-repeat');
    made?.setTransform(new DOMMatrix().scale(1 / scale));
    return made;
  };
  const level = before && sharpEnough(before.levels, view.scale * density);
  context.imageSmoothingEnabled = true;
  return {
    erase: pattern(paper, paper ? paper.width / page.width : 1) ?? 'rgb(255 255 255)',
    // Until the original is loaded, a tint marks where it will be restored.
    restore: pattern(level?.bitmap, level?.scale ?? 1) ?? 'rgb(31 122 99 / 0.35)',
  };
}

function paintStroke(context: Context, { points, radius, boxes }: Stroke, ink: CanvasPattern | string) {
  if (boxes) return paintBoxes(context, boxes, ink);
  context.strokeStyle = ink;
  context.lineWidth = radius * 2;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.beginPath();
  context.moveTo(points[0] ?? 0, points[1] ?? 0);
  if (points.length === 2) context.lineTo(points[0] ?? 0, points[1] ?? 0);
  for (let at = 2; at < points.length; at += 2) context.lineTo(points[at] ?? 0, points[at + 1] ?? 0);
  context.stroke();
}
