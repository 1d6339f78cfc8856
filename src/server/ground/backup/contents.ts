import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { Config } from '../config/config.ts';
import { restoreMark } from '../db/migrate.ts';
import type { Files } from '../files/files.ts';
import type { Summary } from './backup-file.ts';
import { copyOut } from './copy-stream.ts';
import { columnList, quoted, sequencesOf, type Table, tablesOf } from './database-shape.ts';
import { BackupError } from './encrypted-stream.ts';
import { type About, type End, writeEntry } from './entries.ts';

export type Sources = {
  client: pg.Client;
  files: Files;
  /** The content of the data folder's keys.json, if the keys are stored there. */
  keys: Buffer | undefined;
  signal: AbortSignal | undefined;
};

const heartbeatMs = 30_000;

/**
 * The whole backup as one stream. All rows come from one snapshot. Files follow: a row is written after its
 * file, and no file is deleted while the deletion lock is held, so every file that a row of the snapshot
 * refers to still exists.
 */
export async function* contentsOf({ client, files, keys, signal }: Sources): AsyncGenerator<Buffer> {
  const end: End = { kind: 'end', tables: 0, rows: 0, files: 0, bytes: 0 };
  await client.query('begin isolation level repeatable read read only');
  yield* writeEntry(await aboutOf(client));
  for (const table of await tablesOf(client)) {
    signal?.throwIfAborted();
    const { schema, name, columns } = table;
    const rows = { count: 0 };
    end.bytes += yield* writeEntry({ kind: 'table', schema, name, columns }, rowsOf(client, table, rows));
    end.tables++;
    end.rows += rows.count;
  }
  // Sequences are not part of the snapshot: read after the rows, their values are never behind them.
  yield* writeEntry({ kind: 'sequences', list: await sequencesOf(client) });
  await client.query('commit');
  if (keys) yield* writeEntry({ kind: 'keys' }, [keys]);
  let queriedAt = Date.now();
  for await (const { key } of files.list()) {
    signal?.throwIfAborted();
    // Keeps the connection, which only holds locks now, from being closed as idle by the network.
    if (Date.now() - queriedAt > heartbeatMs) {
      await client.query('select 1');
      queriedAt = Date.now();
    }
    const content = await files.get(key);
    if (!content) throw new BackupError(`The file ${key} vanished while it was backed up; try again.`);
    end.bytes += yield* writeEntry({ kind: 'file', key }, content);
    end.files++;
  }
  // Fails if the connection, and with it the deletion lock, was lost.
  await client.query('select 1');
  yield* writeEntry(end);
}

async function* rowsOf(client: pg.Client, table: Table, counted: { count: number }) {
  const columns = columnList(table.columns);
  const from = table.partitioned
    ? `(select ${columns} from ${quoted(table)})`
    : `${quoted(table)} (${columns})`;
  counted.count = yield* copyOut(client, `copy ${from} to stdout`);
}

async function aboutOf(client: pg.Client): Promise<About> {
  const { rows: found } = await client.query<{
    product: string | null;
    queue: string | null;
    half: string | null;
  }>(
    `select to_regclass('public.migrations') as product, to_regclass('graphile_worker.migrations') as queue,
      to_regclass('public.${restoreMark}') as half`,
  );
  const [{ product, queue, half } = { product: null, queue: null, half: null }] = found;
  if (!product || !queue)
    throw new BackupError('The database has no product in it yet: there is nothing to back up.');
  if (half) throw new BackupError('A restore into this database was broken off; finish it before a backup.');
  const migrations = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from public.migrations order by name',
  );
  const version = await client.query<{ queue: number; postgres: string }>(
    `select coalesce(max(id), 0)::int as queue, current_setting('server_version') as postgres from graphile_worker.migrations`,
  );
  const [at] = version.rows;
  return {
    kind: 'about',
    format: 1,
    madeAt: new Date().toISOString(),
    migrations: migrations.rows,
    queue: at?.queue ?? 0,
    postgres: at?.postgres ?? '',
  };
}

export const amountOf = (bytes: number) =>
  bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

const counted = (count: number, noun: string) =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

export const summaryLine = ({ about, end }: Summary) =>
  `${counted(end.rows, 'row')} of ${counted(end.tables, 'table')} and ${counted(end.files, 'file')} (${amountOf(end.bytes)}) as of ${about.madeAt}`;

/**
 * The data folder's keys are part of its backup: without them no phone number can be decrypted. Keys from the
 * configuration are not included.
 */
export async function keysFileOf({ phoneKeys, dataDir }: Config): Promise<Buffer | undefined> {
  const path = join(dataDir, 'keys.json');
  return phoneKeys || !existsSync(path) ? undefined : readFile(path);
}
