import { useSyncExternalStore } from 'react';
import { createListeners } from '#web/ground/listeners.ts';

let open: readonly HTMLDialogElement[] = [];
const { tell, subscribe } = createListeners();

function change(next: readonly HTMLDialogElement[]) {
  // One lock for all of them, so that closing the upper one does not let the page go.
  if (open.length > 0 !== next.length > 0) lockPage(next.length > 0);
  open = next;
  tell();
}

/** Stops the page from scrolling; padding stands in for the scrollbar, so that nothing moves. */
function lockPage(locked: boolean) {
  const { style, clientWidth } = document.documentElement;
  const bar = window.innerWidth - clientWidth;
  style.paddingRight = locked && bar > 0 ? `${bar}px` : '';
  style.overflow = locked ? 'hidden' : '';
}

export const pushModal = (dialog: HTMLDialogElement) => change([...open, dialog]);
export const dropModal = (dialog: HTMLDialogElement) => change(open.filter((other) => other !== dialog));

/** The modal dialog on top, if any: whatever is outside it cannot be seen over it, used or read aloud. */
export function useTopModal(): HTMLDialogElement | undefined {
  return useSyncExternalStore(
    subscribe,
    () => open.at(-1),
    () => undefined,
  );
}
