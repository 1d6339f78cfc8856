import { useSyncExternalStore } from 'react';
import { createListeners } from '#web/ground/listeners.ts';

let open: readonly HTMLDialogElement[] = [];
const { notify: notifyListeners, subscribe } = createListeners();

function change(next: readonly HTMLDialogElement[]) {
  // One scroll lock for all dialogs, so that closing the upper one does not release the page.
  if (open.length > 0 !== next.length > 0) lockPage(next.length > 0);
  open = next;
  notifyListeners();
}

/** Stops the page from scrolling; padding replaces the scrollbar, so that nothing moves. */
function lockPage(locked: boolean) {
  const { style, clientWidth } = document.documentElement;
  const bar = window.innerWidth - clientWidth;
  style.paddingRight = locked && bar > 0 ? `${bar}px` : '';
  style.overflow = locked ? 'hidden' : '';
}

export const pushModal = (dialog: HTMLDialogElement) => change([...open, dialog]);
export const dropModal = (dialog: HTMLDialogElement) => change(open.filter((other) => other !== dialog));

/** The topmost modal dialog, if any: elements outside it are not visible above it, usable or read aloud. */
export function useTopModal(): HTMLDialogElement | undefined {
  return useSyncExternalStore(
    subscribe,
    () => open.at(-1),
    () => undefined,
  );
}
