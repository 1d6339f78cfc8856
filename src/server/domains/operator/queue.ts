import { and, asc, desc, eq, or, type SQL, sql } from 'drizzle-orm';
import { notify } from '#server/domains/messages/notices.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { fieldsOf } from '#server/ground/db/fields.ts';
import { type Paging, pageOfTable } from '#server/ground/db/paging.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { coverContacts } from '#shared/contacts/cover-contacts.ts';
import type { Locale } from '#shared/locale.ts';
import type { NoticeContent } from '#shared/messages.ts';
import { QueueItem } from '#shared/operator.ts';
import { queueItems } from './tables.ts';

export type QueueRow = typeof queueItems.$inferSelect;
type Words = Record<Locale, string>;

/** How the items of one domain are shown and decided. */
export type QueueKind = {
  kind: string;
  titleOf: (item: QueueRow) => Words;
  /** The possible decisions, in the order of the buttons. */
  decisions: Record<string, Words>;
  /** Whether the operator writes an answer to whoever opened the item; by default there is none. */
  answer?: QueueItem['answer'];
  /** Decisions that need an answer where `answer` is optional, with what the operator is told without one. */
  answerNeededFor?: Record<string, Words>;
  /**
   * SQL condition on queue_items: whether somebody other than who opened the item and whom it is about is a
   * party to it.
   */
  isParty?: (userId: number) => SQL;
  /** Details for the operator, read from the domain's own tables; phone numbers are masked. */
  detailsOf?: (db: Db | Tx, item: QueueRow) => Promise<Record<string, unknown>>;
  /** Carries out the decision in the operator's transaction, and returns the notices for both sides. */
  decide(tx: Tx, item: QueueRow, decision: string, by: DecidedBy): Promise<BothSides>;
};
type DecidedBy = { operatorId: number; answer: string };
type BothSides = {
  /** For the user who opened the item; null where nobody who is logged in did. */
  opener: NoticeContent | null;
  /** For the user the item is about; null where they are told nothing. */
  about: NoticeContent | null;
  /** The decision deleted whom the item is about, and the operator's note is not to outlive that. */
  isForgotten?: boolean;
};

type Listed = Paging & { operatorId: number; state: 'open' | 'decided'; kind?: string | undefined };
type Decision = {
  id: number;
  decision: string;
  note: string;
  answer?: string | undefined;
  operatorId: number;
};

export type NewItem = Pick<QueueRow, 'kind' | 'subjectId'> &
  Partial<Pick<QueueRow, 'openedBy' | 'aboutUser' | 'urgency'>>;

/** Adds an item to the operators' queue; an open item of the same subject only becomes more urgent. */
export async function enqueue(
  tx: Tx,
  { kind, subjectId, openedBy = null, aboutUser = null, urgency = 1 }: NewItem,
) {
  await tx
    .insert(queueItems)
    .values({ kind, subjectId, openedBy, aboutUser, urgency })
    .onConflictDoUpdate({
      target: [queueItems.kind, queueItems.subjectId],
      targetWhere: eq(queueItems.state, sql`'open'`),
      set: { urgency: sql`least(queue_items.urgency, excluded.urgency)` },
    });
}

/**
 * Waits for whoever decides this item now, before anything that the decision may change is locked; the other
 * way round the two would wait for each other.
 */
export async function lockOpenItem(tx: Tx, kind: string, subjectId: string) {
  await tx
    .select({ id: queueItems.id })
    .from(queueItems)
    .where(and(eq(queueItems.kind, kind), eq(queueItems.subjectId, subjectId), eq(queueItems.state, 'open')))
    .for('update');
}

/** Removes an open item that no longer needs a decision. */
export async function withdraw(tx: Tx, kind: string, subjectId: string) {
  await tx
    .delete(queueItems)
    .where(and(eq(queueItems.kind, kind), eq(queueItems.subjectId, subjectId), eq(queueItems.state, 'open')));
}

