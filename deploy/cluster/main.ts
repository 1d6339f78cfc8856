import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOrInstallClusterPrograms } from '../../scripts/cluster-programs.mjs';
import { startCluster } from './cluster.ts';

// deploy/cluster-test: the whole cluster on loopback until Ctrl-C. Everything it writes is in a folder that goes with it.
const folder = await mkdtemp(join(tmpdir(), 'mingshi-cluster-'));
const ending = Promise.withResolvers<void>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ending.resolve());

try {
  const cluster = await startCluster({
    folder,
    programs: await findOrInstallClusterPrograms(),
    environment: { DEMO: '1' },
    say: (what) => console.log(`starting ${what} …`),
  });
  const { web, worker, voice, databases, s3 } = cluster;
  console.log(`明師 Mingshi  ${cluster.address}  (logs in ${folder})`);
  for (const kept of [...web, ...worker, ...voice, databases.pgbouncer, s3])
    console.log(`  ${kept.name.padEnd(10)} process ${kept.pid()}`);
  console.log(`  primary    pg${await databases.primary()}  ${databases.directUrl}`);
  const alive = setInterval(() => {}, 60_000);
  await ending.promise;
  clearInterval(alive);
  console.log('stopping …');
  await cluster.stop();
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
