import pino, { type DestinationStream, type Logger } from 'pino';

/** Written beside the work: line by line, each answer would wait for the one before it to be on the disk. */
const behind = () => pino.destination({ dest: 1, sync: false });

/** Structured logs without personal data: no addresses, no query strings, no bodies. */
export const createLog = (level: string, destination: DestinationStream = behind()): Logger =>
  pino({ level, base: { pid: process.pid }, serializers: { err: plainError } }, destination);

/**
 * What of an error may be written down. PostgreSQL and drizzle repeat the values of a row in an error's message and
 * fields: somebody's name, or what they wrote.
 */
export function plainError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, cause } = error;
  const message = plainMessage(error);
  const stack = error.stack?.replace(error.message, () => message);
  const code = 'code' in error ? error.code : undefined;
  return { type: name, message, code, stack, ...(cause !== undefined && { cause: plainError(cause) }) };
}

/** The message without values that were only passing through. */
export function plainMessage(error: Error): string {
  if ('query' in error && 'params' in error) {
    const cause = error.cause instanceof Error ? `: ${plainMessage(error.cause)}` : '';
    return `Failed query: ${error.query}${cause}`;
  }
  // Class 22: PostgreSQL quotes the value it could not take.
  if ('severity' in error && 'code' in error && String(error.code).startsWith('22'))
    return `wrong data (${error.code})`;
  return error.message;
}
