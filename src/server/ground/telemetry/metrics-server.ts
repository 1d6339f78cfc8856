import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StartError } from '../config/start-error.ts';

export type MetricsServer = { url: string; close(): Promise<void> };

/** A port of its own, which no proxy passes on by mistake. It answers `/metrics` and nothing else. */
export async function serveMetrics(
  { host, port }: { host: string; port: number },
  answer: RequestListener,
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.url?.split('?')[0] === '/metrics') return answer(request, response);
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  }).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(
      `METRICS_PORT ${port} of ${host} cannot be listened on (${error.code}); set another.`,
    );
  });
  // Who scrapes keeps no process alive.
  server.unref();
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}/metrics`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
