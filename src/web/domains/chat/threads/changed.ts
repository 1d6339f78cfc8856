const listeners = new Set<() => void>();

/** A thread was begun, named, renamed or deleted: whoever lists threads looks again. */
export function threadsChanged() {
  for (const listener of listeners) listener();
}

export function onThreadsChanged(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
