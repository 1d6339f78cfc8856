// npm start: installs and builds what is missing, then serves. npm run dev: serves from the sources, changing with them.
import { spawn } from 'node:child_process';
import { bundledNode, ensureBuilt, ensureInstalled, runScript } from './setup.mjs';

const dev = process.argv.includes('--dev');

await runScript(async () => {
  await ensureInstalled();
  if (!dev) await ensureBuilt();
  const watch = dev ? ['--watch-path=src/server', '--watch-path=src/shared', '--watch-path=src/engine'] : [];
  const server = spawn(bundledNode, [...watch, 'src/server/main.ts'], {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: dev ? 'development' : 'production' },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
  server.on('exit', (code) => process.exit(code ?? 1));
});
