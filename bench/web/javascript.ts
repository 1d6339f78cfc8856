import { gzipSync } from 'node:zlib';
import type { Page, Response } from '@playwright/test';
import { atMost, type Row } from '../tools/table.ts';
import { launchChromium } from './chromium.ts';
import { gateCookie, marketPages } from './market-pages.ts';
import type { Servers } from './servers.ts';

const homeTarget = 155_000;
const marketTarget = 170_000;
export const quietMs = 1_500;

export const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;

/** Script size that a phone loads at first, and after everything has been scrolled into view. */
export async function measureJavaScript(servers: Servers): Promise<Row[]> {
  const { url } = await servers.product();
  const browser = await launchChromium();
  try {
    const home = await weigh(await browser.newPage(phone), `${url}/`);
    const faq = await weigh(await browser.newPage(phone), `${url}/faq`);
    const market: Row[] = [];
    for (const path of await marketPages(url)) {
      const page = await browser.newPage(phone);
      await page.context().addCookies([{ ...gateCookie, url }]);
      const { first } = await weigh(page, url + path);
      market.push(atMost(`JS of ${path} before idle, gzip -9`, first.gzip, marketTarget, kilobytes));
    }
    return [
      atMost('JS of home before idle, gzip -9', home.first.gzip, homeTarget, kilobytes),
      {
        metric: 'JS of home before idle, as sent',
        value: `${kilobytes(home.first.sent)} in ${home.first.files} files`,
      },
      { metric: 'JS of home when scrolled (animation player), gzip -9', value: kilobytes(home.later.gzip) },
      { metric: 'JS of FAQ before idle, gzip -9', value: kilobytes(faq.first.gzip) },
      ...market,
    ];
  } finally {
    await browser.close();
  }
}

export const phone = {
  viewport: { width: 375, height: 812 },
  isMobile: true,
  hasTouch: true,
  locale: 'zh-HK',
  serviceWorkers: 'block',
} as const;

export async function weigh(page: Page, url: string, use: (page: Page) => Promise<void> = scrollThrough) {
  const responses: Response[] = [];
  page.on('response', (response) => {
    if (/javascript/.test(response.headers()['content-type'] ?? '')) responses.push(response);
  });
  // Not networkidle: pages with an open event stream never become idle, but script requests do stop.
  const untilNoNewScripts = async () => {
    for (let before = -1; before !== responses.length; await page.waitForTimeout(quietMs))
      before = responses.length;
  };
  await page.goto(url, { waitUntil: 'load' });
  if (page.url() !== url) throw new Error(`${url} led to ${page.url()}`);
  await untilNoNewScripts();
  const first = await sum(responses.splice(0));
  await use(page);
  await untilNoNewScripts();
  const later = await sum(responses);
  await page.close();
  return { first, later };
}

/** Scrolls slowly, so that scripts that load when in view have time to. */
async function scrollThrough(page: Page) {
  const height = await page.evaluate(() => document.body.scrollHeight);
  for (let y = 0; y < height; y += phone.viewport.height / 2) {
    await page.evaluate((top) => window.scrollTo(0, top), y);
    await page.waitForTimeout(700);
  }
}

async function sum(responses: readonly Response[]) {
  const sizes = await Promise.all(
    responses.map(async (response) => ({
      gzip: gzipSync(await response.body(), { level: 9 }).length,
      sent: (await response.request().sizes()).responseBodySize,
    })),
  );
  return {
    files: sizes.length,
    gzip: sizes.reduce((total, size) => total + size.gzip, 0),
    sent: sizes.reduce((total, size) => total + size.sent, 0),
  };
}
