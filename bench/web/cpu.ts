import { inTurn, renderAnew, sendRequests, warmUp } from './load.ts';
import type { Running, Servers } from './servers.ts';
import { atMost, type Row } from './table.ts';

const targetMs = 2;
const requests = 200;
const rounds = 5;

const milliseconds = (value: number) => `${value.toFixed(2)} ms`;

/** Processor time of the whole server process, garbage collector and logging included, for each page it answers with. */
export async function measureCpu(servers: Servers): Promise<Row[]> {
  const product = await servers.product();
  const hello = await servers.hello();
  await warmUp(product.url, hello.url);
  const cpu = await inTurn(rounds, {
    home: () => perPage(product),
    anew: () => perPage(product, renderAnew),
    hello: () => perPage(hello, renderAnew),
  });
  return [
    atMost('server CPU per rendered home page', cpu.median('anew'), targetMs, milliseconds),
    { figure: 'server CPU per rendered hello page', value: milliseconds(cpu.median('hello')) },
    { figure: 'server CPU per home page as visitors get it (kept)', value: milliseconds(cpu.median('home')) },
  ];
}

async function perPage({ url, cpuMs }: Running, headers: string[] = []) {
  const before = await cpuMs();
  await sendRequests(`${url}/`, requests, headers);
  return ((await cpuMs()) - before) / requests;
}
