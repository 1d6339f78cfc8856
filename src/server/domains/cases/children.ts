import { and, asc, eq, inArray, notExists, sql } from 'drizzle-orm';
import { lockAccount } from '#server/domains/accounts/lock-account.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { AppError, fieldProblem, type Translations } from '#server/ground/http/errors.ts';
import { type Child, type ChildForm, type ChildInfoForm, caseStatus } from '#shared/cases.ts';
import type { Locale } from '#shared/locale.ts';
import { caseChildren, cases, children } from './tables.ts';

const notYourChild: Translations = {
  'zh-Hant': '請選擇你的其中一位子女',
  en: 'Please choose one of your children',
};
const childTwice: Translations = { 'zh-Hant': '這位子女已在個案中', en: 'This child is already in the case' };

export function childOf(row: typeof children.$inferSelect): Child {
  return {
    id: row.id,
    nickname: row.nickname,
    gender: row.gender,
    grade: row.gradeId,
    school: row.schoolId,
  };
}

const rowOf = ({ nickname, gender, grade, school }: ChildForm) => ({
  nickname,
  gender,
  gradeId: grade,
  schoolId: school,
});

const ownChild = (userId: number, id: number) => and(eq(children.id, id), eq(children.userId, userId));

export async function listChildren(db: Db, userId: number) {
  const rows = await db.select().from(children).where(eq(children.userId, userId)).orderBy(asc(children.id));
  return rows.map(childOf);
}

export async function countChildren(db: Db | Tx, userId: number) {
  const held = await db.$count(children, eq(children.userId, userId));
  return held;
}

export async function addChild(tx: Tx, userId: number, form: ChildForm, limit: number): Promise<Child> {
  await lockAccount(tx, userId);
  if ((await countChildren(tx, userId)) >= limit) throw new AppError('reachedLimit', { details: { limit } });
  return insertChild(tx, userId, form);
}

async function insertChild(tx: Tx, userId: number, form: ChildForm) {
  const [row] = await tx
    .insert(children)
    .values({ userId, ...rowOf(form) })
    .returning();
  if (!row) throw new Error('an inserted child came back empty');
  return childOf(row);
}

export async function changeChild(tx: Tx, userId: number, id: number, form: ChildForm): Promise<Child> {
  await lockAccount(tx, userId);
  const [row] = await tx.update(children).set(rowOf(form)).where(ownChild(userId, id)).returning();
  if (!row) throw new AppError('notFound');
  return childOf(row);
}

/** Also removes the child from offline and ended cases; an offline case without children ends. */
export async function removeChild(tx: Tx, userId: number, id: number) {
  await lockAccount(tx, userId);
  const [found] = await tx.select({ id: children.id }).from(children).where(ownChild(userId, id));
  if (!found) throw new AppError('notFound');
  const withChild = await tx
    .select({ status: cases.status })
    .from(cases)
    .innerJoin(caseChildren, eq(caseChildren.caseId, cases.id))
    .where(eq(caseChildren.childId, id))
    // The lock order of cases: by id.
    .orderBy(asc(cases.id))
    // A case must not go online between this check and the removal.
    .for('update', { of: cases });
  if (withChild.some(({ status }) => status === caseStatus.online || status === caseStatus.matched))
    throw new AppError('childInUse');
  await tx.delete(children).where(eq(children.id, id));
  await tx
    .update(cases)
    .set({ status: caseStatus.ended, version: sql`${cases.version} + 1`, updatedAt: sql`now()` })
    .where(
      and(
        eq(cases.userId, userId),
        eq(cases.status, caseStatus.offline),
        notExists(tx.select().from(caseChildren).where(eq(caseChildren.caseId, cases.id))),
      ),
    );
}

type SaveOptions = { limit: number; locale: Locale };

/**
 * Saves the children of a case: updates those with an id, creates the others. The account is locked already.
 */
export async function saveChildren(
  tx: Tx,
  userId: number,
  items: ChildInfoForm[],
  { limit, locale }: SaveOptions,
) {
  await checkOwnChildren(tx, userId, items, locale);
  const made = items.filter(({ id }) => id === undefined).length;
  if (made > 0 && (await countChildren(tx, userId)) + made > limit)
    throw new AppError('reachedLimit', { details: { limit } });
  const ids: number[] = [];
  for (const item of items) {
    const { id } =
      item.id === undefined
        ? await insertChild(tx, userId, item)
        : await changeChild(tx, userId, item.id, item);
    ids.push(id);
  }
  return ids;
}

async function checkOwnChildren(tx: Tx, userId: number, items: ChildInfoForm[], locale: Locale) {
  const given = items.flatMap(({ id }) => id ?? []);
  const own = await tx
    .select({ id: children.id })
    .from(children)
    .where(and(eq(children.userId, userId), inArray(children.id, given)));
  const problems: Record<string, Translations> = {};
  for (const [index, { id }] of items.entries()) {
    if (id === undefined) continue;
    if (!own.some((child) => child.id === id)) problems[`child_info.${index}.id`] = notYourChild;
    else if (items.findIndex((item) => item.id === id) < index)
      problems[`child_info.${index}.id`] = childTwice;
  }
  if (Object.keys(problems).length > 0) throw fieldProblem(locale, problems);
}
