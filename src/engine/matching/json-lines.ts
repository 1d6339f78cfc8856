/** Reads files of JSON lines for the command-line tools; errors name the line number. */
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { MatchingInputError } from './input.ts';

/** An expected failure: printed as one sentence, without a stack trace. */
export class UsageError extends Error {}

/** Resolves against the caller's folder: npm itself runs scripts in the project's folder. */
export const pathOf = (name: string) => resolve(process.env.INIT_CWD ?? '.', name);

export async function eachLine<T>(name: string, handle: (value: T) => void) {
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
      handle(value as T);
    } catch (error) {
      throw error instanceof MatchingInputError ? fail(error.message) : error;
    }
  }
}

/** Exits with 1 on failure, with a message for expected errors and a stack trace for others. */
export async function runCommand(run: () => Promise<void>) {
  // EPIPE: the reader closed the pipe early, as `head` does.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  try {
    await run();
  } catch (error) {
    const isFile = typeof (error as NodeJS.ErrnoException)?.code === 'string';
    console.error(error instanceof UsageError || isFile ? (error as Error).message : error);
    process.exitCode = 1;
  }
}
