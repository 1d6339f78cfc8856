import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { moved, type View, zoomed } from './view.ts';

type Place = { x: number; y: number };

/**
 * Moves and zooms the view by finger, mouse, wheel and keyboard. `box` is the element that shows the plane.
 */
export function usePlotView(home: View) {
  const [view, setView] = useState(home);
  const box = useRef<HTMLDivElement>(null);
  const fingers = useRef(new Map<number, Place>());
  const zoom = (factor: number, atX?: number, atY?: number) =>
    setView((old) => zoomed(old, factor, home, atX, atY));
  const reset = () => setView(home);

  const placeOf = (event: { clientX: number; clientY: number }): Place | undefined => {
    const area = box.current?.getBoundingClientRect();
    if (!area || area.width === 0 || area.height === 0) return undefined;
    return { x: (event.clientX - area.left) / area.width, y: (event.clientY - area.top) / area.height };
  };

  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    const place = placeOf(event);
    if (!place || (event.pointerType === 'mouse' && event.button !== 0)) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    fingers.current.set(event.pointerId, place);
  }

  function onPointerMove(event: PointerEvent<HTMLDivElement>) {
    const before = fingers.current.get(event.pointerId);
    const place = before && placeOf(event);
    if (!place) return;
    const others = [...fingers.current].filter(([id]) => id !== event.pointerId).map(([, other]) => other);
    fingers.current.set(event.pointerId, place);
    const other = others[0];
    // Two fingers move by half of what one of them does, and zoom by the distance between them.
    const share = other ? 0.5 : 1;
    setView((old) => {
      const shifted = moved(old, (before.x - place.x) * share, (place.y - before.y) * share);
      if (!other) return shifted;
      const factor = distance(before, other) / Math.max(distance(place, other), 0.02);
      return zoomed(shifted, factor, home, (place.x + other.x) / 2, (place.y + other.y) / 2);
    });
  }

  const onPointerEnd = (event: PointerEvent<HTMLDivElement>) => {
    fingers.current.delete(event.pointerId);
  };

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const change = keys[event.key];
    if (!change) return;
    event.preventDefault();
    setView((old) => change(old, home));
  }

  // React's wheel listeners are passive: the page would scroll as well.
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      // Scrolling past does not zoom: it zooms while it has the focus, or by a pinch on a touchpad.
      if (!event.ctrlKey && document.activeElement !== element) return;
      event.preventDefault();
      const area = element.getBoundingClientRect();
      const [x, y] = [(event.clientX - area.left) / area.width, (event.clientY - area.top) / area.height];
      setView((old) => zoomed(old, Math.exp(Math.sign(event.deltaY) * 0.15), home, x, y));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [home]);

  const handlers = {
    onPointerDown,
    onPointerMove,
    onPointerUp: onPointerEnd,
    onPointerCancel: onPointerEnd,
    onLostPointerCapture: onPointerEnd,
    onKeyDown,
  };
  return { view, box, handlers, zoom, reset };
}

const keys: Record<string, (view: View, home: View) => View> = {
  ArrowLeft: (view) => moved(view, -0.1, 0),
  ArrowRight: (view) => moved(view, 0.1, 0),
  ArrowUp: (view) => moved(view, 0, 0.1),
  ArrowDown: (view) => moved(view, 0, -0.1),
  '+': (view, home) => zoomed(view, 0.8, home),
  '=': (view, home) => zoomed(view, 0.8, home),
  '-': (view, home) => zoomed(view, 1.25, home),
  '0': (_, home) => home,
};

const distance = (one: Place, other: Place) => Math.hypot(one.x - other.x, one.y - other.y);
