import { and, eq, not, sql } from 'drizzle-orm';
import { filesOfMessages, openTalkFile } from '#server/domains/messages/talk-files.ts';
import { recordAction } from '#server/domains/operator/audit.ts';
import type { Database, Tx } from '#server/ground/db/db.ts';
import type { Files } from '#server/ground/files/files.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { FileAnswer } from '#server/ground/http/file-answer.ts';
import { coverContacts, coverMessages } from '#shared/contacts/cover-contacts.ts';
import { type ReadMessage, reportRules } from '#shared/safety/reports.ts';
import { isPartyAt } from './parties.ts';
import { type ReportRow, reports } from './tables.ts';

type Row = { id: string; user_id: string | null; text: string; sent_at: Date | string };
type Reading = { operatorId: number; reportId: number; reason: string };

/**
 * The only way in which an operator reads what people wrote to each other: the reported messages with a few
 * around them, while the report is open. The log has the reason before the answer has the words.
 */
export async function readReported(tx: Tx, { operatorId, reportId, reason }: Reading) {
  const report = await openReport(tx, operatorId, reportId);
  const rows = await rowsOf(tx, report);
  const files =
    report.place === 'conversation'
      ? await filesOfMessages(
          tx,
          report.placeId,
          rows.map(({ id }) => Number(id)),
        )
      : new Map();
  await recordAction(tx, {
    operatorId,
    action: 'reports.messages_read',
    aboutUser: report.aboutUserId,
    params: { report: report.id, place: report.place, messages: rows.length, reason: coverContacts(reason) },
  });
  const texts = report.place === 'conversation' ? coverTalk(rows) : new Map<Row, string>();
  const list = rows.map((row): ReadMessage => {
    const by =
      row.user_id === null
        ? 'tutor_ai'
        : Number(row.user_id) === report.reporterUserId
          ? 'reporter'
          : 'reported';
    return {
      id: Number(row.id),
      by,
      text: texts.get(row) ?? coverContacts(row.text),
      files: files.get(Number(row.id)) ?? [],
      sent_at: new Date(row.sent_at).toISOString(),
      is_reported: report.place === 'shared_thread' || report.messageIds.includes(Number(row.id)),
    };
  });
  return { list };
}

/** A number told in several messages is covered in all of them, as it is for the two sides. */
function coverTalk(rows: readonly Row[]): Map<Row, string> {
  const byAuthor = Map.groupBy(rows, ({ user_id }) => user_id);
  return new Map(
    [...byAuthor.values()].flatMap((theirs) => {
      const texts = coverMessages(
        theirs.map(({ text, sent_at }) => ({ text, at: new Date(sent_at).getTime() })),
      );
      return theirs.map((row, at) => [row, texts[at] ?? ''] as const);
    }),
  );
}

/** A report that waits; an operator who is a party to what it is about does not find it. */
async function openReport(tx: Tx, operatorId: number, reportId: number) {
  const isTheirs = isPartyAt(operatorId, sql`${reports.place}`, sql`${reports.placeId}::text`);
  const [report] = await tx
    .select()
    .from(reports)
    .where(and(eq(reports.id, reportId), not(isTheirs)))
    .for('share');
  if (!report) throw new AppError('notFound');
  if (report.decidedAt) throw new AppError('conflict');
  return report;
}

/** A photo or PDF of a message that may be read. Opening it is logged, as the words were with their reason. */
export async function fileOfReported(
  { transaction }: Database,
  files: Files,
  { operatorId, reportId, fileId }: { operatorId: number; reportId: number; fileId: number },
): Promise<FileAnswer> {
  const row = await transaction(async (tx) => {
    const report = await openReport(tx, operatorId, reportId);
    if (report.place !== 'conversation') throw new AppError('notFound');
    const readable = (await aroundMessages(tx, report)).map(({ id }) => Number(id));
    const { rows } = await tx.execute<{
      id: string;
      file_key: string;
      preview_key: string;
      media_type: 'image/webp' | 'application/pdf';
    }>(sql`
      select id, file_key, preview_key, media_type from conversation_files
      where id = ${fileId} and interest_id = ${report.placeId}
        and message_id = any(${sql.param(readable)}::bigint[])`);
    if (!rows[0]) throw new AppError('notFound');
    await recordAction(tx, {
      operatorId,
      action: 'reports.file_opened',
      aboutUser: report.aboutUserId,
      params: { report: report.id, file: fileId },
    });
    return rows[0];
  });
  return openTalkFile(files, row, 'whole');
}

async function rowsOf(tx: Tx, report: ReportRow): Promise<Row[]> {
  if (report.place === 'conversation') return aroundMessages(tx, report);
  if (report.place === 'shared_thread') return copiedMessages(tx, report);
  throw new AppError('notFound');
}

async function aroundMessages(tx: Tx, { placeId, messageIds }: ReportRow): Promise<Row[]> {
  const { rows } = await tx.execute<Row>(sql`
    select distinct shown.id, shown.user_id, shown.text, shown.sent_at
    from unnest(${sql.param(messageIds)}::bigint[]) as chosen (id)
    cross join lateral (
      (select * from conversation_messages
       where interest_id = ${placeId} and id <= chosen.id order by id desc limit ${reportRules.around + 1})
      union all
      (select * from conversation_messages
       where interest_id = ${placeId} and id > chosen.id order by id limit ${reportRules.around})
    ) shown
    order by shown.id`);
  return rows;
}

/** The part that was shared; what the reporter wrote after it stays closed. */
async function copiedMessages(tx: Tx, { placeId, aboutUserId }: ReportRow): Promise<Row[]> {
  const { rows } = await tx.execute<Row>(sql`
    with recursive path as (
      select messages.* from chat_threads threads join chat_messages messages on messages.id = shared_leaf_id
      where threads.id = ${placeId} and messages.thread_id = threads.id
      union all
      select messages.* from chat_messages messages join path on messages.id = path.parent_id
    )
    select id, case role when 'user' then ${aboutUserId}::bigint end as user_id, text, created_at as sent_at
    from path order by id`);
  return rows;
}
