/** A value that is followed. */
export function createStore<T>(first: T) {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    change(next: (before: T) => T) {
      const after = next(value);
      if (after === value) return;
      value = after;
      for (const listen of listeners) listen();
    },
    subscribe(listen: () => void) {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
  };
}
