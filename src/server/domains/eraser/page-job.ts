import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { Database } from '#server/ground/db/db.ts';
import { defineJob } from '#server/ground/jobs/jobs.ts';
import type { PageFailure } from '#shared/eraser/eraser.ts';
import type { IntakeRefusal } from './intake/refusals.ts';
import { downloadTo, fileKey, storeBundle } from './page-files.ts';
import { originalBundleOf } from './pictures.ts';
import {
  type Attempt,
  beginAttempt,
  failAttempt,
  finishAttempt,
  isCurrentAttempt,
  type PageResult,
  pageJob,
} from './runs.ts';
import { eraserFiles, eraserVersions } from './tables.ts';
import type { EraserParts } from './tools.ts';
import { WorkError } from './workshop/tasks.ts';

export type JobParts = Pick<EraserParts, 'files' | 'quota' | 'scratch' | 'intake' | 'workshop'>;

/** Attempts after internal errors; then the page fails and its owner can retry. */
const maxAttempts = 4;
const checkIntervalMs = 1_000;

/** A permanent failure that a retry cannot fix. */
class PageProblem extends Error {
  readonly failure: PageFailure;
  constructor(failure: PageFailure, cause?: unknown) {
    super(`page failed: ${failure}`, { cause });
    this.failure = failure;
  }
}

/**
 * Processes one page. Only the attempt that began last can write its result: a killed, disconnected or
 * superseded attempt leaves only files, which the cleanup scheduled by `beginAttempt` removes.
 */
export const erasePageJob = (parts: JobParts) =>
  defineJob({
    ...pageJob,
    async run(payload, { database, log, signal, attempt: attemptNumber }) {
      const { transaction } = database;
      const attempt = await transaction((tx) => beginAttempt(tx, payload, randomUUID()));
      if (!attempt) return;
      const watch = watchAttempt(database, attempt, signal);
      try {
        const made = await parts.scratch.use((folder) =>
          makePage(parts, database, attempt, folder, watch.signal),
        );
        await transaction((tx) => finishAttempt(tx, parts.quota, attempt, made));
      } catch (error) {
        if (watch.superseded()) return;
        const failure = failureOf(error) ?? (attemptNumber >= maxAttempts ? 'internal' : undefined);
        if (failure === undefined || signal.aborted) throw error;
        log.warn({ err: error, failure }, 'a page could not be erased');
        await transaction((tx) => failAttempt(tx, parts.quota, attempt, failure));
      } finally {
        watch.stop();
      }
    },
  });

/** Checks regularly that the attempt is still current, so that a cancelled page stops early. */
function watchAttempt({ transaction }: Database, attempt: Attempt, stopping: AbortSignal) {
  const ended = new AbortController();
  let superseded = false;
  const timer = setInterval(async () => {
    // A failed check proves nothing; the next one decides.
    const counts = await transaction((tx) => isCurrentAttempt(tx, attempt)).catch(() => true);
    if (counts) return;
    superseded = true;
    ended.abort();
  }, checkIntervalMs);
  return {
    signal: AbortSignal.any([stopping, ended.signal]),
    superseded: () => superseded,
    stop: () => clearInterval(timer),
  };
}

async function makePage(
  parts: JobParts,
  database: Database,
  attempt: Attempt,
  folder: string,
  signal: AbortSignal,
): Promise<PageResult> {
  const { page, bundle } = attempt;
  const { files, workshop } = parts;
  const made = join(folder, 'made');
  await mkdir(made);
  if (page.copiedVersion !== null && page.versions === 0) return copyPage(parts, database, attempt, made);
  const { original, drawnType } = await originalOf(parts, database, attempt, folder, signal);
  const { options, corners, part, rotation } = page;
  const run = await workshop.do(
    'erase',
    { from: original, folder: made, options, corners, part, rotation },
    { signal },
  );
  await storeBundle(files, made, bundle, 'run');
  return { kind: 'run', ...run, drawnType };
}

/** The page as uploaded or copied. A PDF page is drawn on its first run and then stored. */
async function originalOf(
  { files, intake, workshop }: JobParts,
  { db }: Database,
  { page, originalBundle }: Attempt,
  folder: string,
  signal: AbortSignal,
) {
  const original = join(folder, 'original');
  const known = await originalBundleOf(db, page);
  if (known) {
    if (!(await downloadTo(files, fileKey(known.bundle, known.name), original)))
      throw new PageProblem('lost_file');
    return { original, drawnType: null };
  }
  const [file] = await db
    .select()
    .from(eraserFiles)
    .where(eq(eraserFiles.id, page.fileId as number));
  const stored = join(folder, 'stored');
  if (!file || !(await downloadTo(files, fileKey(file.bundle, 'file'), stored)))
    throw new PageProblem('lost_file');
  const drawn = join(folder, 'drawn');
  await mkdir(drawn);
  const path = join(drawn, 'file');
  const answer = await intake.drawPage(stored, (page.filePage as number) - 1, path, { signal });
  if ('refused' in answer) throw new PageProblem(failureOfRefusal(answer.refused), answer.cause);
  await workshop.do('small', { from: path, folder: drawn }, { signal });
  await storeBundle(files, drawn, originalBundle, 'picture');
  return { original: path, drawnType: answer.mediaType };
}

/** Copies a shared page into files of its own, which stay when the first owner deletes theirs. */
async function copyPage(
  { files }: JobParts,
  { db }: Database,
  { page, bundle }: Attempt,
  folder: string,
): Promise<PageResult> {
  const [source] = await db
    .select()
    .from(eraserVersions)
    .where(eq(eraserVersions.id, page.copiedVersion as number));
  if (!source) throw new PageProblem('lost_file');
  for (const name of ['image.png', 'screen.webp', 'thumb.webp'])
    if (!(await downloadTo(files, fileKey(source.bundle, name), join(folder, name))))
      throw new PageProblem('lost_file');
  await storeBundle(files, folder, bundle, 'copy');
  const { width, height } = source;
  const corners: PageResult['corners'] = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ];
  const noStrength = { strength: null, changed: null };
  return { kind: 'copy', width, height, rotation: 0, corners, ...noStrength, drawnType: null };
}

function failureOf(error: unknown): PageFailure | undefined {
  if (error instanceof PageProblem) return error.failure;
  if (!(error instanceof WorkError) || error.reason === undefined) return undefined;
  return error.reason === 'wrong_size' ? 'unreadable' : error.reason;
}

function failureOfRefusal(refusal: IntakeRefusal): PageFailure {
  if (refusal === 'slow') return 'too_slow';
  if (refusal === 'hugePicture' || refusal === 'heavy' || refusal === 'largeFile') return 'too_large';
  return 'unreadable';
}
