import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { lockAccount } from '#server/domains/accounts/lock-account.ts';
import { reportShared } from '#server/domains/eraser/sharing.ts';
import { enqueue, lockOpenItem } from '#server/domains/operator/queue.ts';
import { reportReview } from '#server/domains/reviews/write.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { fieldsOf } from '#server/ground/db/fields.ts';
import { type Paging, pageOfTable } from '#server/ground/db/paging.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { reportReasons } from '#shared/eraser/sharing.ts';
import { type Place, type PlaceName, Report, type ReportKind, reportRules } from '#shared/safety/reports.ts';
import { addBlock } from './block.ts';
import { personAt } from './places.ts';
import { reportPictures, reports } from './tables.ts';

type PaperReason = (typeof reportReasons)[number];
export type NewReport = Place & {
  kind: ReportKind;
  words: string;
  messages?: readonly number[];
  block?: boolean;
  /** From the call that shared papers had before. */
  paperReason?: PaperReason;
};

export const personReportKind = 'person_report';
/** Reviews and shared papers have items of their own, whose decisions change what others see. */
const itemKinds: Partial<Record<PlaceName, string>> = {
  review: 'review_report',
  shared_paper: 'shared_record_report',
};
const paperReasons: Partial<Record<ReportKind, PaperReason>> = {
  copyright: 'copyright',
  contact_details: 'personal',
  other: 'other',
};

/** The item of a report: at one place two people may report each other. */
const itemOf = ({ place, place_id }: Place, aboutUser: number) => {
  const kind = itemKinds[place];
  return kind
    ? { kind, subjectId: String(place_id) }
    : { kind: personReportKind, subjectId: `${place}:${place_id}:${aboutUser}` };
};

/** Answers the id of the report; while one about the same place is open, that one. */
export async function fileReport(tx: Tx, userId: number, given: NewReport): Promise<number> {
  const { place, place_id, kind, words, messages = [], block = false } = given;
  await lockAccount(tx, userId);
  const mine = and(
    eq(reports.reporterUserId, userId),
    eq(reports.place, place),
    eq(reports.placeId, place_id),
  );
  const [open] = await tx
    .select()
    .from(reports)
    .where(and(mine, isNull(reports.decidedAt)));
  if (open && block) await addBlock(tx, userId, open.aboutUserId, given);
  if (open && (await isWaiting(tx, open))) return open.id;

  await checkDay(tx, userId);
  const about = await enqueueReport(tx, userId, given);
  if (about === undefined) {
    const [earlier] = await tx.select().from(reports).where(mine).orderBy(desc(reports.id)).limit(1);
    if (!earlier) throw new AppError('conflict');
    if (block) await addBlock(tx, userId, earlier.aboutUserId, given);
    return earlier.id;
  }
  if (open) return open.id;
  const [made] = await tx
    .insert(reports)
    .values({
      reporterUserId: userId,
      aboutUserId: about,
      place,
      placeId: place_id,
      kind,
      words,
      messageIds: await checkMessages(tx, given, about, messages),
    })
    .returning({ id: reports.id });
  if (!made) throw new Error('an inserted report came back empty');
  if (block) await addBlock(tx, userId, about, given);
  return made.id;
}

/** Brings it before the operators and answers whom it is about; undefined where that was done before. */
async function enqueueReport(tx: Tx, userId: number, given: NewReport): Promise<number | undefined> {
  const { place, place_id, kind, words } = given;
  const urgency = kind === 'child_safety' ? 0 : 1;
  const shared = itemKinds[place];
  if (shared) await lockOpenItem(tx, shared, String(place_id));
  const person = await personAt(tx, userId, given);
  if (place === 'review') return reportReview(tx, userId, place_id, { reason: words, urgency });
  if (place === 'shared_paper') {
    const reason = given.paperReason ?? paperReasons[kind] ?? 'unsuitable';
    return reportShared(tx, userId, place_id, { reason, text: words, urgency });
  }
  await enqueue(tx, { ...itemOf(given, person), openedBy: userId, aboutUser: person, urgency });
  return person;
}

/** Whether an operator will still decide it: a shared paper may be taken back by its owner before. */
async function isWaiting(tx: Tx, { place, placeId, aboutUserId }: typeof reports.$inferSelect) {
  const { kind, subjectId } = itemOf({ place, place_id: placeId }, aboutUserId);
  const { rows } = await tx.execute(sql`
    select from queue_items where kind = ${kind} and subject_id = ${subjectId} and state = 'open'`);
  return rows.length > 0;
}

async function checkDay(tx: Tx, userId: number) {
  const today = await tx.$count(
    reports,
    and(eq(reports.reporterUserId, userId), gt(reports.reportedAt, sql`now() - interval '1 day'`)),
  );
  if (today >= reportRules.perDay)
    throw new AppError('reachedLimit', { details: { limit: reportRules.perDay } });
}

/** Only messages of this conversation that the other side wrote can be reported. */
async function checkMessages(tx: Tx, { place, place_id }: Place, about: number, ids: readonly number[]) {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return [];
  if (place !== 'conversation') throw new AppError('badInput');
  const { rows } = await tx.execute<{ found: number }>(sql`
    select count(*)::int as found from conversation_messages
    where interest_id = ${place_id} and user_id = ${about} and id = any(${sql.param(wanted)}::bigint[])`);
  if (rows[0]?.found !== wanted.length) throw new AppError('badInput');
  return wanted;
}

/** The caller's own reports with their answers. */
export async function listReports(db: Db, userId: number, paging: Paging) {
  const { rows, counted } = await pageOfTable(db, reports, paging, {
    wanted: eq(reports.reporterUserId, userId),
    order: [desc(reports.id)],
  });
  const { rows: known } = await db.execute<{ id: string; pictures: number; is_waiting: boolean }>(sql`
    select reports.id,
      (select count(*)::int from ${reportPictures} where report_id = reports.id) as pictures,
      exists (select from queue_items where state = 'open' and
        (kind, subject_id) in (
          ('review_report', place_id::text), ('shared_record_report', place_id::text),
          (${personReportKind}, place || ':' || place_id || ':' || about_user_id))
        and kind = case place when 'review' then 'review_report'
          when 'shared_paper' then 'shared_record_report' else ${personReportKind} end) as is_waiting
    from reports where id = any(${sql.param(rows.map(({ id }) => id))}::bigint[])`);
  const byId = new Map(known.map((row) => [Number(row.id), row]));
  const list = rows.map((row): Report => {
    const more = byId.get(row.id);
    const state = row.decidedAt ? 'decided' : more?.is_waiting ? 'open' : 'gone';
    return { ...fieldsOf(Report, row), pictures: more?.pictures ?? 0, state };
  });
  return { list, ...counted };
}
