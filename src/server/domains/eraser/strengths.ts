import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { asc, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { eraserLimits, type Strength } from '#shared/eraser/limits.ts';
import {
  downloadTo,
  fileKey,
  newBundle,
  scheduleCleanup,
  storeBundle,
  storeOnRequest,
} from './page-files.ts';
import { lockOwnPage } from './pages.ts';
import { addVersion, announcePage } from './runs.ts';
import { rememberStrength } from './settings.ts';
import { eraserPages, eraserVersions, type PageRow, type VersionRow } from './tables.ts';
import type { EraserParts } from './tools.ts';
import { ownPage } from './views.ts';

type Parts = Pick<EraserParts, 'files' | 'scratch' | 'workshop'>;

const versionsOf = (db: Db | Tx, pageId: number) =>
  db
    .select()
    .from(eraserVersions)
    .where(eq(eraserVersions.pageId, pageId))
    .orderBy(asc(eraserVersions.number));

/** A version, the one whose strengths it shows, and the run that both come from. */
function linesOf(versions: readonly VersionRow[], number: number) {
  const find = (wanted: number | null) => versions.find((version) => version.number === wanted);
  const version = find(number);
  let root = version;
  while (root?.kind === 'strength') root = find(root.madeFrom);
  let run = root;
  while (run && run.madeFrom !== null) run = find(run.madeFrom);
  if (!version || !root || !run) throw new AppError('notFound');
  return { version, root, run };
}

/** Where a version is shown at a strength: the version itself, or another made from the same one. */
const sameAt = (versions: readonly VersionRow[], root: VersionRow, strength: Strength) =>
  versions.find(
    (one) =>
      one.strength === strength &&
      (one.number === root.number || (one.kind === 'strength' && one.madeFrom === root.number)),
  );

/** Makes the root's files at another strength in a folder. */
async function makeAt(
  { files, workshop }: Parts,
  { root, run }: { root: VersionRow; run: VersionRow },
  strength: Strength,
  folder: string,
) {
  const fetched = async (bundle: string, name: string) => {
    const path = join(folder, name);
    return (await downloadTo(files, fileKey(bundle, name), path)) ? path : undefined;
  };
  const [image, delta] = [await fetched(root.bundle, 'image.png'), await fetched(root.bundle, 'delta.png')];
  const [levels, thorough] = [
    await fetched(run.bundle, 'levels.png'),
    await fetched(run.bundle, 'thorough.png'),
  ];
  if (!image || !delta || !levels || !thorough) throw new AppError('notFound');
  const edits = (root.kind === 'brush' && (await fetched(root.bundle, 'edits.png'))) || null;
  const made = join(folder, 'made');
  await mkdir(made);
  const white = run.options.whiten;
  const input = { image, delta, levels, thorough, edits, strength, white, folder: made };
  return { made, size: await workshop.do('strength', input) };
}

/** Storage key of the preview of a version at a strength; made on first request where the run did not. */
export async function strengthPreview(
  db: Db,
  parts: Parts,
  page: PageRow,
  number: number,
  strength: Strength,
) {
  const { version, root, run } = linesOf(await versionsOf(db, page.id), number);
  if (version.strength === strength) return fileKey(version.bundle, 'screen.webp');
  if (root.strength === null) throw new AppError('notFound');
  if (root.strength === strength) return fileKey(root.bundle, 'screen.webp');
  const name = `${strength}.webp`;
  const key = fileKey(root.bundle, name);
  if ((await parts.files.size(key)) !== undefined) return key;
  return parts.scratch.use(async (folder) => {
    const { made } = await makeAt(parts, { root, run }, strength, folder);
    return storeOnRequest(db, parts.files, root.bundle, name, join(made, 'screen.webp'));
  });
}

/** Shows a page at another strength, as a new version or as one that there is already. */
export function openStrengths({ database, ...parts }: Parts & Pick<EraserParts, 'database'>) {
  const { db, transaction } = database;

  return async (userId: number, id: number, strength: Strength): Promise<void> => {
    const page = await ownPage(db, userId, id);
    const versions = await versionsOf(db, id);
    const { version, root, run } = linesOf(versions, page.version);
    if (version.strength === null) throw new AppError('notFound');
    if (sameAt(versions, root, strength)) {
      await transaction((tx) => goTo(tx, userId, id, root, strength));
      return;
    }
    if (page.versions >= eraserLimits.versionsOfPage) throw limitReached();
    const bundle = newBundle(randomUUID());
    await transaction((tx) => scheduleCleanup(tx, [bundle]));
    const size = await parts.scratch.use(async (folder) => {
      const { made, size } = await makeAt(parts, { root, run }, strength, folder);
      await storeBundle(parts.files, made, bundle, 'brush');
      return size;
    });
    await transaction(async (tx) => {
      const { locked, isThere } = await goTo(tx, userId, id, root, strength);
      if (isThere) return;
      if (locked.versions >= eraserLimits.versionsOfPage) throw limitReached();
      const { rotation, corners, number } = root;
      await addVersion(tx, locked, {
        kind: 'strength',
        ...size,
        rotation,
        corners,
        bundle,
        strength,
        options: { ...root.options, strength },
        madeFrom: number,
        changed: root.changed,
      });
      await announcePage(tx, userId, locked);
    });
  };
}

const limitReached = () => new AppError('reachedLimit', { details: { limit: eraserLimits.versionsOfPage } });

/** Locks the page and goes to the version that shows the strength, if there is one. The choice is remembered. */
async function goTo(tx: Tx, userId: number, id: number, root: VersionRow, strength: Strength) {
  const locked = await lockOwnPage(tx, userId, id);
  const versions = await versionsOf(tx, id);
  // Another window has moved the page on meanwhile.
  if (linesOf(versions, locked.version).root.number !== root.number) throw new AppError('conflict');
  await rememberStrength(tx, userId, strength);
  const there = sameAt(versions, root, strength);
  if (there && there.number !== locked.version) {
    await tx
      .update(eraserPages)
      .set({ version: there.number, acceptedAt: null, updatedAt: sql`now()` })
      .where(eq(eraserPages.id, id));
    await announcePage(tx, userId, locked);
  }
  return { locked, isThere: there !== undefined };
}
