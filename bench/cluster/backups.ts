import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import type { Cluster } from '../../deploy/cluster/cluster.ts';
import { localFiles } from '../../src/server/ground/files/files.ts';
import { openFiles } from '../../src/server/ground/files/open.ts';
import { filesPlace } from '../../src/server/ground/files/place.ts';
import { fingerprintOf, hashesOf } from '../../tests/backup/compare.ts';

/** Runs the command as an operator would. */
async function run(name: 'backup' | 'restore', env: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, [`src/server/wiring/commands/${name}.ts`, ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${name} ended with ${code}`);
}

/** Creates an empty database on the same servers. */
async function emptyDatabase(directUrl: string, name: string) {
  const client = new pg.Client(directUrl);
  await client.connect();
  await client.query(`create database ${name} template template0`);
  await client.end();
  return directUrl.replace(/\/mingshi$/, `/${name}`);
}

/** Makes backups of the product and restores them into an empty database and folder. */
export function createBackups({ environment, databases }: Cluster, folder: string) {
  const direct = { ...environment, DATABASE_URL: databases.directUrl };
  return {
    back: (name: string) => run('backup', direct, join(folder, `${name}.backup`)),

    async restore(name: string) {
      const url = await emptyDatabase(databases.directUrl, name);
      const target = join(folder, name);
      const elsewhere = {
        ...direct,
        DATABASE_URL: url,
        DATABASE_DIRECT_URL: url,
        FILES_URL: `file://${target}/files`,
      };
      await run('restore', { ...elsewhere, DATA_DIR: target }, join(folder, `${name}.backup`));
      return { url, files: await localFiles(join(target, 'files')) };
    },

    /** Counts files that rows of a restored product name but that are missing. */
    async filesMissing({ url, files }: Awaited<ReturnType<typeof this.restore>>) {
      const client = new pg.Client(url);
      await client.connect();
      const { rows } = await client.query<{ key: string }>(
        `select bundle || '/file' as key from eraser_files union all select bundle || '/image.png' from eraser_versions`,
      );
      await client.end();
      let missing = 0;
      for (const { key } of rows) if ((await files.size(key)) === undefined) missing++;
      return { missing, of: rows.length };
    },

    async isEqual({ url, files }: Awaited<ReturnType<typeof this.restore>>) {
      const { S3_ENDPOINT: endpoint, S3_REGION: region } = environment;
      const credentials = {
        accessKeyId: environment.S3_ACCESS_KEY_ID,
        secretAccessKey: environment.S3_SECRET_ACCESS_KEY,
      };
      const settings = { endpoint, region, pathStyle: true, credentials, links: false };
      const bucket = await openFiles(
        filesPlace(environment.FILES_URL, '/', settings),
        pino({ level: 'silent' }),
      );
      const sorted = (hashes: Record<string, string>) => JSON.stringify(Object.entries(hashes).sort());
      const sameFiles = sorted(await hashesOf(files)) === sorted(await hashesOf(bucket));
      bucket.close();
      const [there, here] = [await fingerprintOf(url), await fingerprintOf(databases.directUrl)];
      const differing = Object.keys(here).filter((name) => here[name] !== there[name]);
      return { sameFiles, differing };
    },
  };
}
