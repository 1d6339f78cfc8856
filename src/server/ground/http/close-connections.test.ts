import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { closeConnectionsOnClose } from './close-connections.ts';

async function serve() {
  const app = Fastify({ keepAliveTimeout: 72_000 });
  closeConnectionsOnClose(app);
  const { promise: requested, resolve: onRequest } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  app.get('/slow', async () => {
    onRequest();
    await released;
    return 'whole';
  });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return { app, origin, port: (app.server.address() as AddressInfo).port, requested, release };
}

/** Much shorter than the keep-alive timeout after which an idle connection would be closed anyway. */
const soon = { timeout: 10_000 };

test('closing the app does not wait for a connection that was opened but never used', soon, async () => {
  const { app, port } = await serve();
  const arrived = once(app.server, 'connection');
  const spare = connect(port, '127.0.0.1');
  onTestFinished(() => void spare.destroy());
  await arrived;
  await app.close();
});

test('closing the app lets a running request finish and then closes its connection', soon, async () => {
  const { app, origin, requested, release } = await serve();
  const answer = fetch(`${origin}/slow`);
  await requested;
  const closed = app.close();
  await vi.waitUntil(() => !app.server.listening);
  release();
  expect(await (await answer).text()).toBe('whole');
  await closed;
});
