import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { letGoWhenClosing } from './let-go-when-closing.ts';

async function serve() {
  const app = Fastify({ keepAliveTimeout: 72_000 });
  letGoWhenClosing(app);
  const { promise: asked, resolve: tell } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  app.get('/slow', async () => {
    tell();
    await released;
    return 'whole';
  });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return { app, origin, port: (app.server.address() as AddressInfo).port, asked, release };
}

/** Long before a connection that is kept open would be closed for its silence. */
const soon = { timeout: 10_000 };

test('a connection that was opened ahead and never used does not keep an app open', soon, async () => {
  const { app, port } = await serve();
  const arrived = once(app.server, 'connection');
  const spare = connect(port, '127.0.0.1');
  onTestFinished(() => void spare.destroy());
  await arrived;
  await app.close();
});

test('an answer on its way is given whole, and its connection goes with it', soon, async () => {
  const { app, origin, asked, release } = await serve();
  const answer = fetch(`${origin}/slow`);
  await asked;
  const closed = app.close();
  await vi.waitUntil(() => !app.server.listening);
  release();
  expect(await (await answer).text()).toBe('whole');
  await closed;
});
