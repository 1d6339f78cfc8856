import { Agent, createServer, request as forward } from 'node:http';

/** Passes bytes on and does nothing else: the least any relay of streams can cost. */
const target = new URL(process.env.TARGET ?? '');
const agent = new Agent({ keepAlive: true, maxSockets: 100_000 });
const server = createServer((request, response) => {
  const { host: _, ...headers } = request.headers;
  const passing = forward(target, { method: request.method, path: request.url, headers, agent }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  request.pipe(passing);
  passing.on('error', () => response.destroy());
});
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`明師 Mingshi  http://127.0.0.1:${(server.address() as { port: number }).port}`);
});
