import { isDeepStrictEqual } from 'node:util';
import { and, asc, count, eq, inArray, sql } from 'drizzle-orm';
import { lockAccount } from '#server/domains/accounts/lock-account.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { fieldsOf } from '#server/ground/db/fields.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { addJob } from '#server/ground/jobs/jobs.ts';
import { CaseDetail, type CaseForm, type CaseStatus, caseStatus } from '#shared/cases.ts';
import type { Locale } from '#shared/locale.ts';
import { slotAt, slotIndex } from '#shared/rules/half-hours.ts';
import { caseShown } from './case-status.ts';
import { childOf, saveChildren } from './children.ts';
import { dropDraft } from './drafts.ts';
import { caseChildren, cases, children } from './tables.ts';

/** Online and offline cases of one account. */
const mostOpenCases = 20;

type SaveOptions = { maxChildren: number; locale: Locale };

const unique = (ids: number[]) => [...new Set(ids)];
const inOrder = (ids: number[]) => unique(ids).sort((a, b) => a - b);

/**
 * The same key means the same case: a double tap or a retry gets the case of the first request. A request
 * with other content is refused with the id of that case: it may be an edit or an outdated retry.
 */
export async function createCase(
  tx: Tx,
  userId: number,
  { idempotency_key, ...form }: CaseForm & { idempotency_key?: string | undefined },
  options: SaveOptions,
): Promise<CaseDetail> {
  await lockAccount(tx, userId);
  const earlier = idempotency_key && (await caseOfKey(tx, userId, idempotency_key));
  if (earlier) {
    const posted = await readCase(tx, userId, earlier);
    if (!hasSameContent(posted, form)) throw new AppError('alreadyPosted', { details: { id: earlier } });
    return posted;
  }
  if ((await countOpenCases(tx, userId)) >= mostOpenCases)
    throw new AppError('reachedLimit', { details: { limit: mostOpenCases } });
  const [row] = await tx
    .insert(cases)
    .values({ userId, idempotencyKey: idempotency_key ?? null, ...caseRowOf(form) })
    .returning({ id: cases.id });
  if (!row) throw new Error('an inserted case came back empty');
  await writeChildren(tx, userId, row.id, form, options);
  if (idempotency_key) await dropDraft(tx, userId, idempotency_key);
  await addJob(tx, caseShown, { case: row.id }, { key: `case-shown:${row.id}` });
  return readCase(tx, userId, row.id);
}

export async function replaceCase(
  tx: Tx,
  userId: number,
  id: number,
  { version, ...form }: CaseForm & { version: number },
  options: SaveOptions,
): Promise<CaseDetail> {
  await lockAccount(tx, userId);
  const [found] = await tx.select().from(cases).where(ownCase(userId, id)).for('update');
  if (!found) throw new AppError('notFound');
  if (found.status === caseStatus.matched || found.status === caseStatus.ended)
    throw new AppError('caseClosed');
  if (found.version !== version) throw new AppError('conflict');
  await tx
    .update(cases)
    .set({ ...caseRowOf(form), version: version + 1, updatedAt: sql`now()` })
    .where(eq(cases.id, id));
  await tx.delete(caseChildren).where(eq(caseChildren.caseId, id));
  await writeChildren(tx, userId, id, form, options);
  return readCase(tx, userId, id);
}

