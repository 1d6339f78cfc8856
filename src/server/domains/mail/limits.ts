import { sql } from 'drizzle-orm';
import type { Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { Trace } from './hashes.ts';
import { emailSends } from './tables.ts';

const minutes = 60;
const day = 24 * 60 * minutes;

export const codeLife = 30 * minutes;
export const codeTries = 5;
/** Between two mails that were sent to one person. */
const resendGap = 60;

/** Verification mails within any period of that many seconds; an address may be a stranger's. */
const limits = {
  person: [
    { max: 5, seconds: 60 * minutes },
    { max: 10, seconds: day },
  ],
  address: [
    { max: 3, seconds: 10 * minutes },
    { max: 6, seconds: day },
  ],
  network: [
    { max: 30, seconds: 10 * minutes },
    { max: 200, seconds: day },
  ],
} satisfies Record<keyof Trace, { max: number; seconds: number }[]>;

/** Counts one mail, or refuses with the seconds to wait. All processes wait for one lock, so that the counts are exact. */
export async function claimSend(tx: Tx, trace: Trace): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('mingshi email', 0))`);
  await tx.execute(sql`
    delete from email_sends where id in (
      select id from email_sends where at < now() - interval '2 days' order by at limit 100)`);
  let retryAfter = await resendWait(tx, trace);
  for (const scope of ['person', 'address', 'network'] as const)
    retryAfter = Math.max(retryAfter, await waitOf(tx, scope, trace[scope]));
  if (retryAfter > 0) throw new AppError('waitForCode', { details: { retry_after: retryAfter } });
  const [row] = await tx
    .insert(emailSends)
    .values({ personHash: trace.person, addressHash: trace.address, networkHash: trace.network })
    .returning({ id: emailSends.id });
  return row?.id as number;
}

async function waitOf(tx: Tx, scope: keyof Trace, hash: Buffer) {
  const until = limits[scope].map(
    ({ max, seconds }) => sql`(
      select at + make_interval(secs => ${seconds}) from email_sends
      where ${sql.identifier(`${scope}_hash`)} = ${hash} and at > now() - make_interval(secs => ${seconds})
      order by at desc offset ${max - 1} limit 1)`,
  );
  const { rows } = await tx.execute<{ wait: number }>(sql`
    select coalesce(ceil(extract(epoch from greatest(${sql.join(until, sql`, `)}) - now())), 0)::float8 as wait`);
  return rows[0]?.wait ?? 0;
}

/** Seconds until this person may ask for the next mail. */
export async function resendWait(tx: Pick<Tx, 'execute'>, { person }: Pick<Trace, 'person'>) {
  const { rows } = await tx.execute<{ wait: number }>(sql`
    select coalesce(ceil(${resendGap} - extract(epoch from now() - max(at))), 0)::float8 as wait
    from email_sends where person_hash = ${person} and not is_failed and at > now() - make_interval(secs => ${resendGap})`);
  return Math.max(0, rows[0]?.wait ?? 0);
}
