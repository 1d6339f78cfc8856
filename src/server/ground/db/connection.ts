/** PostgreSQL timeouts in milliseconds; 0: no limit. */
export type TimeLimits = {
  statementTimeoutMs: number;
  /** Shorter than a request's timeout, so that waiting too long for a lock is reported as such. */
  lockTimeoutMs: number;
  idleInTransactionTimeoutMs: number;
};

export const usualLimits: TimeLimits = {
  statementTimeoutMs: 30_000,
  lockTimeoutMs: 15_000,
  idleInTransactionTimeoutMs: 60_000,
};

/** For migrations, which may take long. */
export const noLimits: TimeLimits = {
  statementTimeoutMs: 0,
  lockTimeoutMs: 0,
  idleInTransactionTimeoutMs: 0,
};

/** For a direct connection: set once, when it is opened. */
export const limitsOfSession = (limits: TimeLimits) => ({
  statement_timeout: limits.statementTimeoutMs,
  lock_timeout: limits.lockTimeoutMs,
  idle_in_transaction_session_timeout: limits.idleInTransactionTimeoutMs,
});

/** For a connection shared through a pooler: set until the end of the transaction. */
export const limitsOfTransaction = (limits: TimeLimits) =>
  `select ${Object.entries(limitsOfSession(limits))
    .map(([name, ms]) => `set_config('${name}', '${ms}', true)`)
    .join(', ')}`;

/**
 * The URL for node-postgres, with `sslmode` interpreted as by PostgreSQL's own programs. By default the
 * driver treats `require` and `verify-ca` as `verify-full`, with a warning that this will change.
 */
export const connectionString = (url: string) =>
  /[?&]sslmode=/.test(url) && !/[?&]uselibpqcompat=/.test(url) ? `${url}&uselibpqcompat=true` : url;
