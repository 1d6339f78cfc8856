import { atLeast, type Row } from '../tools/table.ts';
import { inTurn, renderAnew, requestsPerSecond, warmUp } from './load.ts';
import type { Servers } from './servers.ts';

const target = 0.5;
const rounds = 4;

const ratio = (value: number) => value.toFixed(2);

/** Home pages per second, compared with a minimal React Router page and with bare Fastify sending the same HTML. */
export async function measurePages(servers: Servers): Promise<Row[]> {
  const product = await servers.product();
  const hello = await servers.hello();
  const html = await (await fetch(`${product.url}/`)).text();
  const raw = await servers.rawPage(html);
  await warmUp(product.url, hello.url);
  const rate = await inTurn(rounds, {
    home: () => requestsPerSecond(`${product.url}/`),
    anew: () => requestsPerSecond(`${product.url}/`, renderAnew),
    hello: () => requestsPerSecond(`${hello.url}/`, renderAnew),
    raw: () => requestsPerSecond(`${raw.url}/`),
  });
  const rates = (['home', 'anew', 'hello', 'raw'] as const).map(
    (name) => `${name} ${Math.round(rate.median(name))}`,
  );
  return [
    atLeast('SSR home rendered / React Router hello', rate.ratio('anew', 'hello'), target, ratio),
    {
      metric: 'SSR home as visitors get it (kept) / React Router hello',
      value: `${ratio(rate.ratio('home', 'hello'))} (${rates.join(', ')} a second)`,
    },
    { metric: 'SSR home / raw Fastify with the same HTML', value: ratio(rate.ratio('home', 'raw')) },
  ];
}
