import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { startAiMock } from './ai-mock.ts';
import { dataDirOf } from './data-dir.ts';
import { startOutside } from './outside.ts';

/** Starts the real server on a data directory that is deleted with the process. */
const dataDir = dataDirOf(process.env.PORT);
rmSync(dataDir, { recursive: true, force: true });
mkdirSync(dataDir);
// PostgreSQL started by root runs as another user, which needs access to this folder.
chmodSync(dataDir, 0o711);
process.env.DATA_DIR = dataDir;
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));

// If the test runner was killed, the server stops itself.
const runner = Number(process.env.E2E_RUNNER_PID);
setInterval(() => {
  if (!isRunning(runner)) process.kill(process.pid, 'SIGTERM');
}, 2_000).unref();

// The language model that this server is configured with.
if (process.env.E2E_AI_PORT) await startAiMock(Number(process.env.E2E_AI_PORT));

if (process.env.TEST_POOLER === '1' && process.env.TEST_S3 === '1')
  Object.assign(process.env, await startOutside(dataDir));

await import('#server/main.ts');

function isRunning(pid: number) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
