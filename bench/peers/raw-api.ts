import Fastify from 'fastify';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = Fastify();
app.get('/api/common_info/grade', async (_request, reply) => {
  const { rows } = await pool.query(
    'select id, name_zh_hant as name, stage_id as stage from grades order by sort',
  );
  const data = { list: rows, total: rows.length, page: 1, page_size: 100 };
  return reply.type('application/json; charset=utf-8').send(JSON.stringify({ code: 0, data, message: '' }));
});
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
