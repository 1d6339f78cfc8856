import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { QueryResult } from 'pg';
import type { Tx } from './db.ts';

type Prepared<Result> = { execute(values: Record<string, unknown>): Promise<Result> };

/**
 * A prepared statement for a busy path: its SQL is generated once per connection, and PostgreSQL parses it
 * there once. Parameters are `sql.placeholder`s; a missing value throws.
 */
export function statement<Result>(prepare: (tx: Tx) => Prepared<Result>) {
  const prepared = new WeakMap<object, Prepared<Result>>();
  return (tx: Tx, values: Record<string, unknown>): Promise<Result> => {
    const { session } = tx._;
    const query = prepared.get(session) ?? prepare(tx);
    prepared.set(session, query);
    return query.execute(values);
  };
}

/** A prepared statement for a plain SQL query. */
export function sqlStatement<Row extends Record<string, unknown>>(name: string, query: SQL) {
  const written = new PgDialect().sqlToQuery(query);
  return statement(
    (tx) =>
      tx._.session.prepareQuery(written, undefined, name, false) as unknown as Prepared<QueryResult<Row>>,
  );
}
