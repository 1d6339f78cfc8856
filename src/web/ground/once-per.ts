/** Computes a value once per key object and caches it for as long as that object lives. */
export function oncePer<Key extends object, Value>(make: (key: Key) => Value) {
  const cache = new WeakMap<Key, Value>();
  return (key: Key): Value => {
    if (!cache.has(key)) cache.set(key, make(key));
    return cache.get(key) as Value;
  };
}
