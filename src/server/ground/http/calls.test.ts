import type { FastifyInstance, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Call } from '#shared/call.ts';
import { createCallTable, type Handler } from './calls.ts';
import { visitorByCookie } from './ssr.ts';
import type { Visitor } from './visitor.ts';

const visitor: Visitor = { locale: 'en', address: '', userAgent: '', origin: '' };
const open: Call = { summary: '', audience: 'anyone', data: z.object({ shown: z.string() }) };

function tableWith(call: Call, handle: Handler<Call>) {
  const table = createCallTable();
  table.add('GET /api/test', call, handle);
  return table;
}

test('fields that the contract does not declare are removed from an answer', async () => {
  const answer = { shown: 'yes', mobile: '61234567' };
  const table = tableWith(open, () => answer as never);
  expect(await table.answer('GET /api/test', {}, visitor)).toEqual({
    code: 0,
    data: { shown: 'yes' },
    message: '',
  });
});

test('a handler is not called for a visitor outside its audience or for invalid input', async () => {
  let calls = 0;
  const handle: Handler<Call> = () => {
    calls += 1;
    return { shown: '' } as never;
  };
  const closed = tableWith({ ...open, audience: 'user' }, handle);
  expect((await closed.answer('GET /api/test', {}, visitor)).code).toBe(3002);
  const withQuery = tableWith({ ...open, query: z.object({ id: z.int() }) }, handle);
  expect((await withQuery.answer('GET /api/test', { query: { id: 'x' } }, visitor)).code).toBe(1001);
  expect(calls).toBe(0);
});

test('calls made while rendering a page can read the request’s cookies, but setting one throws', async () => {
  const own = { secure: false, get: (name: string) => `${name} of this request` };
  const reading = tableWith(open, ({ cookies }) => ({ shown: cookies.get('device') ?? 'none' }) as never);
  expect((await reading.answer('GET /api/test', {}, visitor, own)).data).toEqual({
    shown: 'device of this request',
  });
  expect((await reading.answer('GET /api/test', {}, visitor)).data).toEqual({ shown: 'none' });
  const table = tableWith(open, ({ cookies }) => {
    cookies.set('session', 'x', {});
    return { shown: '' } as never;
  });
  for (const cookies of [undefined, own])
    await expect(table.answer('GET /api/test', {}, visitor, cookies)).rejects.toThrow(
      'tried to set a cookie',
    );
});

test('a page may make GET calls only, and is identified by the cookie of the app it calls', async () => {
  const identifiedFor: string[] = [];
  const identifyByCookie = async (_: FastifyRequest, face: string) => {
    identifiedFor.push(face);
    return visitor;
  };
  const as = visitorByCookie({ identifyByCookie } as unknown as FastifyInstance, {} as FastifyRequest);
  expect(() => as('POST /api/users/renew')).toThrow('a page may not POST /api/users/renew');
  await as('GET /api/users/info');
  await as('GET /api/users/profile');
  await as('GET /api_ai/user/profile');
  expect(identifiedFor).toEqual(['product', 'ai']);
});
