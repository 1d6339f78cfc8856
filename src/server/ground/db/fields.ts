import type { z } from 'zod';

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;
type Json<Value> = Value extends Date ? string : Value;
type Fields<Row> = { [Column in keyof Row & string as SnakeCase<Column>]: Json<Row[Column]> };

/** The fields of an answer's schema for which the row has columns; dates as ISO 8601 strings. */
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
