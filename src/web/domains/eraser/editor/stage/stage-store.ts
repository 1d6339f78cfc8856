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

/** The same picture in several sizes, each with so many of its pixels for one of the page. */
export type Level = { scale: number; bitmap: ImageBitmap };
export type Picture = { size: Size; levels: readonly Level[] };

export type StageState = {
  /** In CSS pixels; zero before it is laid out. */
  stage: Size;
  /** Device pixels for one of CSS. */
  density: number;
  page: Size;
  view: View;
  /** Whether all of the page is shown, also after the stage has changed its size. */
  isWhole: boolean;
  /** Where before ends and after begins, from 0 to 1 of the page that is seen. */
  split: number;
  after: Picture | undefined;
  before: Picture | undefined;
  /** The colour of paper all over the page, small: what the eraser paints with until the server does. */
  paper: ImageBitmap | undefined;
  /** With `undefined` the page is moved. */
  brush: BrushTool | undefined;
  /** In pixels of the page. */
  radius: number;
  strokes: StrokeHistory;
  live: Stroke | undefined;
  /** Of the brush, in pixels of the page; nothing while no pointer and no key moves it. */
  cursor: Point | undefined;
};

const empty: StageState = {
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
  cursor: undefined,
};

export type StageStore = ReturnType<typeof createStage>;

/** What is on the stage. It changes with every move of a finger, so React is told only of the parts it shows. */
export function createStage(initial: Partial<StageState> = {}) {
  let state = { ...empty, ...initial };
  const { tell, subscribe } = createListeners();
  return {
    get: () => state,
    set(change: Partial<StageState>) {
      state = { ...state, ...change };
      tell();
    },
    subscribe,
  };
}

/** A part of what is on the stage; `pick` answers a plain value or something that is kept as it is. */
export function useStage<Part>(store: StageStore, pick: (state: StageState) => Part): Part {
  const read = () => pick(store.get());
  return useSyncExternalStore(store.subscribe, read, read);
}

/** Another size of page or stage: what was shown whole still is, else the view stays as far as it can. */
export function resize(store: StageStore, change: Partial<Pick<StageState, 'stage' | 'page' | 'density'>>) {
  const { page, stage, view, isWhole } = { ...store.get(), ...change };
  const drawn = stage.width > 0;
  const isOther = change.page && !sameSize(change.page, store.get().page);
  const whole = isWhole || isOther;
  const next = !drawn ? view : whole ? fitView(page, stage) : clampView(view, page, stage);
  store.set({ ...change, view: next, isWhole: Boolean(whole) });
}

const sameSize = (a: Size, b: Size) => a.width === b.width && a.height === b.height;

function look(store: StageStore, view: View) {
  const { page, stage } = store.get();
  store.set({ view, isWhole: view.scale <= scaleRange(page, stage).least * 1.001 });
}

/** By a factor, around a point of the stage or its middle. */
export function zoom(store: StageStore, factor: number, at?: Point) {
  const { view, page, stage } = store.get();
  const middle = { x: stage.width / 2, y: stage.height / 2 };
  look(store, zoomAt(view, factor, at ?? middle, page, stage));
}

export function pan(store: StageStore, by: Point) {
  const { view, page, stage } = store.get();
  look(store, panBy(view, by, page, stage));
}

export function showWhole(store: StageStore) {
  const { page, stage } = store.get();
  look(store, fitView(page, stage));
}

/** A double tap: near where it was, and back. */
export function toggleZoom(store: StageStore, at: Point) {
  const { isWhole, view } = store.get();
  if (isWhole) zoom(store, Math.max(2.5, 1 / view.scale / 2), at);
  else showWhole(store);
}

/** Brings a point of the page into sight, where a key has moved the brush out of it. */
export function reveal(store: StageStore, { x, y }: Point) {
  const { view, stage } = store.get();
  const at = { x: x * view.scale + view.x, y: y * view.scale + view.y };
  const edge = 32;
  const by = (place: number, room: number) =>
    place < edge ? edge - place : place > room - edge ? room - edge - place : 0;
  const move = { x: by(at.x, stage.width), y: by(at.y, stage.height) };
  if (move.x || move.y) pan(store, move);
}

/** Where the line between before and after stands on the stage. */
export function splitPlace({ view, page, stage, split }: StageState) {
  const { left, right } = visibleSpan(view, page, stage);
  return left + (right - left) * split;
}

export function splitAt({ view, page, stage }: StageState, x: number) {
  const { left, right } = visibleSpan(view, page, stage);
  return right > left ? Math.min(1, Math.max(0, (x - left) / (right - left))) : 0;
}
