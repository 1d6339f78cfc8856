import { paintPictures, paintStrokeEnd, paintStrokes } from './paint-stage.ts';
import { type StageState, type StageStore, splitPlace } from './stage-store.ts';
import { toStage } from './view-transform.ts';

type Canvases = { pictures: HTMLCanvasElement; strokes: HTMLCanvasElement };

const pictureFields = ['view', 'stage', 'density', 'page', 'split', 'after', 'before'] as const;
const strokeFields = ['strokes', 'paper', 'picked'] as const;

/**
 * Paints once per frame and only what changed: the pictures, the strokes above them, or just the end of the
 * current stroke.
 */
export function startPainter(store: StageStore, { pictures, strokes }: Canvases) {
  const pictureContext = pictures.getContext('2d', { alpha: true }) as CanvasRenderingContext2D;
  const strokeContext = strokes.getContext('2d') as CanvasRenderingContext2D;
  let painted: Partial<StageState> = {};
  let livePoints = 0;
  let frame = 0;

  const differs = (state: StageState, names: readonly (keyof StageState)[]) =>
    names.some((name) => state[name] !== painted[name]);

  const paint = () => {
    frame = 0;
    const state = store.get();
    if (state.stage.width === 0) return;
    if (state.stage !== painted.stage || state.density !== painted.density)
      for (const canvas of [pictures, strokes]) {
        canvas.width = Math.round(state.stage.width * state.density);
        canvas.height = Math.round(state.stage.height * state.density);
      }
    const moved = differs(state, pictureFields);
    if (moved) paintPictures(pictureContext, state);
    const points = (state.live?.points.length ?? 0) / 2;
    if (moved || differs(state, strokeFields) || state.live !== painted.live)
      paintStrokes(strokeContext, state);
    else if (points > livePoints) paintStrokeEnd(strokeContext, state, Math.max(0, livePoints - 1));
    painted = state;
    livePoints = points;
  };

  const schedule = () => {
    frame ||= requestAnimationFrame(paint);
  };
  schedule();
  const stop = store.subscribe(schedule);
  return () => {
    stop();
    cancelAnimationFrame(frame);
  };
}

/** Positions an element on the stage without React, since it moves with every frame. */
export function followPlace(store: StageStore, place: (state: StageState) => void) {
  let last: StageState | undefined;
  const update = () => {
    const state = store.get();
    if (state !== last) place(state);
    last = state;
  };
  update();
  return store.subscribe(update);
}

/** In CSS pixels: where a key would tap. */
const tapRing = 20;

/** Positions the ring that shows the brush size. */
export function placeRing(ring: HTMLElement, { cursor, radius, view, brush, taps }: StageState) {
  ring.hidden = !cursor || !(brush || taps);
  if (!cursor) return;
  const { x, y } = toStage(view, cursor);
  const size = taps ? tapRing : Math.max(4, radius * 2 * view.scale);
  ring.style.width = `${size}px`;
  ring.style.height = `${size}px`;
  ring.style.transform = `translate(${x - size / 2}px, ${y - size / 2}px)`;
}

const halfGrip = 24;

/** Positions the split line; its handle stays fully on the stage, also when the line is at an edge. */
export function placeLine(line: HTMLElement, state: StageState) {
  const place = splitPlace(state);
  const grip = Math.min(state.stage.width - halfGrip, Math.max(halfGrip, place));
  line.style.transform = `translateX(${place}px)`;
  line.style.setProperty('--grip', `${grip - place}px`);
}
