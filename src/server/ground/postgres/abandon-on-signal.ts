import type { Postgres } from './postgres.ts';

/** For commands: PostgreSQL runs in a process group of its own and would outlive them. */
export function abandonOnSignal(postgres: Postgres) {
  const onSignal = () => {
    postgres.abandon();
    process.exit(1);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.once(signal, onSignal);
  return () => {
    for (const signal of signals) process.off(signal, onSignal);
  };
}
