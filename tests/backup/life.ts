import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { seedDemo } from '#server/domains/demo/demo.ts';
import { postponeDeletions } from '#server/ground/backup/postpone-deletions.ts';
import type { Database } from '#server/ground/db/db.ts';
import type { Files } from '#server/ground/files/files.ts';

/** Fills a database as if the product had been in use: sample market, users with pictures, pending jobs. */
export async function fill(database: Database, files: Files, pictures = 20) {
  await seedDemo(database, files);
  for (let at = 0; at < pictures; at++) await addPicture(database, files);
  await database.db.execute(sql`
    insert into users (name, phone_hash, phone_cipher, phone_key)
    values (${`名\t字\n\\N "引"`}, '\\x00ff0a', '\\x5c6e0d0a', 'k1')`);
  await database.db.execute(
    sql`select graphile_worker.add_job('delete-files', '{"keys":[]}', run_at => now() + interval '1 day')`,
  );
}

/** In the product's order: the file, then in one transaction its row and a user row with the same key. */
export async function addPicture(database: Database, files: Files) {
  const key = `chat/${randomUUID()}`;
  const content = randomBytes(5_000);
  await files.put(key, content);
  await database.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(
      sql`insert into users (name) values (${key}) returning id`,
    );
    await tx.execute(sql`
      insert into chat_files (user_id, file_key, media_type, byte_size)
      values (${rows[0]?.id}, ${key}, 'image/webp', ${content.length})`);
  });
  return key;
}

/** Adds and deletes pictures concurrently until stopped. */
export function goOn(database: Database, store: Files) {
  const files = postponeDeletions(store, database);
  const counts = { added: 0, removed: 0 };
  let stopped = false;
  const live = async () => {
    while (!stopped) {
      await addPicture(database, files);
      counts.added++;
      const { rows } = await database.db.execute<{ key: string }>(sql`
        delete from chat_files where id in (select id from chat_files order by random() limit 1 for update skip locked)
        returning file_key as key`);
      for (const { key } of rows) {
        await files.delete(key);
        counts.removed++;
      }
    }
  };
  const lives = [live(), live()];
  return {
    counts,
    async stop() {
      stopped = true;
      await Promise.all(lives);
    },
  };
}
