import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const autocannon = fileURLToPath(import.meta.resolve('autocannon'));

type Result = { duration: number; '2xx': number; non2xx: number; errors: number; timeouts: number };

/** Runs autocannon in a separate process, without compression and in the default language. */
async function load(url: string, options: string[]): Promise<Result> {
  const { stdout } = await promisify(execFile)(process.execPath, [autocannon, '--json', ...options, url]);
  const result = JSON.parse(stdout) as Result;
  if (result.non2xx + result.errors + result.timeouts > 0)
    throw new Error(
      `${url}: ${result.non2xx} bad answers, ${result.errors} errors, ${result.timeouts} timeouts`,
    );
  return result;
}

/** With an unknown cookie: the server then bypasses its page cache and renders every page. */
export const renderAnew = ['-H', 'cookie: bench=1'];

export async function requestsPerSecond(url: string, headers: string[] = []) {
  const result = await load(url, ['-d', '2', '-c', '10', ...headers]);
  return result['2xx'] / result.duration;
}

/** Sends exactly `amount` requests, two at a time. */
export async function sendRequests(url: string, amount: number, headers: string[] = []) {
  await load(url, ['-a', String(amount), '-c', '2', ...headers]);
}

const warm = new Set<string>();

/**
 * Requests each server's page until the JIT compiler has optimised it: the first thousands cost half as much again.
 */
export async function warmUp(...servers: string[]) {
  for (const url of servers.filter((each) => !warm.has(each))) {
    warm.add(url);
    await sendRequests(`${url}/`, 3000, renderAnew);
  }
}

export const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;

/**
 * Measures the subjects alternately, round after round, after one warm-up round. Other load on the machine then
 * affects all of them equally; so a ratio is computed within each round, and the median of the ratios is returned.
 */
export async function inTurn<Name extends string>(
  rounds: number,
  subjects: Record<Name, () => Promise<number>>,
) {
  const names = Object.keys(subjects) as Name[];
  const measured = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round <= rounds; round++)
    for (const name of names) {
      const value = await subjects[name]();
      if (round > 0) measured[name].push(value);
    }
  return {
    median: (name: Name) => median(measured[name]),
    ratio: (name: Name, to: Name) =>
      median(measured[name].map((value, round) => value / (measured[to][round] ?? Number.NaN))),
  };
}
