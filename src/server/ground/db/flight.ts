import pg from 'pg';

export type Config = pg.QueryConfig & { rowMode?: 'array' };
export type Asked = {
  config: Config;
  values: unknown[];
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
};

/** What node-postgres calls on a query it runs; its types know of `submit` alone. */
type Running = {
  name: string | undefined;
  text: string | undefined;
  submit(connection: Wire): unknown;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Wire): void;
  handleEmptyQuery(connection: Wire): void;
  handleReadyForQuery(connection: Wire): void;
  handleError(error: unknown, connection: Wire): void;
};
type Wire = pg.Connection & { submittedNamedStatements: Record<string, string> };

/**
 * Several statements in one flight: sent together, answered together. They are run one after the other, each seeing what
 * happened before it began; after one that fails none is run, and all of those fail with it.
 */
export function createFlight(asked: readonly Asked[], onLanded: () => void): Running {
  let at = 0;
  let failure: unknown;
  const parts = asked.map(
    ({ config, values, resolve, reject }) =>
      new pg.Query({ ...config, queryMode: 'extended' } as pg.QueryConfig, values, (error, result) => {
        if (error) {
          failure ??= error;
          reject(error);
        } else resolve(result);
      }) as unknown as Running,
  );
  const current = () => parts[at] as Running;

  function land(connection: Wire) {
    for (const part of parts.slice(0, at)) part.handleReadyForQuery(connection);
    for (const part of parts.slice(at)) {
      // Sent, but passed over: it is not known by its name yet.
      if (part.name) delete connection.submittedNamedStatements[part.name];
      part.handleError(failure ?? new Error('a statement was not answered'), connection);
    }
    onLanded();
  }

  return {
    // Answers come in order: a statement that was parsed is the one whose turn it is.
    get name() {
      return parts[at]?.name;
    },
    get text() {
      return parts[at]?.text;
    },
    submit(connection) {
      // The end of each is the end of all: what follows an error is passed over up to there.
      const untilTheLast: Wire = Object.create(connection, { sync: { value() {} } });
      connection.stream.cork();
      try {
        for (const part of parts) {
          failure ??= part.submit(untilTheLast) ?? undefined;
          if (failure !== undefined) break;
        }
        connection.sync();
      } finally {
        connection.stream.uncork();
      }
    },
    handleRowDescription: (message) => current().handleRowDescription(message),
    handleDataRow: (message) => current().handleDataRow(message),
    handleCommandComplete(message, connection) {
      current().handleCommandComplete(message, connection);
      at += 1;
    },
    handleEmptyQuery() {
      at += 1;
    },
    handleReadyForQuery: land,
    handleError(error, connection) {
      failure = error;
      land(connection);
    },
  };
}

const begins = /^begin\b/;
const ends = /^(commit|rollback)$/;
const nothing = { command: '', rowCount: 0, oid: 0, fields: [], rows: [] };

/** The time limits of what follows it. What fails with it, says so itself. */
export const limitsFirst = (limits: string): Asked => ({
  config: { text: limits },
  values: [],
  resolve() {},
  reject() {},
});

export function unnamed({ name: _, ...config }: Config): Config {
  return config;
}

/** Without values a text may hold several statements, which only go by themselves. */
export const goesAlone = ({ config, values }: Asked) =>
  !config.name && values.length === 0 && config.text.includes(';');

/**
 * A connection for transactions. What is asked for in one turn of the event loop travels in one flight; `begin` waits for
 * the first statement, and travels with it. So a transaction has as many round trips as it has questions that wait for
 * each other's answers.
 *
 * Through a pooler nothing has a name, and the limits of the transaction travel with its `begin`.
 */
export function gatherFlights(client: pg.PoolClient, limitsThroughPooler?: string) {
  const waiting: Asked[] = [];
  let begin: Config | undefined;
  let isFlying = false;
  let isDue = false;

  /** Where it has not begun, nothing may be done as if it had. */
  function refuseAll(error: unknown) {
    for (const { reject } of waiting.splice(0)) reject(error);
  }

  function leave() {
    isDue = false;
    if (isFlying || waiting.length === 0) return;
    const alone = waiting.findIndex(goesAlone);
    const together = waiting.splice(0, alone === -1 ? waiting.length : Math.max(alone, begin ? 0 : 1));
    if (begin && limitsThroughPooler) together.unshift(limitsFirst(limitsThroughPooler));
    if (begin) together.unshift({ config: begin, values: [], resolve() {}, reject: refuseAll });
    begin = undefined;
    isFlying = true;
    const landed = () => {
      isFlying = false;
      leave();
    };
    const [first] = together;
    // By itself it goes the driver's own way, which takes less of the processor than a flight; through a pooler that way
    // would be a transaction of its own.
    if (first && together.length === 1 && (limitsThroughPooler === undefined || goesAlone(first)))
      client.query({ ...first.config, values: first.values }, (error, result) => {
        if (error) first.reject(error);
        else first.resolve(result);
        landed();
      });
    else client.query(createFlight(together, landed) as unknown as pg.Submittable);
  }

  return {
    query(given: Config, values: unknown[] = []): Promise<unknown> {
      const config = limitsThroughPooler ? unnamed(given) : given;
      if (begins.test(config.text)) {
        begin = config;
        return Promise.resolve(nothing);
      }
      if (begin && ends.test(config.text) && waiting.length === 0) {
        begin = undefined;
        return Promise.resolve(nothing);
      }
      return new Promise((resolve, reject) => {
        waiting.push({ config, values, resolve: committed(config, resolve, reject), reject });
        if (isDue) return;
        isDue = true;
        process.nextTick(leave);
      });
    },
  };
}

/** PostgreSQL rolls a broken transaction back when it is to be committed, and calls that an answer. */
const committed =
  ({ text }: Config, resolve: Asked['resolve'], reject: Asked['reject']): Asked['resolve'] =>
  (result) => {
    if (text === 'commit' && (result as pg.QueryResult).command !== 'COMMIT')
      reject(new Error('a transaction was to be committed after one of its statements had failed'));
    else resolve(result);
  };

/**
 * The last statement of a transaction travels with its commit. Where it fails the commit fails with the same error: nobody
 * needs to wait for it apart.
 */
export function lastly(statement: PromiseLike<unknown>) {
  statement.then(undefined, () => undefined);
}
