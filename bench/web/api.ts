import { deepStrictEqual } from 'node:assert';
import { atLeast, type Row } from '../tools/table.ts';
import { inTurn, requestsPerSecond } from './load.ts';
import type { Servers } from './servers.ts';

const target = 0.6;
const rounds = 4;
const call = '/api/common_info/grade';

/** Compares one reference call with minimal Fastify code that gives the same answer from the same database. */
export async function measureApi(servers: Servers): Promise<Row[]> {
  const product = await servers.product();
  const raw = await servers.rawApi();
  const [ours, theirs] = await Promise.all(
    [product, raw].map(async ({ url }) => (await fetch(url + call)).json()),
  );
  deepStrictEqual(ours, theirs, 'the two servers must answer the same');
  const rate = await inTurn(rounds, {
    ours: () => requestsPerSecond(product.url + call),
    raw: () => requestsPerSecond(raw.url + call),
  });
  return [
    atLeast('API grade / raw Fastify with the same query', rate.ratio('ours', 'raw'), target, (value) =>
      value.toFixed(2),
    ),
    {
      metric: 'API grade, requests a second',
      value: `${Math.round(rate.median('ours'))}, raw ${Math.round(rate.median('raw'))}`,
    },
  ];
}
