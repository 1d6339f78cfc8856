/** CPU time of processes, read from Linux's /proc. */
import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks of /proc (USER_HZ); 100 on practically every machine. */
const ticksPerSecond = 100;

type Process = { pid: number; name: string; parent: number; ownMs: number; endedMs: number };

function read(pid: number): Process | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = stat.lastIndexOf(')');
    const fields = stat.slice(end + 2).split(' ');
    const ms = (from: number) => ((Number(fields[from]) + Number(fields[from + 1])) * 1000) / ticksPerSecond;
    return {
      pid,
      name: stat.slice(stat.indexOf('(') + 1, end),
      parent: Number(fields[1]),
      ownMs: ms(11),
      endedMs: ms(13),
    };
  } catch {
    // The process ended after it was listed.
    return undefined;
  }
}

const allProcesses = () =>
  readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (read(Number(name)) ?? []) : []));

const commandLine = (pid: number) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
};

export type Spent = { web: number; database: number; between: number };

/** CPU milliseconds so far: web processes; every PostgreSQL in the folder; pooler and load balancers (`between`). */
export function spent(webPids: readonly number[], folder: string): Spent {
  const processes = allProcesses();
  const sum = (some: Process[], ms: (one: Process) => number) =>
    some.reduce((total, one) => total + ms(one), 0);
  const servers = processes.filter(
    ({ pid, name }) => name === 'postgres' && commandLine(pid).includes(folder),
  );
  const postmasters = new Set(servers.map(({ pid }) => pid));
  const backends = processes.filter(({ pid, parent }) => postmasters.has(parent) && !postmasters.has(pid));
  const between = processes.filter(
    ({ name, parent }) => parent === process.pid && /^(pgbouncer|haproxy)$/.test(name),
  );
  return {
    web: sum(
      processes.filter(({ pid }) => webPids.includes(pid)),
      ({ ownMs }) => ownMs,
    ),
    // The CPU time of ended backends is counted in their parent.
    database: sum([...servers, ...backends], ({ ownMs }) => ownMs) + sum(servers, ({ endedMs }) => endedMs),
    between: sum(between, ({ ownMs }) => ownMs),
  };
}
