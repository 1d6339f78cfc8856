import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from, to } from 'pg-copy-streams';

/**
 * The rows of a `copy … to stdout` in pieces, no faster than they are taken; returns their number. Left before its end, it
 * ends the connection: nobody would read what the server still sends.
 */
export async function* copyOut(client: pg.Client, text: string): AsyncGenerator<Buffer, number> {
  const copy = client.query(to(text));
  let isWhole = false;
  try {
    yield* copy;
    isWhole = true;
  } finally {
    if (!isWhole) {
      // The end of the connection is the purpose here, and an error only to the statement that still runs on it.
      copy.on('error', () => {});
      await client.end();
    }
  }
  // The number of rows comes behind the content. This is answered after it.
  await client.query('select');
  return copy.rowCount;
}

/**
 * Gives the content to a `copy … from stdin`, no faster than it is taken; returns the number of rows. When the content ends
 * with an error, the server is told to forget the rows, and the connection can be used again.
 */
export async function copyIn(
  client: pg.Client,
  text: string,
  content: AsyncIterable<Buffer>,
): Promise<number> {
  const copy = client.query(from(text));
  await pipeline(content, copy);
  return copy.rowCount;
}
