import { freePorts } from '../../deploy/cluster/free-ports.ts';
import { atLeast, type Row } from '../tools/table.ts';
import { launchChromium } from './chromium.ts';
import { median } from './load.ts';
import { gateCookie, marketPages } from './market-pages.ts';
import type { Servers } from './servers.ts';

const target = 95;
const runs = 3;
const pages = ['/', '/faq', '/terms-conditions'];
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

type Report = {
  runtimeError?: { message: string };
  finalDisplayedUrl: string;
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number }>;
};
/** Declared here because types are checked on machines where the benchmarks' packages are not installed. */
type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Report } | undefined>;

export async function measureLighthouse(servers: Servers): Promise<Row[]> {
  const { url } = await servers.product();
  return rateVisits(
    servers,
    [...pages, ...(await marketPages(url))].map((page) => ({
      page,
      ...(isGated(page) && { cookie: gateCookie }),
    })),
  );
}

/** Lighthouse's default mobile run, each in a new browser; reports the median of every score. */
export async function rateVisits(servers: Servers, visits: readonly Visit[]): Promise<Row[]> {
  const { default: lighthouse } = await import(import.meta.resolve('lighthouse'));
  const { url } = await servers.product();
  const rows: Row[] = [];
  for (const { page, cookie, name = page, least = {} } of visits) {
    const reports: Report[] = [];
    for (let run = 0; run < runs; run++) reports.push(await visitAgain(lighthouse, url + page, cookie));
    for (const category of categories) {
      const scores = reports.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100));
      const minimum = least[category] ?? target;
      const row = atLeast(`Lighthouse mobile ${name} ${category}`, median(scores), minimum, String);
      rows.push({ ...row, value: `${row.value} (${scores.join(' ')})` });
    }
    rows.push({ metric: `Lighthouse mobile ${name} in ms`, value: timings.map(timing(reports)).join(', ') });
  }
  return rows;
}

const timings = [
  ['FCP', 'first-contentful-paint'],
  ['LCP', 'largest-contentful-paint'],
  ['TBT', 'total-blocking-time'],
] as const;
const timing =
  (reports: readonly Report[]) =>
  ([name, audit]: (typeof timings)[number]) =>
    `${name} ${Math.round(median(reports.map(({ audits }) => audits[audit]?.numericValue ?? 0)))}`;

const isGated = (page: string) => page.startsWith('/more-tutor-case');

type Cookie = { name: string; value: string };
type Visit = { page: string; cookie?: Cookie; name?: string; least?: Partial<Record<string, number>> };

/** Retries once: occasionally Lighthouse gets no trace from the browser. */
const visitAgain = (lighthouse: Lighthouse, url: string, cookie: Cookie | undefined) =>
  visit(lighthouse, url, cookie).catch((error) => {
    console.error(`${error.message.split('\n')[0]} Visiting again.`);
    return visit(lighthouse, url, cookie);
  });

async function visit(lighthouse: Lighthouse, url: string, cookie: Cookie | undefined) {
  const [port = 0] = await freePorts(1);
  const browser = await launchChromium([`--remote-debugging-port=${port}`]);
  try {
    const result = await lighthouse(url, {
      port,
      output: 'json',
      logLevel: 'error',
      onlyCategories: categories,
      // As a browser in Hong Kong sends it. Lighthouse's default is English, which would redirect to /en first.
      extraHeaders: {
        'Accept-Language': 'zh-HK,zh;q=0.9',
        ...(cookie && { Cookie: `${cookie.name}=${cookie.value}` }),
      },
    });
    if (!result) throw new Error(`Lighthouse did not finish on ${url}`);
    const { runtimeError, finalDisplayedUrl } = result.lhr;
    if (finalDisplayedUrl !== url) throw new Error(`${url} led to ${finalDisplayedUrl}`);
    if (runtimeError) throw new Error(`Lighthouse on ${url}: ${runtimeError.message}`);
    return result.lhr;
  } finally {
    await browser.close();
  }
}
