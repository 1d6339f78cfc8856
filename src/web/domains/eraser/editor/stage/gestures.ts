import { extendStroke, newStroke, type Stroke, touches } from '../brush/strokes.ts';
import { pan, type StageStore, toggleZoom, zoom } from './stage-store.ts';
import { type Point, toPage } from './view-transform.ts';

const doubleTapMs = 320;
const maxTapDistance = 12;
/** Wheel deltas come in pixels, lines or pages. */
const wheelUnits = [1, 16, 400];

/**
 * Handles touch, pen, mouse and wheel on the stage. One finger paints or moves, two always zoom and move.
 * Once a pen was used, fingers only move, so that a resting hand does not paint. Returns a function that
 * stops it.
 */
export function followGestures(
  surface: HTMLElement,
  store: StageStore,
  { onStroke, onTap }: { onStroke: (stroke: Stroke) => void; onTap: (at: Point) => void },
) {
  const pointers = new Map<number, Point>();
  let mode: 'none' | 'move' | 'paint' | 'pinch' = 'none';
  let penSeen = false;
  let began = { at: 0, x: 0, y: 0, travelled: 0 };
  let lastTap = { at: 0, x: 0, y: 0 };

  const positionOf = (event: MouseEvent): Point => {
    const { left, top } = surface.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const onPage = (event: MouseEvent) => toPage(store.get().view, positionOf(event));

  const down = (event: PointerEvent) => {
    if (event.pointerType === 'mouse' && event.button > 1) return;
    if (event.pointerType === 'pen') penSeen = true;
    surface.setPointerCapture(event.pointerId);
    const position = positionOf(event);
    pointers.set(event.pointerId, position);
    if (pointers.size > 1) {
      mode = 'pinch';
      return store.set({ live: undefined, cursor: undefined });
    }
    began = { at: event.timeStamp, ...position, travelled: 0 };
    const { brush, radius } = store.get();
    const paints = brush && event.button === 0 && !(penSeen && event.pointerType === 'touch');
    mode = paints ? 'paint' : 'move';
    if (!paints) return;
    const { x, y } = onPage(event);
    store.set({ live: newStroke(brush, radius, x, y), cursor: { x, y } });
  };

  const pinch = (id: number, position: Point) => {
    const before = [...pointers.values()].slice(0, 2) as [Point, Point];
    pointers.set(id, position);
    const now = [...pointers.values()].slice(0, 2) as [Point, Point];
    const [from, to] = [midpoint(before), midpoint(now)];
    pan(store, { x: to.x - from.x, y: to.y - from.y });
    zoom(store, distance(now) / Math.max(1, distance(before)), to);
  };

  const move = (event: PointerEvent) => {
    const last = pointers.get(event.pointerId);
    const position = positionOf(event);
    const { brush, live } = store.get();
    if (!last) {
      if (brush && event.pointerType !== 'touch') store.set({ cursor: onPage(event) });
      return;
    }
    began.travelled = Math.max(began.travelled, Math.hypot(position.x - began.x, position.y - began.y));
    if (mode === 'pinch') return pinch(event.pointerId, position);
    pointers.set(event.pointerId, position);
    if (mode === 'move') return pan(store, { x: position.x - last.x, y: position.y - last.y });
    if (mode !== 'paint' || !live) return;
    // A browser reports moves once per frame; the coalesced events between make the line smooth.
    const between = event.getCoalescedEvents?.() ?? [];
    for (const one of between.length > 0 ? between : [event]) {
      const { x, y } = onPage(one);
      extendStroke(live, x, y);
    }
    store.set({ live, cursor: onPage(event) });
  };

  const up = (event: PointerEvent) => {
    if (!pointers.delete(event.pointerId)) return;
    if (mode === 'pinch') {
      if (pointers.size === 0) mode = 'none';
      return;
    }
    const { live, page } = store.get();
    if (mode === 'paint') {
      store.set({ live: undefined, ...(event.pointerType === 'touch' && { cursor: undefined }) });
      if (live && event.type === 'pointerup' && touches(live, page)) onStroke(live);
    } else if (mode === 'move' && event.type === 'pointerup' && began.travelled < maxTapDistance) tap(event);
    mode = 'none';
  };

  const tap = (event: PointerEvent) => {
    if (store.get().taps) return onTap(onPage(event));
    const position = positionOf(event);
    const isSecond =
      event.timeStamp - lastTap.at < doubleTapMs &&
      Math.hypot(position.x - lastTap.x, position.y - lastTap.y) < 2 * maxTapDistance;
    lastTap = { at: isSecond ? 0 : event.timeStamp, ...position };
    if (isSecond) toggleZoom(store, position);
  };

  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    const turned = event.deltaY * (wheelUnits[event.deltaMode] ?? 1);
    if (event.shiftKey) return pan(store, { x: -turned, y: 0 });
    // A pinch on a trackpad arrives as wheel events with Ctrl, in small steps.
    zoom(store, Math.exp(-turned * (event.ctrlKey ? 0.01 : 0.0018)), positionOf(event));
  };
  const leave = () => {
    if (pointers.size === 0) store.set({ cursor: undefined });
  };

  const stop = new AbortController();
  const { signal } = stop;
  surface.addEventListener('pointerdown', down, { signal });
  surface.addEventListener('pointermove', move, { signal });
  surface.addEventListener('pointerup', up, { signal });
  surface.addEventListener('pointercancel', up, { signal });
  surface.addEventListener('pointerleave', leave, { signal });
  surface.addEventListener('wheel', wheel, { signal, passive: false });
  return () => stop.abort();
}

const midpoint = ([a, b]: [Point, Point]): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const distance = ([a, b]: [Point, Point]) => Math.hypot(a.x - b.x, a.y - b.y);
