import type { CodeName } from '#shared/codes/codes.ts';

/** Errors of the connection itself. The driver's own errors have no code, only a message. */
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
const driverMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Connection ended)/;

/**
 * Connection lost or refused (class 08, also used by PgBouncer for its errors), shutting down or starting
 * (57P0), too many connections (53300), and a primary that has been demoted to a replica: it refuses writes
 * (25006) and locks (55000).
 */
const awayStates = /^(08|57P0|53300|25006|55000)/;
/** Statement timeout, or lock timeout. */
const slowStates = /^(57014|55P03)/;

/** Its disk is full. */
const fullStates = /^53100/;

const states: [RegExp, DatabaseFailure][] = [
  [awayStates, 'away'],
  [slowStates, 'slow'],
  [fullStates, 'full'],
];

type DatabaseFailure = 'away' | 'slow' | 'full';

/** What callers are told of each failure. */
export const codeOfFailure = { away: 'notReady', slow: 'tooSlow', full: 'noSpace' } as const satisfies Record<
  DatabaseFailure,
  CodeName
>;

/** Classifies temporary failures of the database; undefined for errors that a retry would not fix. */
export function databaseFailure(error: unknown): DatabaseFailure | undefined {
  if (!(error instanceof Error)) return undefined;
  // drizzle wraps query errors.
  if ('query' in error && 'params' in error) return databaseFailure(error.cause);
  const code = 'code' in error ? String(error.code) : '';
  // Only errors from PostgreSQL or a pooler have a severity.
  if ('severity' in error) return states.find(([state]) => state.test(code))?.[1];
  return networkCodes.has(code) || driverMessages.test(error.message) ? 'away' : undefined;
}
