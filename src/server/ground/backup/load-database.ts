import pg from 'pg';
import type { Logger } from 'pino';
import { migrate, restoreMark } from '../db/migrate.ts';
import { copyIn } from './copy-stream.ts';
import {
  columnList,
  connectForCopy,
  type ForeignKey,
  foreignKeysOf,
  quoted,
  type Sequence,
  type Table,
  type Trigger,
  tablesOf,
  triggersOf,
} from './database-shape.ts';
import { BackupError } from './encrypted-stream.ts';
import type { About, Entry } from './entries.ts';

type TableEntry = Extract<Entry, { kind: 'table' }>;

/** Throws unless the database is empty or contains only an unfinished restore. */
export async function checkEmptyDatabase(url: string): Promise<{ begun: boolean }> {
  const client = await connectForCopy(url, 'restore');
  try {
    const tables = await tablesOf(client);
    const begun = tables.some(({ schema, name }) => schema === 'public' && name === restoreMark);
    if (!begun && tables.length > 0)
      throw new BackupError('The database is not empty; restore into a new one.');
    return { begun };
  } finally {
    await client.end();
  }
}

/**
 * Prepares a database for the rows of a backup: runs the same migrations, truncates the tables, disables the
 * triggers (the rows have been through them) and drops the foreign keys until all rows are loaded. The rows
 * are loaded in one transaction.
 */
export async function openLoading(url: string, about: About, log: Logger) {
  const client = await connectForCopy(url, 'restore');
  try {
    await client.query(
      `create table if not exists public.${restoreMark} (begun_at timestamptz not null default now())`,
    );
    await migrate(url, { log, restoringTo: about.migrations });
    await checkQueue(client, about);
    const tables = (await tablesOf(client)).filter(({ name }) => name !== restoreMark);
    const [foreignKeys, triggers] = [await foreignKeysOf(client), await triggersOf(client)];
    await client.query('begin');
    await disableConstraints(client, foreignKeys, triggers);
    await client.query(`truncate ${tables.map(quoted).join(', ')}`);
    return loadingOver(client, tables, foreignKeys, triggers);
  } catch (error) {
    await client.end();
    throw error;
  }
}

function loadingOver(client: pg.Client, tables: Table[], foreignKeys: ForeignKey[], triggers: Trigger[]) {
  const missing = new Map(tables.map((table) => [quoted(table), table]));
  return {
    async table(entry: TableEntry, content: AsyncIterable<Buffer>) {
      const known = missing.get(quoted(entry));
      if (!known || known.columns.toString() !== entry.columns.toString())
        throw new BackupError(
          `The backup has a table ${entry.schema}.${entry.name} that this version makes otherwise.`,
        );
      missing.delete(quoted(entry));
      await copyIn(client, `copy ${quoted(entry)} (${columnList(entry.columns)}) from stdin`, content);
    },
    /** Call it after the last table. */
    async finish(sequences: Sequence[]) {
      const [absent] = missing.keys();
      if (absent) throw new BackupError(`The backup lacks the table ${absent}.`);
      for (const sequence of sequences)
        await client.query('select setval($1::regclass, $2::bigint)', [quoted(sequence), sequence.value]);
      await enableConstraints(client, foreignKeys, triggers);
      await client.query('commit');
      await client.query(`analyze ${tables.map(quoted).join(', ')}`);
    },
    /** Call it when the files are restored too: removes the mark of an unfinished restore. */
    unmark: () => client.query(`drop table public.${restoreMark}`),
    /** Uncommitted rows are rolled back. */
    close: () => client.end(),
  };
}

async function checkQueue(client: pg.Client, about: About) {
  const { rows } = await client.query<{ id: number }>(
    'select max(id)::int as id from graphile_worker.migrations',
  );
  if (rows[0]?.id !== about.queue)
    throw new BackupError(
      'The backup was made with another version of the job queue; restore it with the version of the product that made it.',
    );
}

const alter = (table: { schema: string; name: string }) => `alter table ${quoted(table)}`;

async function disableConstraints(client: pg.Client, foreignKeys: ForeignKey[], triggers: Trigger[]) {
  for (const key of foreignKeys)
    await client.query(`${alter(key)} drop constraint ${pg.escapeIdentifier(key.constraint)}`);
  for (const one of triggers)
    await client.query(`${alter(one)} disable trigger ${pg.escapeIdentifier(one.trigger)}`);
}

async function enableConstraints(client: pg.Client, foreignKeys: ForeignKey[], triggers: Trigger[]) {
  for (const key of foreignKeys)
    await client.query(
      `${alter(key)} add constraint ${pg.escapeIdentifier(key.constraint)} ${key.definition}`,
    );
  for (const one of triggers)
    await client.query(`${alter(one)} enable trigger ${pg.escapeIdentifier(one.trigger)}`);
}
