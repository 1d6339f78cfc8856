import { useSyncExternalStore } from 'react';

let open: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

function change(next: readonly HTMLDialogElement[]) {
  open = next;
  // One lock for all of them, so that closing the upper one does not let the page go. The page keeps its scrollbar
  // gutter, which no backdrop covers: it is dimmed by the colour of the canvas.
  const locked = open.length > 0;
  document.documentElement.style.overflow = locked ? 'hidden' : '';
  document.documentElement.style.backgroundColor = locked
    ? 'color-mix(in srgb, var(--color-paper), #000 45%)'
    : '';
  for (const listener of listeners) listener();
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
