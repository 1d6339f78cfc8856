import type { z } from 'zod';

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;
type Told<Value> = Value extends Date ? string : Value;
type Fields<Row> = { [Column in keyof Row & string as SnakeCase<Column>]: Told<Row[Column]> };

/** Of what is to be answered, the fields that a row has columns for; moments as ISO 8601. */
export function fieldsOf<Shape extends z.ZodRawShape, Row extends object>(
  { shape }: z.ZodObject<Shape>,
  row: Row,
): Pick<Fields<Row>, keyof Shape & keyof Fields<Row>> {
  const fields: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(row)) {
    const field = column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    if (Object.hasOwn(shape, field)) fields[field] = value instanceof Date ? value.toISOString() : value;
  }
  return fields as Pick<Fields<Row>, keyof Shape & keyof Fields<Row>>;
}
