import { useSyncExternalStore } from 'react';
import { createListeners } from '#web/ground/listeners.ts';
import { noStrokes, type StrokeHistory } from '../brush/stroke-history.ts';
import type { BrushTool, Stroke } from '../brush/strokes.ts';
import {
  clampView,
  fitView,
  type Point,
  panBy,
  type Size,
  scaleRange,
  type View,
  visibleSpan,
  zoomAt,
} from './view-transform.ts';

/** One of several sizes of a picture; `scale` is its pixels per pixel of the page. */
export type Level = { scale: number; bitmap: ImageBitmap };
export type Picture = { size: Size; levels: readonly Level[] };

export type StageState = {
  /** In CSS pixels; zero before layout. */
  stage: Size;
  /** Device pixels per CSS pixel. */
  density: number;
  page: Size;
  view: View;
  /** Whether the whole page is shown; kept when the stage is resized. */
  isWhole: boolean;
  /** Position of the split line, from 0 to 1 of the visible page. */
  split: number;
  after: Picture | undefined;
  before: Picture | undefined;
  /** Small map of the paper colour, used as a preview of erasing until strokes are saved. */
  paper: ImageBitmap | undefined;
  /** undefined: dragging moves the page. */
  brush: BrushTool | undefined;
  /** In page pixels. */
  radius: number;
  strokes: StrokeHistory;
  live: Stroke | undefined;
  /** A tap picks ink instead of zooming. */
  taps: boolean;
  /** Ink that was tapped and ink like it, as boxes on the page, until the user decides. */
  picked: { own: readonly number[]; like: readonly number[] } | undefined;
  /** Brush position in page pixels; undefined when neither pointer nor key moves it. */
  cursor: Point | undefined;
};

const initialState: StageState = {
  stage: { width: 0, height: 0 },
  density: 1,
  page: { width: 1, height: 1 },
  view: { scale: 1, x: 0, y: 0 },
  isWhole: true,
  split: 0,
  after: undefined,
  before: undefined,
  paper: undefined,
  brush: undefined,
  radius: 12,
  strokes: noStrokes,
  live: undefined,
  taps: false,
  picked: undefined,
  cursor: undefined,
};

export type StageStore = ReturnType<typeof createStage>;

/** State of the stage. It changes with every pointer move, so React renders only the parts it selects. */
export function createStage(initial: Partial<StageState> = {}) {
  let state = { ...initialState, ...initial };
  const { notify: tell, subscribe } = createListeners();
  return {
    get: () => state,
    set(change: Partial<StageState>) {
      state = { ...state, ...change };
      tell();
    },
    subscribe,
  };
}

/** Selects a part of the state; `pick` must return a primitive or a stable reference. */
export function useStage<Part>(store: StageStore, pick: (state: StageState) => Part): Part {
  const read = () => pick(store.get());
  return useSyncExternalStore(store.subscribe, read, read);
}

/**
 * Applies a new size of page or stage: a page shown whole stays whole, otherwise the view is kept as far as
 * possible.
 */
export function resize(store: StageStore, change: Partial<Pick<StageState, 'stage' | 'page' | 'density'>>) {
  const { page, stage, view, isWhole } = { ...store.get(), ...change };
  const isLaidOut = stage.width > 0;
  const isOther = change.page && !sameSize(change.page, store.get().page);
  const whole = isWhole || isOther;
  const next = !isLaidOut ? view : whole ? fitView(page, stage) : clampView(view, page, stage);
  store.set({ ...change, view: next, isWhole: Boolean(whole) });
}

const sameSize = (a: Size, b: Size) => a.width === b.width && a.height === b.height;

function setView(store: StageStore, view: View) {
  const { page, stage } = store.get();
  store.set({ view, isWhole: view.scale <= scaleRange(page, stage).least * 1.001 });
}

/** Zooms by a factor around a point of the stage, or its centre. */
export function zoom(store: StageStore, factor: number, at?: Point) {
  const { view, page, stage } = store.get();
  const centre = { x: stage.width / 2, y: stage.height / 2 };
  setView(store, zoomAt(view, factor, at ?? centre, page, stage));
}

export function pan(store: StageStore, by: Point) {
  const { view, page, stage } = store.get();
  setView(store, panBy(view, by, page, stage));
}

export function showWhole(store: StageStore) {
  const { page, stage } = store.get();
  setView(store, fitView(page, stage));
}

/** Double tap: zooms in around the point, or back to the whole page. */
export function toggleZoom(store: StageStore, at: Point) {
  const { isWhole, view } = store.get();
  if (isWhole) zoom(store, Math.max(2.5, 1 / view.scale / 2), at);
  else showWhole(store);
}

/** Pans so that a point of the page is visible, after a key moved the brush out of sight. */
export function reveal(store: StageStore, { x, y }: Point) {
  const { view, stage } = store.get();
  const at = { x: x * view.scale + view.x, y: y * view.scale + view.y };
  const edge = 32;
  const by = (place: number, room: number) =>
    place < edge ? edge - place : place > room - edge ? room - edge - place : 0;
  const move = { x: by(at.x, stage.width), y: by(at.y, stage.height) };
  if (move.x || move.y) pan(store, move);
}

/** x of the split line on the stage. */
export function splitPlace({ view, page, stage, split }: StageState) {
  const { left, right } = visibleSpan(view, page, stage);
  return left + (right - left) * split;
}

export function splitAt({ view, page, stage }: StageState, x: number) {
  const { left, right } = visibleSpan(view, page, stage);
  return right > left ? Math.min(1, Math.max(0, (x - left) / (right - left))) : 0;
}
