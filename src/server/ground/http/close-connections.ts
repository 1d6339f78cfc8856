import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const sweepMs = 100;

/**
 * Closes an app as soon as its last answer is sent. Node closes only connections that are idle when closing
 * begins: one with a running request becomes idle later, and one that was opened but never used never counts
 * as idle.
 */
export function closeConnectionsOnClose(app: FastifyInstance) {
  const unused = new Set<Socket>();
  app.server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }) => unused.delete(socket));

  let sweeping: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    sweeping = setInterval(() => {
      app.server.closeIdleConnections();
      for (const socket of unused) socket.destroy();
    }, sweepMs);
  });
  // onClose runs after the last connection has ended.
  app.addHook('onClose', async () => clearInterval(sweeping));
}
