/** Reads files of JSON lines for the command lines; what is wrong with a line is told with its number. */
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { MatchingInputError } from './input.ts';

/** Expected: told in one sentence, without a stack. */
export class UsageError extends Error {}

/** npm runs scripts in the project's folder, wherever they were called from. */
export const pathOf = (name: string) => resolve(process.env.INIT_CWD ?? '.', name);

export async function eachLine<T>(name: string, take: (value: T) => void) {
  const lines = createInterface({
    input: createReadStream(pathOf(name)),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  let number = 0;
  for await (const line of lines) {
    number++;
    if (line.trim() === '') continue;
    const fail = (problem: string) => new UsageError(`${name}, line ${number}: ${problem}`);
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      throw fail('is not JSON');
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw fail('is not an object');
    try {
      take(value as T);
    } catch (error) {
      throw error instanceof MatchingInputError ? fail(error.message) : error;
    }
  }
}

/** Ends with a message and 1 where something expected went wrong, with a stack where not. */
export async function runCommand(run: () => Promise<void>) {
  // Whoever reads has had enough, as `head` does.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  try {
    await run();
  } catch (error) {
    const isFile = typeof (error as NodeJS.ErrnoException)?.code === 'string';
    console.error(error instanceof UsageError || isFile ? (error as Error).message : error);
    process.exitCode = 1;
  }
}
