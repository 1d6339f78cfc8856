import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const sweepMs = 100;

/**
 * Closes an app as soon as its last answer is out. Node lets go of the connections that are idle when it closes; one that
 * still carries a request becomes idle only later, and one that was opened ahead and never used is never idle to it.
 */
export function letGoWhenClosing(app: FastifyInstance) {
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
  // Runs when the last connection has ended.
  app.addHook('onClose', async () => clearInterval(sweeping));
}
