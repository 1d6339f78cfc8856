import pino, { type DestinationStream, type Logger } from 'pino';

/** What of an error may be written down: PostgreSQL repeats the row's values in the other fields. */
function plainError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const code = 'code' in error ? error.code : undefined;
  return { type: name, message, code, stack, ...(cause !== undefined && { cause: plainError(cause) }) };
}

/** Structured logs without personal data: no addresses, no query strings, no bodies. */
export const createLog = (level: string, destination: DestinationStream = pino.destination(1)): Logger =>
  pino({ level, base: { pid: process.pid }, serializers: { err: plainError } }, destination);
