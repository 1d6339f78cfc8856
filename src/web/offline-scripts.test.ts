import { createHash } from 'node:crypto';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runInNewContext, Script } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { createServer } from 'vite';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { buildOfflineScripts, offlineScripts } from './offline-scripts.ts';

let scripts: Map<string, string>;
beforeAll(async () => {
  scripts = await buildOfflineScripts();
});

// The bytes, by gzip, of the same scripts when they were plain JavaScript in public/.
test.each([
  ['clock-in-offline.js', 2458],
  ['sw.js', 1312],
])(
  '%s runs by itself as a classic script, without eval, and is smaller than the plain JavaScript before it',
  (name, most) => {
    const code = scripts.get(name) ?? '';
    // An import or an export is a syntax error there.
    expect(() => new Script(code)).not.toThrow();
    expect(code).not.toMatch(/\bimport\(|\beval\(|\bFunction\(/);
    expect(gzipSync(code, { level: 9 }).length).toBeLessThan(most);
  },
);

test('in development both are served as they are built', async () => {
  const vite = await createServer({
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    plugins: [offlineScripts()],
  });
  const server = createHttpServer(vite.middlewares);
  onTestFinished(async () => {
    server.close();
    await vite.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  for (const [name, code] of scripts) {
    const answer = await fetch(`http://127.0.0.1:${port}/${name}`);
    expect(answer.headers.get('content-type')).toBe('text/javascript');
    expect(await answer.text()).toBe(code);
  }
});

describe('the service worker', () => {
  const origin = 'https://mingshi.example';

  /** Runs the worker with caches in memory and a network that can be away. */
  function startWorker() {
    type Listener = (event: object) => void;
    const listeners = new Map<string, Listener>();
    const caches = new Map<string, Map<string, string>>();
    const network = { isAway: false, asked: [] as string[] };
    const addressOf = (request: string | { url: string }) =>
      new URL(typeof request === 'string' ? request : request.url, origin).pathname;
    const fetch = async (request: string | { url: string }) => {
      const address = addressOf(request);
      network.asked.push(address);
      if (network.isAway) throw new TypeError('Failed to fetch');
      return { ok: true, from: 'network', address, clone: () => address };
    };
    const openCache = async (name: string) => {
      const cache = caches.get(name) ?? new Map<string, string>();
      caches.set(name, cache);
      return {
        addAll: async (paths: string[]) => {
          for (const path of paths) cache.set(path, path);
        },
        match: async (request: { url: string }) =>
          cache.has(addressOf(request)) ? { from: 'cache', address: addressOf(request) } : undefined,
        put: async (request: { url: string }) => cache.set(addressOf(request), ''),
        keys: async () => [...cache.keys()],
        delete: async (path: string) => cache.delete(path),
      };
    };
    const scope = {
      URL,
      Set,
      Error,
      Response: { error: () => ({ from: 'nowhere' }) },
      fetch,
      caches: {
        open: openCache,
        keys: async () => [...caches.keys()],
        delete: async (name: string) => caches.delete(name),
        match: async (request: string | { url: string }) => {
          const address = addressOf(request);
          return [...caches.values()].some((cache) => cache.has(address))
            ? { from: 'cache', address }
            : undefined;
        },
      },
      self: {
        location: { origin },
        clients: { claim: async () => {} },
        skipWaiting: async () => {},
        addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
      },
    };
    runInNewContext(scripts.get('sw.js') ?? '', scope);
    return {
      network,
      caches,
      /** Tells the worker of an event and waits for what it does about it. */
      async tell(type: 'install' | 'activate') {
        const work: unknown[] = [];
        listeners.get(type)?.({ waitUntil: (one: unknown) => work.push(one) });
        await Promise.all(work);
      },
      async ask(path: string, { mode = 'cors', method = 'GET' } = {}) {
        let answer: unknown;
        const request = { url: new URL(path, origin).href, mode, method };
        listeners.get('fetch')?.({ request, respondWith: (one: unknown) => (answer = one) });
        return answer;
      },
    };
  }
  const page = { mode: 'navigate' };

  test('keeps the offline files when it is installed, and forgets the caches of older versions', async () => {
    const worker = startWorker();
    worker.caches.set('offline-v1', new Map());
    worker.caches.set('assets-v1', new Map());
    await worker.tell('install');
    await worker.tell('activate');
    const [assets, offline, ...others] = worker.caches.keys();
    expect([assets, others]).toEqual(['assets-v1', []]);
    expect([...(worker.caches.get(offline ?? '')?.keys() ?? [])]).toEqual([
      '/offline.html',
      '/icons/seal.svg',
      '/clock-in-offline.html',
      '/clock-in-offline.js',
    ]);
  });

  test('answers a page from the network, and without one with the offline page that is meant for it', async () => {
    const worker = startWorker();
    await worker.tell('install');
    expect(await worker.ask('/clock-in', page)).toMatchObject({ from: 'network', address: '/clock-in' });
    worker.network.isAway = true;
    for (const path of ['/clock-in', '/en/clock-in', '/zh-Hant/clock-in/'])
      expect(await worker.ask(path, page), path).toEqual({
        from: 'cache',
        address: '/clock-in-offline.html',
      });
    for (const path of ['/', '/faq', '/clock-in/7', '/fr/clock-in'])
      expect(await worker.ask(path, page), path).toEqual({ from: 'cache', address: '/offline.html' });
    expect(await worker.ask('/clock-in-offline.js')).toEqual({
      from: 'cache',
      address: '/clock-in-offline.js',
    });
  });

  test('leaves calls, other methods and other sites alone', async () => {
    const worker = startWorker();
    for (const path of ['/api/users/info', 'https://other.example/assets/a.js'])
      expect(await worker.ask(path)).toBeUndefined();
    expect(await worker.ask('/faq', { mode: 'navigate', method: 'POST' })).toBeUndefined();
    expect(worker.network.asked).toEqual([]);
  });

  test('fetches a hashed asset once and keeps the two hundred newest', async () => {
    const worker = startWorker();
    for (let number = 0; number <= 200; number += 1) await worker.ask(`/assets/${number}.js`);
    expect(await worker.ask('/assets/200.js')).toEqual({ from: 'cache', address: '/assets/200.js' });
    expect(await worker.ask('/assets/0.js')).toMatchObject({ from: 'network' });
    expect(worker.network.asked.length).toBe(202);
  });

  test('names its cache by the content of the clock-in script, so that browsers notice a new one', async () => {
    const hash = createHash('sha256')
      .update(scripts.get('clock-in-offline.js') ?? '')
      .digest('hex');
    const worker = startWorker();
    await worker.tell('install');
    expect([...worker.caches.keys()]).toEqual([`offline-v2-${hash.slice(0, 8)}`]);
  });
});
