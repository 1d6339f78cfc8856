import { useSyncExternalStore } from 'react';

let open: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

function change(next: readonly HTMLDialogElement[]) {
  // One lock for all of them, so that closing the upper one does not let the page go.
  if ((open.length > 0) !== (next.length > 0)) lockPage(next.length > 0);
  open = next;
  for (const listener of listeners) listener();
}

/** Stops the page from scrolling, without moving it where a scrollbar took space. */
function lockPage(locked: boolean) {
  const { style, clientWidth } = document.documentElement;
  const barred = locked && window.innerWidth > clientWidth;
  style.overflow = locked ? 'hidden' : '';
  style.scrollbarGutter = barred ? 'stable' : '';
  // No backdrop covers the gutter; the colour of the canvas does.
  style.backgroundColor = barred ? 'color-mix(in srgb, var(--color-paper), #000 45%)' : '';
}

export const pushModal = (dialog: HTMLDialogElement) => change([...open, dialog]);
export const dropModal = (dialog: HTMLDialogElement) => change(open.filter((other) => other !== dialog));

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The modal dialog on top, if any: whatever is outside it cannot be seen over it, used or read aloud. */
export function useTopModal(): HTMLDialogElement | undefined {
  return useSyncExternalStore(
    subscribe,
    () => open.at(-1),
    () => undefined,
  );
}
