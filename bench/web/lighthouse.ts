import { once } from 'node:events';
import { createServer } from 'node:net';
import lighthouse from 'lighthouse';
import { launchChromium } from './chromium.ts';
import { median } from './load.ts';
import type { Servers } from './servers.ts';
import { atLeast, type Row } from './table.ts';

const target = 95;
const runs = 3;
const pages = ['/', '/faq', '/terms-conditions'];
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Lighthouse's default mobile run, each time in a new browser; of every score the median. */
export async function measureLighthouse(servers: Servers): Promise<Row[]> {
  const { url } = await servers.product();
  const rows: Row[] = [];
  for (const page of pages) {
    const scores: Record<string, number>[] = [];
    for (let run = 0; run < runs; run++) scores.push(await score(url + page));
    for (const category of categories) {
      const value = median(scores.map((each) => each[category] ?? 0));
      rows.push(atLeast(`Lighthouse mobile ${page} ${category}`, value, target, String));
    }
  }
  return rows;
}

async function score(url: string) {
  const port = await freePort();
  const browser = await launchChromium([`--remote-debugging-port=${port}`]);
  try {
    const result = await lighthouse(url, {
      port,
      output: 'json',
      logLevel: 'error',
      onlyCategories: [...categories],
    });
    if (!result || result.lhr.runtimeError) throw new Error(`Lighthouse failed on ${url}`);
    const found = Object.values(result.lhr.categories);
    return Object.fromEntries(found.map(({ id, score }) => [id, Math.round((score ?? 0) * 100)]));
  } finally {
    await browser.close();
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
