import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Runs a command of the project in a child process until it ends. */
export function runCommand(program: string, args: string[] = [], environment: Record<string, string> = {}) {
  const path = fileURLToPath(new URL(`../${program}`, import.meta.url));
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(
      process.execPath,
      [path, ...args],
      { env: { ...process.env, ...environment } },
      (error, out, err) => resolve({ code: Number(error?.code ?? 0), out, err }),
    );
  });
}
