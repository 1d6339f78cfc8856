import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { build, type Rolldown } from 'vite';
import { fontsAsFiles } from '../for-vite.ts';

const here = import.meta.dirname;
const root = path.resolve(here, '../../../..');
const nonce = 'harness';

/** As strict as the product's own pages. */
const policy = [
  "default-src 'none'",
  `script-src 'nonce-${nonce}'`,
  `style-src 'self' 'nonce-${nonce}'`,
  "style-src-attr 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
].join('; ');

const shared = {
  root,
  configFile: false,
  logLevel: 'error',
  publicDir: false,
} as const;

async function buildClient(folder: string): Promise<Map<string, string | Uint8Array>> {
  const output = (await build({
    ...shared,
    plugins: [tailwindcss()],
    build: {
      assetsInlineLimit: fontsAsFiles,
      write: false,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: path.join(folder, 'client.tsx') },
    },
  })) as Rolldown.RolldownOutput;
  return new Map(
    output.output.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]),
  );
}

/** Builds into a temporary folder, since test files that run in parallel build the same components. */
async function buildServer(folder: string): Promise<(page: string) => string> {
  const caches = path.join(root, 'node_modules/.cache');
  await mkdir(caches, { recursive: true });
  const outDir = await mkdtemp(path.join(caches, 'harness-'));
  try {
    await build({
      ...shared,
      ssr: { noExternal: ['lucide-react'] },
      build: { ssr: path.join(folder, 'server.tsx'), outDir, emptyOutDir: true },
    });
    const { render } = await import(/* @vite-ignore */ pathToFileURL(path.join(outDir, 'server.js')).href);
    return render;
  } finally {
    await rm(outDir, { recursive: true });
  }
}

/** Builds the components in a folder for production and serves them, server-rendered, under a strict CSP. */
export async function serveHarness(folder = here): Promise<{
  url: string;
  files: Map<string, string | Uint8Array>;
  close(): void;
}> {
  const [files, render] = [await buildClient(folder), await buildServer(folder)];
  const fileNamed = (end: RegExp) => [...files.keys()].find((name) => end.test(name));
  const page = (pathname: string) => `<!doctype html>
<html lang="zh-Hant"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>UI parts</title><meta property="csp-nonce" nonce="${nonce}"><link rel="icon" href="data:,">
<link rel="stylesheet" href="${fileNamed(/\.css$/)}"></head>
<body><div id="root">${render(pathname)}</div>
<script type="module" nonce="${nonce}" src="${fileNamed(/client-.*\.js$/)}"></script></body></html>`;

  const types: Record<string, string> = {
    '.js': 'text/javascript',
    '.css': 'text/css',
    '.json': 'application/json',
    '.woff2': 'font/woff2',
  };
  const server = createServer(async (request, response) => {
    const pathname = new URL(request.url ?? '/', 'http://harness').pathname;
    const built = files.get(pathname);
    const type = types[path.extname(pathname)];
    if (!type)
      return response
        .writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy })
        .end(page(pathname));
    const body = built ?? (await readFile(path.join(root, 'public', pathname)).catch(() => undefined));
    response.writeHead(body ? 200 : 404, { 'content-type': type }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, files, close: () => server.close() };
}
