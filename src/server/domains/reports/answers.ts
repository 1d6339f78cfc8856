import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { notify } from '#server/domains/messages/notices.ts';
import type { QueueKind, QueueRow } from '#server/domains/operator/queue.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { coverContacts } from '#shared/contacts/cover-contacts.ts';
import type { PlaceName } from '#shared/safety/reports.ts';
import { personReportKind } from './file-report.ts';
import { isPartyAt } from './parties.ts';
import { reportPictures, reports } from './tables.ts';

type Reported = { place: PlaceName; placeId: number; aboutUser?: number };

const at = ({ place, placeId, aboutUser }: Reported) =>
  and(
    eq(reports.place, place),
    eq(reports.placeId, placeId),
    aboutUser === undefined ? undefined : eq(reports.aboutUserId, aboutUser),
  );

/** The reports behind an item, for the operator; the words of messages are read by a call of their own. */
async function reportsAt(db: Db | Tx, reported: Reported) {
  const rows = await db.select().from(reports).where(at(reported)).orderBy(asc(reports.id));
  const ids = rows.map(({ id }) => id);
  const pictures =
    ids.length > 0 ? await db.select().from(reportPictures).where(inArray(reportPictures.reportId, ids)) : [];
  return rows.map((row) => ({
    id: row.id,
    by: row.reporterUserId,
    kind: row.kind,
    words: coverContacts(row.words),
    reported_at: row.reportedAt.toISOString(),
    is_open: row.decidedAt === null,
    messages: row.messageIds.length,
    is_readable: row.decidedAt === null && (row.place === 'shared_thread' || row.messageIds.length > 0),
    pictures: pictures.filter(({ reportId }) => reportId === row.id).map(({ id }) => id),
  }));
}

/** Answers all open reports at a place, and returns who made them. */
async function answerReports(tx: Tx, reported: Reported, decision: string, answer: string) {
  return tx
    .update(reports)
    .set({ decision, answer, decidedAt: sql`now()` })
    .where(and(at(reported), isNull(reports.decidedAt)))
    .returning({ id: reports.id, reporter: reports.reporterUserId });
}

/** Items of another domain that reports open: its decision also answers the reports. */
export const answeringReports = (kind: QueueKind, place: PlaceName): QueueKind => ({
  ...kind,
  answer: 'optional',
  isParty: (userId) => isPartyAt(userId, sql`${place}::text`, sql`queue_items.subject_id`),
  async detailsOf(db, item) {
    const details = (await kind.detailsOf?.(db, item)) ?? {};
    return { ...details, person_reports: await reportsAt(db, { place, placeId: Number(item.subjectId) }) };
  },
  async decide(tx, item, decision, by) {
    const told = await kind.decide(tx, item, decision, by);
    await answerReports(tx, { place, placeId: Number(item.subjectId) }, decision, by.answer);
    return told;
  },
});

function reportedBy({ subjectId, aboutUser }: Pick<QueueRow, 'subjectId' | 'aboutUser'>) {
  const [place, placeId] = subjectId.split(':');
  return { place: place as PlaceName, placeId: Number(placeId), aboutUser: aboutUser ?? 0 };
}

const placeNames: Partial<Record<PlaceName, [string, string]>> = {
  tutor: ['導師檔案', 'Tutor profile'],
  case: ['個案', 'Case'],
  interest: ['應徵或邀請', 'Application or invitation'],
  conversation: ['對話', 'Conversation'],
  shared_thread: ['分享的 AI 對話', 'Shared AI thread'],
};

/** A reported person. What follows for them is done on their operator page; they are told nothing from here. */
export const personReports: QueueKind = {
  kind: personReportKind,
  titleOf(item) {
    const { place, placeId } = reportedBy(item);
    const [chinese, english] = placeNames[place] ?? [place, place];
    return { 'zh-Hant': `被舉報：${chinese} #${placeId}`, en: `Reported: ${english} #${placeId}` };
  },
  decisions: {
    acted: { 'zh-Hant': '屬實，已跟進', en: 'Upheld, dealt with' },
    no_breach: { 'zh-Hant': '未見違規', en: 'No breach found' },
  },
  answer: 'needed',
  isParty: (userId) =>
    isPartyAt(
      userId,
      sql`split_part(queue_items.subject_id, ':', 1)`,
      sql`split_part(queue_items.subject_id, ':', 2)`,
    ),

  async detailsOf(db, item) {
    const reported = reportedBy(item);
    return {
      place: reported.place,
      place_id: reported.placeId,
      ...(await shownThere(db, reported)),
      person_reports: await reportsAt(db, reported),
    };
  },

  async decide(tx, item, decision, { answer }) {
    const answered = await answerReports(tx, reportedBy(item), decision, answer);
    const noticeOf = (report: number) =>
      ({ kind: 'report_decided', params: { report, decision: decision as 'acted' | 'no_breach' } }) as const;
    // The queue tells the first reporter; these are the others.
    for (const { id, reporter } of answered)
      if (reporter !== item.openedBy) await notify(tx, { userId: reporter, ...noticeOf(id) });
    const first = answered.find(({ reporter }) => reporter === item.openedBy);
    return { opener: noticeOf(first?.id ?? 0), about: null };
  },
};

/** What everybody reads there, as it stands now. */
async function shownThere(db: Db | Tx, { place, placeId }: Reported): Promise<Record<string, unknown>> {
  if (place === 'tutor') {
    const { rows } = await db.execute<{ introduction: string; is_listed: boolean }>(
      sql`select introduction, is_listed from tutor_listings where id = ${placeId}`,
    );
    return rows[0] ? { ...rows[0], introduction: coverContacts(rows[0].introduction) } : {};
  }
  if (place === 'case') {
    const { rows } = await db.execute<{ special_note: string }>(
      sql`select special_note from cases where id = ${placeId}`,
    );
    return rows[0] ? { special_note: coverContacts(rows[0].special_note) } : {};
  }
  return {};
}
