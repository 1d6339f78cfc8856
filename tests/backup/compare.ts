import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Files } from '#server/ground/files/files.ts';

/** Fingerprints of a database's content, by queries that are independent of the backup code. */
export async function fingerprintOf(url: string): Promise<Record<string, string>> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const print: Record<string, string> = {};
    const tables = await client.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema in ('public', 'graphile_worker') order by 1`,
    );
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ print: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\\n' order by t::text)), '') as print from ${name} t`,
      );
      print[name] = rows[0]?.print ?? '';
    }
    const shapes = {
      sequences: `select schemaname || '.' || sequencename || ' ' || coalesce(last_value::text, '') as line from pg_sequences`,
      constraints: `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated as line
        from pg_constraint where connamespace in (select oid from pg_namespace where nspname in ('public', 'graphile_worker'))`,
      triggers: `select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text || pg_get_triggerdef(oid) as line
        from pg_trigger where not tgisinternal`,
      indexes: `select indexdef as line from pg_indexes where schemaname in ('public', 'graphile_worker')`,
    };
    for (const [name, query] of Object.entries(shapes)) {
      const { rows } = await client.query<{ line: string }>(`${query} order by 1`);
      print[name] = rows.map(({ line }) => line).join('\n');
    }
    return print;
  } finally {
    await client.end();
  }
}

export async function hashesOf(files: Files): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for await (const { key } of files.list()) {
    const hash = createHash('sha256');
    for await (const chunk of (await files.get(key)) ?? []) hash.update(chunk);
    hashes[key] = hash.digest('hex');
  }
  return hashes;
}
