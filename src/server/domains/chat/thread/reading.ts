import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { downloadTo } from '#server/domains/eraser/page-files.ts';
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

/**
 * A reading that takes longer is aborted; below the lease, so that no other process has started meanwhile.
 */
const timeoutMs = 45_000;
const leaseSeconds = 60;
/** A try may fail because the process died or the machine was too busy. */
const mostTries = 3;
/**
 * An API call may take twenty seconds; an answer has no connection to hold and waits as long as reading may
 * take.
 */
const longestCallMs = 12_000;
const lookEveryMs = 250;

export type Reading = ReturnType<typeof openReading>;

/**
 * Recognises the text of files, each once across all processes; the work is done in the workshop's process.
 */
export function openReading({ database, files, tools, log }: Options) {
  const { db } = database;
  const running = new Map<number, Promise<void>>();
  const closing = new AbortController();

  async function read(id: number) {
    const row = await takeLease(database, id);
    if (!row) return;
    try {
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)]);
      await end(database, id, 'done', await textOf(row, { files, tools, signal }));
    } catch (error) {
      log.warn({ err: plainError(error) }, 'a file of the chat could not be read');
      if (isUnreadable(error)) await end(database, id, 'failed', null);
      else await releaseLease(database, id);
    }
  }

  /**
   * Starts unless the file is being read already; failures are recorded in the row, or end with its lease.
   */
  function begin(id: number) {
    if (running.has(id) || closing.signal.aborted) return;
    const work = read(id)
      .catch((error) => log.warn({ err: plainError(error) }, 'what was read could not be kept'))
      .finally(() => running.delete(id));
    running.set(id, work);
  }

  return {
    begin,
    /** The row once it is read, or as it is when the wait ends. */
    async wait(
      ownRow: () => Promise<FileRow>,
      { longestMs = longestCallMs, signal }: { longestMs?: number; signal?: AbortSignal } = {},
    ): Promise<FileRow> {
      const until = Date.now() + longestMs;
      for (;;) {
        const row = await ownRow();
        if (row.recognisedState !== 'waiting' || Date.now() >= until) return row;
        begin(row.id);
        await Promise.race([running.get(row.id), sleep(lookEveryMs, undefined, { signal })]);
      }
    },
    /** Waits for those files of a message that are not read yet, for an answer that needs them. */
    async waitForMessage(messageId: number, signal: AbortSignal, longestMs = timeoutMs) {
      const unread = and(eq(chatFiles.messageId, messageId), eq(chatFiles.recognisedState, 'waiting'));
      const rows = await db.select({ id: chatFiles.id }).from(chatFiles).where(unread);
      for (const { id } of rows)
        await this.wait(
          async () => {
            const [row] = await db.select().from(chatFiles).where(eq(chatFiles.id, id));
            if (!row) throw new AppError('notFound');
            return row;
          },
          { longestMs, signal },
        );
    },
    async close() {
      closing.abort(new Error('closing'));
      await Promise.all(running.values());
    },
  };
}

/** The student's correction counts from then on, also over a reading that is still running. */
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

/** Leases the file against other readers. After too many tries it counts as unreadable. */
async function takeLease({ transaction }: Database, id: number): Promise<FileRow | undefined> {
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

const releaseLease = ({ transaction }: Database, id: number) =>
  transaction((tx) => tx.update(chatFiles).set({ readingUntil: null }).where(stillWaits(id)));

class Unreadable extends Error {
  override name = 'Unreadable';
}

const isUnreadable = (error: unknown) =>
  error instanceof Unreadable || (error instanceof WorkError && error.reason !== undefined);

type Work = { files: Files; tools: ReadingTools; signal: AbortSignal };

const textOf = ({ fileKey, mediaType }: FileRow, { files, tools, signal }: Work) =>
  tools.scratch.use(async (folder) => {
    const path = join(folder, 'file');
    if (!(await downloadTo(files, fileKey, path))) throw new Unreadable('the file is gone');
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
