/** A value as text. The router writes and reads a text in one go, and an object value by value. */
export type Packed<Value> = string & { readonly packed?: Value };

export const pack = <Value>(value: Value): Packed<Value> => JSON.stringify(value);

const known = new Map<string, unknown>();
const most = 50;

/** The value of a text; for the same text the same object, which nobody may change. */
export function unpack<Value>(text: Packed<Value>): Value {
  const found = known.get(text);
  if (found !== undefined) return found as Value;
  const value = JSON.parse(text);
  known.set(text, value);
  if (known.size > most) known.delete(known.keys().next().value ?? '');
  return value;
}
