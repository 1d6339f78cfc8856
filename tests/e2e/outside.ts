import pino from 'pino';
import { lockDataDir } from '#server/ground/config/data-dir.ts';
import { startPostgres } from '#server/ground/postgres/postgres.ts';
import { startPgBouncer } from '../pgbouncer.ts';
import { peerEnvironment } from '../s3/s3-files.ts';
import { startS3Peer } from '../s3/s3-peer.ts';
import { outsideKeys } from './outside-keys.ts';

/**
 * Starts what `npm run test:cluster` gives a server instead of its own parts: a database behind PgBouncer and
 * an S3 bucket. Both end with the process. The database lies in the folder of the server's own one, so that
 * tests can query it directly.
 */
export async function startOutside(dataDir: string): Promise<Record<string, string>> {
  // Without the lock, a command on this folder would take the database for one left by a killed server.
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
