/** A value as JSON text. The router serialises a string in one step, but an object value by value. */
export type Packed<Value> = string & { readonly packed?: Value };

export const pack = <Value>(value: Value): Packed<Value> => JSON.stringify(value);

const cache = new Map<string, unknown>();
const maxEntries = 50;

/** Parses a packed value. The same text gives the same cached object, which must not be modified. */
export function unpack<Value>(text: Packed<Value>): Value {
  const found = cache.get(text);
  if (found !== undefined) return found as Value;
  const value = JSON.parse(text);
  cache.set(text, value);
  if (cache.size > maxEntries) cache.delete(cache.keys().next().value ?? '');
  return value;
}
