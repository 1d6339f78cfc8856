import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';

/**
 * For Vite: the two scripts that browsers fetch by a fixed address and run without a network, the service worker and
 * the clock-in page's. Each is one file that imports nothing, because only what the service worker names is in its
 * cache, and because it is started as a classic script. In development they are built again for every request.
 */
export function offlineScripts(): Plugin {
  return {
    name: 'offline-scripts',
    applyToEnvironment: (environment) => environment.name === 'client',
    async generateBundle() {
      for (const [fileName, source] of await buildOfflineScripts())
        this.emitFile({ type: 'asset', fileName, source });
    },
    configureServer({ middlewares }) {
      middlewares.use(async (request, response, next) => {
        const name = request.url?.split('?')[0]?.slice(1) ?? '';
        if (name !== clockInName && name !== workerName) return next();
        try {
          const script = (await buildOfflineScripts()).get(name);
          response
            .writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' })
            .end(script);
        } catch (error) {
          next(error);
        }
      });
    },
  };
}

const clockInName = 'clock-in-offline.js';
const workerName = 'sw.js';

/** By their names in the root of the site. */
export async function buildOfflineScripts(): Promise<Map<string, string>> {
  const clockIn = await bundle(new URL('./domains/classes/offline/clock-in-page.ts', import.meta.url));
  // A browser takes up a new worker, which fetches the clock-in page's script again, when the worker's bytes differ.
  const hash = createHash('sha256').update(clockIn).digest('hex').slice(0, 8);
  const worker = await bundle(new URL('./service-worker/worker.ts', import.meta.url), {
    clockInScriptHash: JSON.stringify(hash),
  });
  return new Map([
    [clockInName, clockIn],
    [workerName, worker],
  ]);
}

async function bundle(entry: URL, define: Record<string, string> = {}) {
  const { output } = (await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define,
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: fileURLToPath(entry), output: { format: 'iife' } },
    },
  })) as Rolldown.RolldownOutput;
  const [script, ...others] = output;
  if (others.length > 0) throw new Error(`${entry.pathname} must be built into one file`);
  return script.code;
}
