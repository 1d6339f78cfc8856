type Cache = WeakMap<object, unknown>;

/** Computes a value once per key object, or per combination of several, and caches it for as long as they live. */
/* @__NO_SIDE_EFFECTS__ */
export function oncePer<Keys extends readonly object[], Value>(make: (...keys: Keys) => Value) {
  const all: Cache = new WeakMap();
  return (...keys: Keys): Value => {
    const last = keys[keys.length - 1] ?? all;
    const cache = keys.slice(0, -1).reduce(cacheOf, all);
    if (!cache.has(last)) cache.set(last, make(...keys));
    return cache.get(last) as Value;
  };
}

function cacheOf(all: Cache, key: object) {
  const known = all.get(key) as Cache | undefined;
  if (known) return known;
  const cache: Cache = new WeakMap();
  all.set(key, cache);
  return cache;
}
