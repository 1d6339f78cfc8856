import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { build, type Rolldown } from 'vite';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createProofs } from '#server/domains/sms/proof.ts';
import { readConfig } from '#server/ground/config/config.ts';
import { pagePolicy } from '#server/ground/http/security-headers.ts';
import type { solveProof } from './proof.ts';

const entry = 'virtual:proof-page';

/** The production build of the solver, imported on demand as in the login sheet. */
async function buildPage() {
  const { output } = (await build({
    root: join(import.meta.dirname, '../../../../..'),
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [
      {
        name: 'proof-page',
        resolveId: (id) => (id === entry ? `\0${entry}` : undefined),
        load: (id) =>
          id === `\0${entry}`
            ? `window.solveProof = async (...given) =>
                (await import('/src/web/domains/accounts/login/proof.ts')).solveProof(...given);`
            : undefined,
      },
    ],
    build: {
      write: false,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: { page: entry } },
    },
  })) as Rolldown.RolldownOutput;
  return new Map(
    output.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]),
  );
}

let files: Awaited<ReturnType<typeof buildPage>>;
let browser: Browser;
beforeAll(async () => {
  files = await buildPage();
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
});
afterAll(() => browser?.close());

async function servePage(policy: string) {
  const script = [...files.keys()].find((name) => name.includes('page'));
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '');
    if (file && extname(request.url ?? '') === '.js')
      return response.writeHead(200, { 'content-type': 'text/javascript' }).end(file);
    response
      .writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy })
      .end(`<!doctype html><title>proof</title><script type="module" src="${script}"></script>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const policy = pagePolicy(readConfig({}))('nonce');
test.each([
  ['in workers, which the CSP of our pages allows', policy, 0],
  ['on the page, where the CSP forbids workers', policy.replace(/worker-src [^;]*/, "worker-src 'none'"), 1],
])('a browser solves the proof of work %s', async (_name, pageSecurity, warnings) => {
  const proofs = createProofs('a secret');
  const url = await servePage(pageSecurity);
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  const warningsLogged: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warningsLogged.push(message.text());
  });
  await page.goto(url);
  await page.waitForFunction(() => 'solveProof' in window);
  const proof = await page.evaluate(
    (challenge) => (window as unknown as { solveProof: typeof solveProof }).solveProof(challenge),
    await proofs.issue('tag', 4_000),
  );
  expect(await proofs.verify(proof, 'tag')).toMatchObject({ cost: 4_000 });
  expect(warningsLogged.filter((text) => text.includes('without workers'))).toHaveLength(warnings);
});
