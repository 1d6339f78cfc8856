import pino, { type DestinationStream, type Logger } from 'pino';

/** Writes asynchronously: with synchronous writes every response would wait for its log line. */
const asyncStdout = () => pino.destination({ dest: 1, sync: false });

/** Structured logs without personal data: no IP addresses, no query strings, no bodies. */
export const createLog = (level: string, destination: DestinationStream = asyncStdout()): Logger =>
  pino({ level, base: { pid: process.pid }, serializers: { err: plainError } }, destination);

/**
 * The parts of an error that may be logged. PostgreSQL and drizzle repeat the values of a row in an error's
 * message and fields, such as a user's name or text.
 */
export function plainError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, cause } = error;
  const message = plainMessage(error);
  const stack = error.stack?.replace(error.message, () => message);
  const code = 'code' in error ? error.code : undefined;
  return { type: name, message, code, stack, ...(cause !== undefined && { cause: plainError(cause) }) };
}

/** The message without the query's parameter values. */
export function plainMessage(error: Error): string {
  if ('query' in error && 'params' in error) {
    const cause = error.cause instanceof Error ? `: ${plainMessage(error.cause)}` : '';
    return `Failed query: ${error.query}${cause}`;
  }
  // Class 22 (data exception): PostgreSQL quotes the invalid value.
  if ('severity' in error && 'code' in error && String(error.code).startsWith('22'))
    return `wrong data (${error.code})`;
  return error.message;
}
