import type { FastifyInstance, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Call } from '#shared/call.ts';
import { createCallTable, type Handler } from './calls.ts';
import { visitorByCookie } from './ssr.ts';
import type { Visitor } from './visitor.ts';

const nobody: Visitor = { locale: 'en', address: '', userAgent: '', origin: '' };
const open: Call = { summary: '', audience: 'anyone', data: z.object({ shown: z.string() }) };

function tableWith(call: Call, handle: Handler<Call>) {
  const table = createCallTable();
  table.add('GET /api/test', call, handle);
  return table;
}

test('an answer is cut to what the contract declares', async () => {
  const answer = { shown: 'yes', mobile: '61234567' };
  const table = tableWith(open, () => answer as never);
  expect(await table.answer('GET /api/test', {}, nobody)).toEqual({
    code: 0,
    data: { shown: 'yes' },
    message: '',
  });
});

test('a handler sees only whom it is for, and only what is in order', async () => {
  let calls = 0;
  const handle: Handler<Call> = () => {
    calls += 1;
    return { shown: '' } as never;
  };
  const closed = tableWith({ ...open, audience: 'user' }, handle);
  expect((await closed.answer('GET /api/test', {}, nobody)).code).toBe(3002);
  const asking = tableWith({ ...open, query: z.object({ id: z.int() }) }, handle);
  expect((await asking.answer('GET /api/test', { query: { id: 'x' } }, nobody)).code).toBe(1001);
  expect(calls).toBe(0);
});

test('rendering a page reads the cookies of its request, and sets none', async () => {
  const own = { secure: false, get: (name: string) => `${name} of this request` };
  const reading = tableWith(open, ({ cookies }) => ({ shown: cookies.get('device') ?? 'none' }) as never);
  expect((await reading.answer('GET /api/test', {}, nobody, own)).data).toEqual({
    shown: 'device of this request',
  });
  expect((await reading.answer('GET /api/test', {}, nobody)).data).toEqual({ shown: 'none' });
  const table = tableWith(open, ({ cookies }) => {
    cookies.set('session', 'x', {});
    return { shown: '' } as never;
  });
  for (const cookies of [undefined, own])
    await expect(table.answer('GET /api/test', {}, nobody, cookies)).rejects.toThrow('tried to set a cookie');
});

test('a page only reads, with the cookie of the side it asks', async () => {
  const asked: string[] = [];
  const identifyByCookie = async (_: FastifyRequest, face: string) => {
    asked.push(face);
    return nobody;
  };
  const as = visitorByCookie({ identifyByCookie } as unknown as FastifyInstance, {} as FastifyRequest);
  expect(() => as('POST /api/users/renew')).toThrow('a page may not POST /api/users/renew');
  await as('GET /api/users/info');
  await as('GET /api/users/profile');
  await as('GET /api_ai/user/profile');
  expect(asked).toEqual(['product', 'ai']);
});
