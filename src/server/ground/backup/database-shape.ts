import pg from 'pg';
import { connectionString } from '../db/connection.ts';

export type Table = { schema: string; name: string; columns: string[]; partitioned: boolean };
export type Sequence = { schema: string; name: string; value: string };
type Named = { schema: string; name: string };

export const quoted = ({ schema, name }: Named) =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
export const columnList = (columns: readonly string[]) =>
  columns.map((name) => pg.escapeIdentifier(name)).join(', ');

/** Matches the tables of the product and the job queue, not those of PostgreSQL or an extension. */
const ours = `n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
  and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

/** Every table with its stored columns; generated columns are left out. */
export async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select n.nspname as schema, c.relname as name, c.relkind = 'p' as partitioned,
      coalesce((select json_agg(a.attname order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''), '[]') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence <> 't' and ${ours}
    order by 1, 2`);
  return rows;
}

export async function sequencesOf(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(`
    select schemaname as schema, sequencename as name, last_value::text as value
    from pg_sequences where last_value is not null
      and schemaname not like 'pg\\_%' and schemaname <> 'information_schema'
    order by 1, 2`);
  return rows;
}

export type ForeignKey = Named & { constraint: string; definition: string };

export async function foreignKeysOf(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select n.nspname as schema, c.relname as name, k.conname as constraint, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and k.conparentid = 0 and ${ours}
    order by 1, 2, 3`);
  return rows;
}

export type Trigger = Named & { trigger: string };

/** The enabled triggers, which would run when rows are loaded. */
export async function triggersOf(client: pg.Client): Promise<Trigger[]> {
  const { rows } = await client.query<Trigger>(`
    select n.nspname as schema, c.relname as name, t.tgname as trigger
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where not t.tgisinternal and t.tgenabled = 'O' and t.tgparentid = 0 and ${ours}
    order by 1, 2, 3`);
  return rows;
}

/** Makes the text format of values independent of the server's settings; no time limits. */
const session = [
  "set client_encoding = 'UTF8'",
  "set datestyle = 'ISO, YMD'",
  "set intervalstyle = 'postgres'",
  "set timezone = 'UTC'",
  'set extra_float_digits = 3',
  "set bytea_output = 'hex'",
  'set statement_timeout = 0',
  'set lock_timeout = 0',
  'set idle_in_transaction_session_timeout = 0',
].join('; ');

/** Opens a dedicated connection for a whole backup or restore. */
export async function connectForCopy(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: connectionString(url),
    application_name: `mingshi ${process.pid} ${name}`,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // A lost connection is reported by its next query.
  client.on('error', () => {});
  await client.connect();
  await client.query(session);
  return client;
}
