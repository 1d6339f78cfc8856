import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { startAiMock } from './ai-mock.ts';
import { dataDirOf } from './data-dir.ts';
import { startOutside } from './outside.ts';

/** The server as it is, on a data directory that lives as long as the process. */
const dataDir = dataDirOf(process.env.PORT);
rmSync(dataDir, { recursive: true, force: true });
mkdirSync(dataDir);
// For root's PostgreSQL, which runs as another user.
chmodSync(dataDir, 0o711);
process.env.DATA_DIR = dataDir;
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));

// A runner that was killed leaves nobody to stop us.
const runner = Number(process.env.E2E_RUNNER_PID);
setInterval(() => {
  if (!isRunning(runner)) process.kill(process.pid, 'SIGTERM');
}, 2_000).unref();

// The model that this server is configured with.
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
