import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Received = { path: string; body: string };

/** An OTLP collector on loopback that records the requests it receives. */
export async function startOtlpPeer() {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push({ path: request.url ?? '', body: Buffer.concat(chunks).toString() });
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
