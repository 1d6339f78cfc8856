/** How long the database works or waits for us, in milliseconds; 0: as long as it takes. */
export type TimeLimits = {
  statementTimeoutMs: number;
  /** Shorter than a request may take: whoever waits for a lock is told so, and not cut off. */
  lockTimeoutMs: number;
  idleInTransactionTimeoutMs: number;
};

export const usualLimits: TimeLimits = {
  statementTimeoutMs: 30_000,
  lockTimeoutMs: 15_000,
  idleInTransactionTimeoutMs: 60_000,
};

/** For what takes its time: bringing tables to a new version. */
export const noLimits: TimeLimits = {
  statementTimeoutMs: 0,
  lockTimeoutMs: 0,
  idleInTransactionTimeoutMs: 0,
};

/** For a connection of our own: told once, when it begins. */
export const limitsOfSession = (limits: TimeLimits) => ({
  statement_timeout: limits.statementTimeoutMs,
  lock_timeout: limits.lockTimeoutMs,
  idle_in_transaction_session_timeout: limits.idleInTransactionTimeoutMs,
});

/** For a connection that is another's in a moment: good until the transaction ends. */
export const limitsOfTransaction = (limits: TimeLimits) =>
  `select ${Object.entries(limitsOfSession(limits))
    .map(([name, ms]) => `set_config('${name}', '${ms}', true)`)
    .join(', ')}`;

/**
 * What the driver is given for an address: `sslmode` then means what it means to PostgreSQL's own programs. By itself the
 * driver takes `require` and `verify-ca` for `verify-full`, with a warning that it will not do so for ever.
 */
export const connectionString = (url: string) =>
  /[?&]sslmode=/.test(url) && !/[?&]uselibpqcompat=/.test(url) ? `${url}&uselibpqcompat=true` : url;
