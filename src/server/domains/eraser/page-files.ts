import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db, Tx } from '#server/ground/db/db.ts';
import type { Files } from '#server/ground/files/files.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { addJob, defineJob } from '#server/ground/jobs/jobs.ts';

/** File names by kind of bundle. A bundle is a set of stored files under one key prefix. */
const bundleNames = {
  /** The uploaded picture with its previews; a PDF has none. */
  picture: ['file', 'screen.webp', 'thumb.webp'],
  pdf: ['file'],
  run: [
    ...['image.png', 'delta.png', 'mask.png', 'screen.webp', 'thumb.webp', 'straight.webp'],
    ...['levels.png', 'thorough.png', 'strict.webp', 'standard.webp', 'thorough.webp'],
  ],
  /** Also of a version at another strength: `edits.png` says which pixels were changed by hand. */
  brush: ['image.png', 'delta.png', 'screen.webp', 'thumb.webp', 'straight.webp', 'edits.png'],
  copy: ['image.png', 'screen.webp', 'thumb.webp'],
  export: ['file'],
} as const;
export type BundleKind = keyof typeof bundleNames;

export const bundleKind = (mediaType: string): BundleKind =>
  mediaType === 'application/pdf' ? 'pdf' : 'picture';
export const fileKey = (bundle: string, name: string) => `${bundle}/${name}`;
export const keysOf = (bundle: string, kind: BundleKind) =>
  bundleNames[kind].map((name) => fileKey(bundle, name));

/** Created on first request; so are previews of the strengths of a version that was changed by hand. */
const createdOnRequest = ['straight.png', 'white.png', 'white.webp'];
const everyName = [...new Set([...Object.values(bundleNames).flat(), ...createdOnRequest])];
const bundlePattern = /^eraser\/[a-z0-9-]+$/;
export const newBundle = (lease: string, what = '') => `eraser/${lease}${what && `-${what}`}`;

/** Longer than any job runs: by then the row that uses the files exists or never will. */
const unusedAfterMs = 3 * 60 * 60 * 1000;
const removalJob = {
  name: 'remove_unused_eraser_files',
  payload: z.object({ bundles: z.array(z.string().regex(bundlePattern)).max(500) }),
};

/**
 * Deletes the files of bundles that no row refers to: left behind by a killed process, or deleted by their
 * owner.
 */
export const removeUnusedBundles = (files: Files) =>
  defineJob({
    ...removalJob,
    async run({ bundles }, { database, signal }) {
      for (const bundle of bundles) {
        signal.throwIfAborted();
        if (await isUsed(database.db, bundle)) continue;
        for (const name of everyName) await files.delete(fileKey(bundle, name));
      }
    },
  });

/**
 * Schedules a cleanup before the files are written, so that a process killed at any point leaves no orphaned
 * files.
 */
export async function scheduleCleanup(tx: Tx, bundles: string[]) {
  await addJob(tx, removalJob, { bundles }, { runAt: new Date(Date.now() + unusedAfterMs) });
}

/** Schedules the deletion of bundles whose rows this transaction removes; it runs after the commit. */
export async function scheduleRemoval(tx: Tx, bundles: string[]) {
  for (let start = 0; start < bundles.length; start += 500)
    await addJob(tx, removalJob, { bundles: bundles.slice(start, start + 500) });
}

async function isUsed(db: Db, bundle: string) {
  const { rows } = await db.execute<{ used: boolean }>(sql`
    select exists (select from eraser_files where bundle = ${bundle})
      or exists (select from eraser_versions where bundle = ${bundle})
      or exists (select from eraser_pages where original_bundle = ${bundle})
      or exists (select from eraser_exports where bundle = ${bundle}) as used`);
  return rows[0]?.used === true;
}

/** Stores the files of a folder as a bundle. */
export async function storeBundle(files: Files, folder: string, bundle: string, kind: BundleKind) {
  for (const name of bundleNames[kind])
    await files.put(fileKey(bundle, name), createReadStream(join(folder, name)));
}

/** Adds a file that was made on request to a stored bundle. */
export async function storeOnRequest(db: Db, files: Files, bundle: string, name: string, path: string) {
  const key = fileKey(bundle, name);
  await files.put(key, createReadStream(path));
  if (await isUsed(db, bundle)) return key;
  // The owner may have deleted their account meanwhile, with all files.
  await files.delete(key);
  throw new AppError('notFound');
}

/** Copies a stored file to a local path; false when it does not exist. */
export async function downloadTo(files: Files, key: string, path: string) {
  const content = await files.get(key);
  if (!content) return false;
  await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  return true;
}
