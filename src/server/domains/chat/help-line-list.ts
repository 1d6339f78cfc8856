import { eq, sql } from 'drizzle-orm';
import { recordAction } from '#server/domains/operator/audit.ts';
import { inBoth } from '#server/ground/db/columns.ts';
import type { Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { needKinds } from '#shared/chat/limits.ts';
import type { HelpLineForm, OperatorHelpLine } from '#shared/chat/operator.ts';
import { type HelpLineRow, helpLines } from './tables.ts';
import { allHelpLines } from './tutor/help-lines.ts';

/** Whatever else is changed, a child in danger sees this one. */
const emergency = '999';
const mostLines = 40;

const toOperator = (row: HelpLineRow): OperatorHelpLine => ({
  id: row.id,
  phone: row.phone,
  name: { 'zh-Hant': row.nameZhHant, en: row.nameEn },
  note: { 'zh-Hant': row.noteZhHant, en: row.noteEn },
  kinds: needKinds.filter((kind) => row.kinds.includes(kind)),
  is_urgent: row.isUrgent,
  sort: row.sort,
});

const toColumns = (form: HelpLineForm) => ({
  phone: form.phone,
  ...inBoth('name', form.name),
  ...inBoth('note', form.note),
  kinds: form.kinds,
  isUrgent: form.is_urgent,
  sort: form.sort,
});

export async function readHelpLines(tx: Tx, operatorId: number) {
  await recordAction(tx, { operatorId, action: 'help_lines.listed' });
  const list = (await allHelpLines(tx)).map(toOperator);
  return { list, total: list.length };
}

export async function addHelpLine(tx: Tx, operatorId: number, form: HelpLineForm) {
  // Two operators who add at once must not pass the limit together.
  await tx.execute(sql`lock table help_lines in share row exclusive mode`);
  const lines = await allHelpLines(tx);
  if (lines.length >= mostLines || lines.some(({ phone }) => digits(phone) === digits(form.phone)))
    throw new AppError('conflict');
  const [row] = await tx.insert(helpLines).values(toColumns(form)).returning();
  if (!row) throw new Error('an added help line is gone');
  await recordAction(tx, { operatorId, action: 'help_lines.set', params: { help_line: row.id } });
  return toOperator(row);
}

export async function setHelpLine(
  tx: Tx,
  operatorId: number,
  { id, form }: { id: number; form: HelpLineForm },
) {
  const old = await lockedLine(tx, id);
  const staysShown = form.phone === emergency && form.kinds.length === 0;
  if (old.phone === emergency && !staysShown) throw new AppError('conflict');
  const [row] = await tx.update(helpLines).set(toColumns(form)).where(eq(helpLines.id, id)).returning();
  if (!row) throw new Error('a help line that is held is gone');
  await recordAction(tx, { operatorId, action: 'help_lines.set', params: { help_line: id } });
  return toOperator(row);
}

export async function removeHelpLine(tx: Tx, operatorId: number, id: number) {
  const old = await lockedLine(tx, id);
  if (old.phone === emergency) throw new AppError('conflict');
  await tx.delete(helpLines).where(eq(helpLines.id, id));
  await recordAction(tx, { operatorId, action: 'help_lines.removed', params: { help_line: id } });
}

async function lockedLine(tx: Tx, id: number) {
  const [row] = await tx.select().from(helpLines).where(eq(helpLines.id, id)).for('update');
  if (!row) throw new AppError('notFound');
  return row;
}

const digits = (phone: string) => phone.replaceAll(' ', '');
