type Branch<Value> = { made?: { value: Value }; under: WeakMap<object, Branch<Value>> };

/** Computes a value once per key object, or per combination of several, and caches it for as long as they live. */
/* @__NO_SIDE_EFFECTS__ */
export function oncePer<Keys extends readonly object[], Value>(make: (...keys: Keys) => Value) {
  const root: Branch<Value> = { under: new WeakMap() };
  return (...keys: Keys): Value => {
    let branch = root;
    for (const key of keys) {
      const next: Branch<Value> = branch.under.get(key) ?? { under: new WeakMap() };
      branch.under.set(key, next);
      branch = next;
    }
    branch.made ??= { value: make(...keys) };
    return branch.made.value;
  };
}
