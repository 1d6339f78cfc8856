import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { fetchTo } from '#server/domains/eraser/bundles.ts';
import type { EraserTools } from '#server/domains/eraser/tools.ts';
import { WorkError } from '#server/domains/eraser/workshop/tasks.ts';
import type { Database, Tx } from '#server/ground/db/db.ts';
import type { Files } from '#server/ground/files/files.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { plainError } from '#server/ground/log/log.ts';
import { chatLimits } from '#shared/chat/limits.ts';
import { chatFiles } from '../tables.ts';

export type ReadingTools = Pick<EraserTools, 'scratch' | 'intake' | 'workshop'>;
type Options = { database: Database; files: Files; tools: ReadingTools; log: Pick<Logger, 'warn'> };
type FileRow = typeof chatFiles.$inferSelect;

/** What takes longer is given up; within the lease, so that nobody else has begun meanwhile. */
const patienceMs = 45_000;
const leaseSeconds = 60;
/** Of readers that died over it, or of a machine that was too busy. */
const mostTries = 3;
/** A call may take twenty seconds; an answer, which is nobody's connection, waits as long as reading may take. */
const longestCallMs = 12_000;
const lookEveryMs = 250;

export type Reading = ReturnType<typeof openReading>;

/** Reads the text off files, each once, whichever process is asked; the work itself is done in the workshop's process. */
export function openReading({ database, files, tools, log }: Options) {
  const { db } = database;
  const underWay = new Map<number, Promise<void>>();
  const closing = new AbortController();

  async function read(id: number) {
    const row = await take(database, id);
    if (!row) return;
    try {
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(patienceMs)]);
      await end(database, id, 'done', await textOf(row, { files, tools, signal }));
    } catch (error) {
      log.warn({ err: plainError(error) }, 'a file of the chat could not be read');
      if (isItsFault(error)) await end(database, id, 'failed', null);
      else await letGo(database, id);
    }
  }

  /** Begins where nobody reads it; what goes wrong is in the row, or in its lease. */
  function begin(id: number) {
    if (underWay.has(id) || closing.signal.aborted) return;
    const work = read(id)
      .catch((error) => log.warn({ err: plainError(error) }, 'what was read could not be kept'))
      .finally(() => underWay.delete(id));
    underWay.set(id, work);
  }

  return {
    begin,
    /** The row once it is read, or as it is when the wait is over. */
    async wait(
      ownRow: () => Promise<FileRow>,
      { longestMs = longestCallMs, signal }: { longestMs?: number; signal?: AbortSignal } = {},
    ): Promise<FileRow> {
      const until = Date.now() + longestMs;
      for (;;) {
        const row = await ownRow();
        if (row.recognisedState !== 'waiting' || Date.now() >= until) return row;
        begin(row.id);
        await Promise.race([underWay.get(row.id), sleep(lookEveryMs, undefined, { signal })]);
      }
    },
    /** For an answer that needs them: whatever of a message's files is not read yet. */
    async waitForMessage(messageId: number, signal: AbortSignal) {
      const unread = and(eq(chatFiles.messageId, messageId), eq(chatFiles.recognisedState, 'waiting'));
      const rows = await db.select({ id: chatFiles.id }).from(chatFiles).where(unread);
      for (const { id } of rows)
        await this.wait(
          async () => {
            const [row] = await db.select().from(chatFiles).where(eq(chatFiles.id, id));
            if (!row) throw new AppError('notFound');
            return row;
          },
          { longestMs: patienceMs, signal },
        );
      return rows.length > 0;
    },
    async close() {
      closing.abort(new Error('closing'));
      await Promise.all(underWay.values());
    },
  };
}

/** What the student made of it counts from then on, also over a reading that is still under way. */
export async function correctText(
  tx: Tx,
  { userId, id, text }: { userId: number; id: number; text: string },
) {
  const own = and(eq(chatFiles.id, id), eq(chatFiles.userId, userId));
  const [found] = await tx.select().from(chatFiles).where(own).for('update');
  if (!found) throw new AppError('notFound');
  if (found.messageId !== null) throw new AppError('conflict');
  const [row] = await tx
    .update(chatFiles)
    .set({ recognisedText: text, recognisedState: 'done', readingUntil: null })
    .where(own)
    .returning();
  if (!row) throw new Error('a file that is held is gone');
  return row;
}

/** Holds it against other readers for a while. Tried too often, it counts as unreadable. */
async function take({ transaction }: Database, id: number): Promise<FileRow | undefined> {
  const [row] = await transaction((tx) =>
    tx
      .update(chatFiles)
      .set({
        recognisedState: sql`case when ${chatFiles.readingTries} < ${mostTries} then 'waiting' else 'failed' end`,
        readingTries: sql`${chatFiles.readingTries} + 1`,
        readingUntil: sql`now() + make_interval(secs => ${leaseSeconds})`,
      })
      .where(
        and(
          eq(chatFiles.id, id),
          eq(chatFiles.recognisedState, 'waiting'),
          sql`coalesce(${chatFiles.readingUntil} < now(), true)`,
        ),
      )
      .returning(),
  );
  return row?.recognisedState === 'waiting' ? row : undefined;
}

const stillWaits = (id: number) => and(eq(chatFiles.id, id), eq(chatFiles.recognisedState, 'waiting'));

const end = ({ transaction }: Database, id: number, state: 'done' | 'failed', text: string | null) =>
  transaction((tx) =>
    tx
      .update(chatFiles)
      .set({ recognisedState: state, recognisedText: text, readingUntil: null })
      .where(and(stillWaits(id), isNull(chatFiles.recognisedText))),
  );

const letGo = ({ transaction }: Database, id: number) =>
  transaction((tx) => tx.update(chatFiles).set({ readingUntil: null }).where(stillWaits(id)));

class Unreadable extends Error {
  override name = 'Unreadable';
}

const isItsFault = (error: unknown) =>
  error instanceof Unreadable || (error instanceof WorkError && error.reason !== undefined);

type Work = { files: Files; tools: ReadingTools; signal: AbortSignal };

const textOf = ({ fileKey, mediaType }: FileRow, { files, tools, signal }: Work) =>
  tools.scratch.use(async (folder) => {
    const path = join(folder, 'file');
    if (!(await fetchTo(files, fileKey, path))) throw new Unreadable('the file is gone');
    const pages = mediaType === 'application/pdf' ? await drawPages(path, folder, { tools, signal }) : [path];
    const texts: string[] = [];
    for (const page of pages)
      texts.push((await tools.workshop.do('readText', { path: page }, { signal })).text);
    return texts.join('\n').replaceAll('\0', '').slice(0, chatLimits.text).toWellFormed().trim();
  });

async function drawPages(path: string, folder: string, { tools, signal }: Omit<Work, 'files'>) {
  const probed = await tools.intake.probe(path, { signal });
  if ('refused' in probed) throw new Unreadable(probed.refused);
  const drawn: string[] = [];
  for (const index of probed.pages.slice(0, chatLimits.pagesRead).keys()) {
    const to = join(folder, `page-${index}`);
    const page = await tools.intake.drawPage(path, index, to, { signal });
    if ('refused' in page) throw new Unreadable(page.refused);
    drawn.push(to);
  }
  return drawn;
}