/** Another user's case is answered like a case that does not exist. */
export async function readCase(db: Db | Tx, userId: number, id: number): Promise<CaseDetail> {
  const [row] = await db.select().from(cases).where(ownCase(userId, id));
  if (!row) throw new AppError('notFound');
  const withChildren = await db
    .select({ inCase: caseChildren, child: children })
    .from(caseChildren)
    .innerJoin(children, eq(children.id, caseChildren.childId))
    .where(eq(caseChildren.caseId, id))
    .orderBy(asc(caseChildren.position));
  return {
    ...fieldsOf(CaseDetail, row),
    child_info: withChildren.map(({ inCase, child }) => ({
      ...childOf(child),
      major_subject: inCase.majorSubjectIds,
      other_subject: inCase.otherSubjectIds,
    })),
    teacher_education: row.teacherEducationId,
    teaching_language: row.teachingLanguageIds,
    tutoring_region: row.tutoringRegionId,
    tutoring_time_per_class: row.tutoringTimePerClassId,
    tutoring_type: row.tutoringTypeId,
    user: row.userId,
    weekday: row.weekdays,
    channel: row.channelId,
    match_time: row.matchSlots.map(slotAt),
    major_subject: unique(withChildren.flatMap(({ inCase }) => inCase.majorSubjectIds)),
    other_subject: unique(withChildren.flatMap(({ inCase }) => inCase.otherSubjectIds)),
  };
}

/** The case list of the user info, newest first. */
export async function caseListOf(db: Db | Tx, userId: number): Promise<{ id: number; status: CaseStatus }[]> {
  return db
    .select({ id: cases.id, status: cases.status })
    .from(cases)
    .where(eq(cases.userId, userId))
    .orderBy(sql`${cases.id} desc`);
}

const ownCase = (userId: number, id: number) => and(eq(cases.id, id), eq(cases.userId, userId));

async function caseOfKey(tx: Tx, userId: number, key: string) {
  const [row] = await tx
    .select({ id: cases.id })
    .from(cases)
    .where(and(eq(cases.userId, userId), eq(cases.idempotencyKey, key)));
  return row?.id;
}

async function countOpenCases(tx: Tx, userId: number) {
  const open = [caseStatus.online, caseStatus.offline];
  const [row] = await tx
    .select({ count: count() })
    .from(cases)
    .where(and(eq(cases.userId, userId), inArray(cases.status, open)));
  return row?.count ?? 0;
}

async function writeChildren(
  tx: Tx,
  userId: number,
  caseId: number,
  { child_info }: Pick<CaseForm, 'child_info'>,
  { maxChildren, locale }: SaveOptions,
) {
  const childIds = await saveChildren(tx, userId, child_info, { limit: maxChildren, locale });
  await tx.insert(caseChildren).values(
    childIds.map((childId, position) => ({
      caseId,
      childId,
      position,
      majorSubjectIds: unique(child_info[position]?.major_subject ?? []),
      otherSubjectIds: unique(child_info[position]?.other_subject ?? []),
    })),
  );
}

function hasSameContent(posted: CaseDetail, form: CaseForm) {
  const isSameChild = (child: CaseForm['child_info'][number], index: number) => {
    const kept = posted.child_info[index];
    // A child that was new in the first request has its id by now.
    return kept && isDeepStrictEqual(childRowOf(kept), childRowOf({ ...child, id: child.id ?? kept.id }));
  };
  return (
    isDeepStrictEqual(caseRowOf(posted), caseRowOf(form)) &&
    posted.child_info.length === form.child_info.length &&
    form.child_info.every(isSameChild)
  );
}

const childRowOf = ({ major_subject, other_subject, ...child }: CaseForm['child_info'][number]) => ({
  ...child,
  major_subject: unique(major_subject),
  other_subject: unique(other_subject),
});

export function caseRowOf(form: Omit<CaseForm, 'child_info'>) {
  return {
    price: form.price,
    specialNote: form.special_note,
    startTutoringDate: form.start_tutoring_date,
    startTutoringTime: form.start_tutoring_time,
    weekendStartTutoringTime: form.weekend_start_tutoring_time,
    weekdays: inOrder(form.weekday),
    matchSlots: inOrder(form.match_time.map(slotIndex)),
    teacherEducationId: form.teacher_education,
    teacherGender: form.teacher_gender,
    teachingLanguageIds: unique(form.teaching_language),
    tutoringDaysPerWeek: form.tutoring_days_per_week,
    tutoringRegionId: form.tutoring_region,
    tutoringTimePerClassId: form.tutoring_time_per_class,
    tutoringTypeId: form.tutoring_type,
    channelId: form.channel,
    otherChannel: form.other_channel,
  };
}
