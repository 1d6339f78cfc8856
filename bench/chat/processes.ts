import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

type Usage = { cpu: NodeJS.CpuUsage; kept: number; rss: number };
export type Process = { url: string; usage(): Promise<Usage>; end(): Promise<void> };

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Starts a script that prints its address, as a child process that reports its CPU time and memory. */
export async function startProcess(script: string, environment: Record<string, string>): Promise<Process> {
  const child: ChildProcess = fork(script, {
    cwd: root,
    execArgv: ['--import', new URL('./report-usage.ts', import.meta.url).pathname],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      PORT: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
    const printed = /明師 Mingshi {2}(\S+)/.exec(output)?.[1];
    if (printed) resolve(printed.replace(/\/$/, ''));
  });
  child.once('exit', (code, signal) => reject(new Error(`${script} ended (${code ?? signal})`)));
  return {
    url: await promise,
    async usage() {
      child.send('usage');
      const [usage] = await once(child, 'message');
      return usage as Usage;
    },
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
