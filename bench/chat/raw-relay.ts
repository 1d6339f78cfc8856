import { Agent, createServer, request as forward } from 'node:http';

/** Only passes bytes on: the minimum cost of a streaming relay. */
const target = new URL(process.env.TARGET ?? '');
const agent = new Agent({ keepAlive: true, maxSockets: 100_000 });
const server = createServer((request, response) => {
  const { host: _, ...headers } = request.headers;
  const upstream = forward(
    target,
    { method: request.method, path: request.url, headers, agent },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  request.pipe(upstream);
  upstream.on('error', () => response.destroy());
});
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`明師 Mingshi  http://127.0.0.1:${(server.address() as { port: number }).port}`);
});
