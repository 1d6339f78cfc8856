import { extendStroke, newStroke, type Stroke, touches } from '../brush/strokes.ts';
import { pan, reveal, type StageStore, showWhole, zoom } from './stage-store.ts';
import { type Point, toPage } from './view-transform.ts';

const arrows: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const panStep = 64;
const tapStep = 12;

export type KeyNews = 'penDown' | 'penUp' | 'dropped';
type Keys = Pick<KeyboardEvent, 'key' | 'shiftKey'>;

/**
 * Keyboard control of the stage: +, − and 0 zoom, arrows move the page or the brush, the space bar puts the
 * brush down and lifts it, or taps. Returns whether the key was handled, and what to announce to a screen reader.
 */
export function stageKey(
  store: StageStore,
  { key, shiftKey }: Keys,
  onStroke: (stroke: Stroke) => void,
  onTap: (at: Point) => void,
): KeyNews | boolean {
  if (key === '+' || key === '=') zoom(store, 1.25);
  else if (key === '-' || key === '_') zoom(store, 0.8);
  else if (key === '0') showWhole(store);
  else if (arrows[key]) moveByArrow(store, arrows[key], shiftKey);
  else if (store.get().taps && (key === ' ' || key === 'Enter')) onTap(cursorOf(store));
  else if (store.get().brush && key === ' ') return togglePen(store, onStroke);
  else if (store.get().live && key === 'Escape') {
    store.set({ live: undefined });
    return 'dropped';
  } else return false;
  return true;
}

function moveByArrow(store: StageStore, to: Point, isFine: boolean) {
  const { brush, taps, radius, page, live, view } = store.get();
  if (!brush && !taps) return pan(store, { x: -to.x * panStep, y: -to.y * panStep });
  const step = isFine ? 1 : Math.max(1, taps ? tapStep / view.scale : radius);
  const from = cursorOf(store);
  const cursor = {
    x: Math.min(page.width, Math.max(0, from.x + to.x * step)),
    y: Math.min(page.height, Math.max(0, from.y + to.y * step)),
  };
  if (live) extendStroke(live, cursor.x, cursor.y);
  store.set({ cursor, live });
  reveal(store, cursor);
}

function togglePen(store: StageStore, onStroke: (stroke: Stroke) => void): KeyNews {
  const { brush = 'erase', radius, live, page } = store.get();
  if (!live) {
    const cursor = cursorOf(store);
    store.set({ cursor, live: newStroke(brush, radius, cursor.x, cursor.y) });
    return 'penDown';
  }
  store.set({ live: undefined });
  if (touches(live, page)) onStroke(live);
  return 'penUp';
}

/** The brush position, or the centre of the stage before it was moved. */
function cursorOf(store: StageStore): Point {
  const { cursor, view, stage } = store.get();
  return cursor ?? toPage(view, { x: stage.width / 2, y: stage.height / 2 });
}
