import pg from 'pg';
import pino from 'pino';
import { lockDataDir } from '#server/data-dir.ts';
import { startPostgres } from '#server/postgres.ts';

const dir = process.argv[2]!;
const log = pino({ level: 'warn' });
await lockDataDir(dir);
let t = performance.now();
const p = await startPostgres({ dataDir: dir, log, onExit: (r) => log.fatal(r) });
console.log('start ms', performance.now() - t, p.url);
const c = new pg.Client(p.url);
await c.connect();
await c.query('create extension if not exists pg_trgm');
console.log(
  (
    await c.query(
      "select show_trgm('香港 ab'), current_user, usesuper, datcollate, datctype, datlocprovider, datlocale from pg_user, pg_database where usename=current_user and datname=current_database()",
    )
  ).rows,
);
await c.end();
if (process.argv[3] === 'die') process.kill(process.pid, 'SIGKILL');
t = performance.now();
await p.stop();
console.log('stop ms', performance.now() - t);
