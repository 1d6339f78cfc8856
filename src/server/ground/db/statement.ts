import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { QueryResult } from 'pg';
import type { Tx } from './db.ts';

type Prepared<Result> = { execute(values: Record<string, unknown>): Promise<Result> };

/**
 * A query of a busy path: written out once for each connection, and parsed there once, by the name it is prepared under.
 * What differs comes by `sql.placeholder`; one that is given no value throws.
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

/** The same for a query that is plain SQL. */
export function sqlStatement<Row extends Record<string, unknown>>(name: string, query: SQL) {
  const written = new PgDialect().sqlToQuery(query);
  return statement(
    (tx) =>
      tx._.session.prepareQuery(written, undefined, name, false) as unknown as Prepared<QueryResult<Row>>,
  );
}
