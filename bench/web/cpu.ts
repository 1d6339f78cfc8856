import { atMost, type Row } from '../tools/table.ts';
import { inTurn, renderAnew, sendRequests, warmUp } from './load.ts';
import { gateCookie, marketPages } from './market-pages.ts';
import type { Running, Servers } from './servers.ts';

const targetMs = 3;
const marketTargetMs = 4.5;
const requests = 200;
const rounds = 5;

/** The cookie also keeps the page from being cached for other visitors. */
const gateHeaders = ['-H', `cookie: ${gateCookie.name}=${gateCookie.value}`];

const milliseconds = (value: number) => `${value.toFixed(2)} ms`;

/** CPU time of the whole server process per page, including garbage collection and logging. */
export async function measureCpu(servers: Servers): Promise<Row[]> {
  const product = await servers.product();
  const hello = await servers.hello();
  await warmUp(product.url, hello.url);
  const cpu = await inTurn(rounds, {
    home: () => perPage(product),
    anew: () => perPage(product, renderAnew),
    hello: () => perPage(hello, renderAnew),
  });
  const market: Row[] = [];
  for (const path of await marketPages(product.url)) {
    await sendRequests(product.url + path, 1000, gateHeaders);
    const { median } = await inTurn(rounds, {
      rendered: () => perPage(product, gateHeaders, path),
      kept: () => perPage(product, [], path),
    });
    market.push(atMost(`server CPU per rendered ${path}`, median('rendered'), marketTargetMs, milliseconds));
    // Without the cookie a visitor is redirected from this page.
    if (!path.startsWith('/more-tutor-case'))
      market.push({
        metric: `server CPU per ${path} as visitors get it (kept)`,
        value: milliseconds(median('kept')),
      });
  }
  return [
    atMost('server CPU per rendered home page', cpu.median('anew'), targetMs, milliseconds),
    { metric: 'server CPU per rendered hello page', value: milliseconds(cpu.median('hello')) },
    { metric: 'server CPU per home page as visitors get it (kept)', value: milliseconds(cpu.median('home')) },
    ...market,
  ];
}

async function perPage({ url, cpuMs }: Running, headers: string[] = [], path = '/') {
  const before = await cpuMs();
  await sendRequests(url + path, requests, headers);
  return ((await cpuMs()) - before) / requests;
}
