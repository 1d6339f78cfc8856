import pino from 'pino';
import { lockDataDir } from '#server/ground/config/data-dir.ts';
import { startPostgres } from '#server/ground/postgres/postgres.ts';
import { startPgBouncer } from '../pgbouncer.ts';
import { peerEnvironment } from '../s3/s3-files.ts';
import { startS3Peer } from '../s3/s3-peer.ts';
import { outsideKeys } from './outside-keys.ts';

/**
 * What `npm run test:cluster` gives a server instead of its own parts: a database behind PgBouncer and a bucket. They end with the
 * process. The database is in the folder where the server's own would be, for tests that ask it themselves.
 */
export async function startOutside(dataDir: string): Promise<Record<string, string>> {
  // A command on the folder would else take the database for one that a killed server has left.
  await lockDataDir(dataDir);
  const postgres = await startPostgres({ dataDir, log: pino({ level: 'error' }), durable: false });
  const pooler = await startPgBouncer({ url: postgres.url, sessions: 8 });
  const bucket = await startS3Peer();
  process.prependListener('exit', () => {
    void pooler.kill();
    postgres.abandon();
  });
  return {
    DATABASE_URL: pooler.urlOf(postgres.url),
    DATABASE_DIRECT_URL: postgres.url,
    DEMO: '1',
    ...outsideKeys,
    FILES_URL: 's3://mingshi/e2e',
    ...peerEnvironment(bucket),
  };
}
