import { type SQL, sql } from 'drizzle-orm';

/** Whether nobody has banned them. Written out, because a function of the database is called for every row. */
export const notBanned = (userId: SQL) => sql`not exists (
  select from users join bans on bans.phone_hash = users.phone_hash and bans.lifted_at is null
  where users.id = ${userId})`;
