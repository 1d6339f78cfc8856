/** Of the connection itself. The driver's own errors have no code, only words. */
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
const driverWords =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Connection ended)/;

/**
 * Connection lost or refused (class 08, which is also what PgBouncer calls its troubles), being shut down or starting (57P),
 * too many connections (53300), and a primary that has become a replica under us: it writes nothing (25006) and gives no
 * lock to who would (55000).
 */
const awayStates = /^(08|57P0|53300|25006|55000)/;
/** Cancelled by its time limit, or a lock that was not to be had within it. */
const slowStates = /^(57014|55P03)/;

/** Why the database did not do its part, where that is no fault of ours and may be over in a moment. */
export function databaseTrouble(error: unknown): 'away' | 'slow' | undefined {
  if (!(error instanceof Error)) return undefined;
  // As drizzle wraps what went wrong with a query.
  if ('query' in error && 'params' in error) return databaseTrouble(error.cause);
  const code = 'code' in error ? String(error.code) : '';
  // Only what PostgreSQL or a pooler said has a severity.
  if ('severity' in error) return awayStates.test(code) ? 'away' : slowStates.test(code) ? 'slow' : undefined;
  return networkCodes.has(code) || driverWords.test(error.message) ? 'away' : undefined;
}