export function createQueue(kinds: readonly QueueKind[]) {
  const byName = new Map(kinds.map((one) => [one.kind, one]));
  if (byName.size !== kinds.length) throw new Error('two kinds of the queue have one name');

  /** Operators neither see nor decide what they opened or what is about them: it would name who reported them. */
  const isOthers = (operatorId: number) => {
    const more = kinds.flatMap(({ kind, isParty }) =>
      isParty ? [and(eq(queueItems.kind, kind), isParty(operatorId))] : [],
    );
    const isOwn = or(eq(queueItems.openedBy, operatorId), eq(queueItems.aboutUser, operatorId), ...more);
    return sql`(${isOwn}) is not true`;
  };

  function show(row: QueueRow, locale: Locale): QueueItem {
    const kind = byName.get(row.kind);
    const choices = row.state === 'open' ? Object.entries(kind?.decisions ?? {}) : [];
    return {
      ...fieldsOf(QueueItem, row),
      title: kind?.titleOf(row)[locale] ?? row.kind,
      answer: kind?.answer ?? 'none',
      decisions: choices.map(([decision, label]) => ({ decision, label: label[locale] })),
    };
  }

  return {
    async list(db: Db | Tx, { operatorId, state, kind, ...paging }: Listed, locale: Locale) {
      const wanted = and(
        isOthers(operatorId),
        eq(queueItems.state, state),
        kind === undefined ? undefined : eq(queueItems.kind, kind),
      );
      const order =
        state === 'open' ? [asc(queueItems.urgency), asc(queueItems.id)] : [desc(queueItems.decidedAt)];
      const { rows, counted } = await pageOfTable(db, queueItems, paging, { wanted, order });
      return { list: rows.map((row) => show(row, locale)), ...counted };
    },

    async read(db: Db | Tx, { id, operatorId }: { id: number; operatorId: number }, locale: Locale) {
      const [row] = await db
        .select()
        .from(queueItems)
        .where(and(eq(queueItems.id, id), isOthers(operatorId)));
      if (!row) throw new AppError('notFound');
      return { ...show(row, locale), details: (await byName.get(row.kind)?.detailsOf?.(db, row)) ?? {} };
    },

    /** Of two operators who decide at the same time, the second gets a conflict and changes nothing. */
    async decide(tx: Tx, { answer = '', ...given }: Decision, locale: Locale): Promise<QueueItem> {
      const [row] = await tx
        .select()
        .from(queueItems)
        .where(and(eq(queueItems.id, given.id), isOthers(given.operatorId)))
        .for('update');
      if (!row) throw new AppError('notFound');
      if (row.state !== 'open') throw new AppError('conflict');
      const kind = byName.get(row.kind);
      if (!kind || !Object.hasOwn(kind.decisions, given.decision))
        throw new AppError('badInput', { fields: { decision: notAChoice[locale] } });
      const needed = kind.answer === 'needed' ? answerNeeded : kind.answerNeededFor?.[given.decision];
      if (needed && answer === '') throw new AppError('badInput', { fields: { answer: needed[locale] } });
      const { opener, about, isForgotten } = await kind.decide(tx, row, given.decision, {
        operatorId: given.operatorId,
        answer: coverContacts(answer),
      });
      if (opener && row.openedBy !== null) await notify(tx, { userId: row.openedBy, ...opener });
      if (about && row.aboutUser !== null && row.aboutUser !== row.openedBy)
        await notify(tx, { userId: row.aboutUser, ...about });
      const [decided] = await tx
        .update(queueItems)
        .set({
          state: 'decided',
          decision: given.decision,
          note: isForgotten ? '' : coverContacts(given.note),
          decidedBy: given.operatorId,
          decidedAt: sql`now()`,
        })
        .where(eq(queueItems.id, row.id))
        .returning();
      return show(decided as QueueRow, locale);
    },
  };
}

const answerNeeded: Words = {
  'zh-Hant': '請寫下對方會讀到的回覆',
  en: 'Please write what they are told',
};

const notAChoice: Words = {
  'zh-Hant': '請選擇列出的其中一項',
  en: 'Please choose one of the options listed',
};
