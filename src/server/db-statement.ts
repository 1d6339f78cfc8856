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
