import type pg from 'pg';

type Settle = { resolve: (rows: number) => void; reject: (error: unknown) => void };
type Finished = { text: string };

/** The callbacks that node-postgres calls for a COPY query; the caller adds those for its content. */
const submittable = (text: string, { resolve, reject }: Settle) => {
  let rows = 0;
  return {
    submit: (connection: pg.Connection) => connection.query(text),
    handleCommandComplete({ text: done }: Finished) {
      rows = Number(/^COPY (\d+)$/.exec(done)?.[1] ?? Number.NaN);
    },
    handleReadyForQuery: () => resolve(rows),
    handleError: reject,
  };
};

/**
 * Streams the rows of a `copy … to stdout` with backpressure; returns their number. If the consumer stops
 * early, the connection is destroyed, because the server would keep sending.
 */
export async function* copyOut(client: pg.Client, text: string): AsyncGenerator<Buffer, number> {
  const { stream } = connectionOf(client);
  let waiting: Buffer[] = [];
  let wake = () => {};
  let outcome: { rows: number } | { error: unknown } | undefined;
  const settle = (result: NonNullable<typeof outcome>) => {
    outcome ??= result;
    wake();
  };
  client.query(
    Object.assign(
      submittable(text, {
        resolve: (rows) => settle({ rows }),
        reject: (error) => settle({ error }),
      }),
      {
        handleCopyData({ chunk }: { chunk: Buffer }) {
          // A copy, because the parser reuses its buffer.
          waiting.push(Buffer.from(chunk));
          stream.pause();
          wake();
        },
      },
    ),
  );
  try {
    while (true) {
      if (waiting.length > 0) {
        const taken = Buffer.concat(waiting);
        waiting = [];
        yield taken;
      } else if (outcome) break;
      else {
        const woken = new Promise<void>((resolve) => {
          wake = resolve;
        });
        stream.resume();
        await woken;
      }
    }
  } finally {
    if (outcome) stream.resume();
    else stream.destroy();
  }
  if ('error' in outcome) throw outcome.error;
  return outcome.rows;
}

/** Streams the content into a `copy … from stdin` with backpressure; returns the number of rows. */
export function copyIn(client: pg.Client, text: string, content: AsyncIterable<Buffer>): Promise<number> {
  return new Promise((resolve, reject) => {
    let failed = false;
    let sourceError: unknown;
    const settle: Settle = {
      resolve: (rows) => (failed ? reject(sourceError) : resolve(rows)),
      reject(error) {
        const own = failed;
        failed = true;
        reject(own ? sourceError : error);
      },
    };
    async function feed(connection: CopyConnection) {
      try {
        for await (const chunk of content) {
          if (failed) return;
          connection.sendCopyFromChunk(chunk);
          if (connection.stream.writableNeedDrain) await untilWritable(connection);
        }
        connection.endCopyFrom();
      } catch (error) {
        if (failed) return;
        failed = true;
        sourceError = error;
        connection.sendCopyFail('the source of the rows failed');
      }
    }
    client.query(Object.assign(submittable(text, settle), { handleCopyInResponse: feed }));
  });
}

type CopyConnection = pg.Connection & {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
};

const connectionOf = (client: pg.Client) => (client as unknown as { connection: CopyConnection }).connection;

function untilWritable({ stream }: CopyConnection): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stream.off('drain', done).off('close', done);
      resolve();
    };
    stream.on('drain', done).on('close', done);
  });
}
