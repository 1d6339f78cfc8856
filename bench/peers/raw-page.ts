import Fastify from 'fastify';

const html = process.env.HTML ?? '';
const app = Fastify();
app.get('/', async (_request, reply) => reply.type('text/html; charset=utf-8').send(html));
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
