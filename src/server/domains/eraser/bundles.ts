import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db, Tx } from '#server/ground/db/db.ts';
import type { Files } from '#server/ground/files/files.ts';
import { addJob, defineJob } from '#server/ground/jobs/jobs.ts';

/** What a kind of bundle holds, by name. */
const bundleNames = {
  /** A picture or a PDF as it was uploaded, and how it looks where it is a picture. */
  picture: ['file', 'screen.webp', 'thumb.webp'],
  pdf: ['file'],
  run: ['image.png', 'delta.png', 'mask.png', 'screen.webp', 'thumb.webp', 'straight.webp'],
  brush: ['image.png', 'delta.png', 'screen.webp', 'thumb.webp', 'straight.webp'],
  copy: ['image.png', 'screen.webp', 'thumb.webp'],
  export: ['file'],
} as const;
export type BundleKind = keyof typeof bundleNames;

export const bundleKind = (mediaType: string): BundleKind =>
  mediaType === 'application/pdf' ? 'pdf' : 'picture';
export const keyIn = (bundle: string, name: string) => `${bundle}/${name}`;
export const keysOf = (bundle: string, kind: BundleKind) =>
  bundleNames[kind].map((name) => keyIn(bundle, name));

/** Made only when somebody asks for it. */
const madeLater = ['straight.png'];
const everyName = [...new Set([...Object.values(bundleNames).flat(), ...madeLater])];
const bundlePattern = /^eraser\/[a-z0-9-]+$/;
export const newBundle = (lease: string, what = '') => `eraser/${lease}${what && `-${what}`}`;

/** Longer than any piece of work: by then its row is there, or never will be. */
const unusedAfterMs = 3 * 60 * 60 * 1000;
const named = {
  name: 'remove_unused_eraser_files',
  payload: z.object({ bundles: z.array(z.string().regex(bundlePattern)).max(500) }),
};

/** Deletes bundles that no row has: what a died process left behind, or what its owner let go. */
export const removeUnusedBundles = (files: Files) =>
  defineJob({
    ...named,
    async run({ bundles }, { database, signal }) {
      for (const bundle of bundles) {
        signal.throwIfAborted();
        if (await isUsed(database.db, bundle)) continue;
        for (const name of everyName) await files.delete(keyIn(bundle, name));
      }
    },
  });

/** Said before the files are written, so that wherever the process dies nothing stays that no row knows. */
export async function promiseRemoval(tx: Tx, bundles: string[]) {
  await addJob(tx, named, { bundles }, { runAt: new Date(Date.now() + unusedAfterMs) });
}

/** After the commit, when no row has them any more. */
export async function removeLater(tx: Tx, bundles: string[]) {
  for (let start = 0; start < bundles.length; start += 500)
    await addJob(tx, named, { bundles: bundles.slice(start, start + 500) });
}

async function isUsed(db: Db, bundle: string) {
  const { rows } = await db.execute<{ used: boolean }>(sql`
    select exists (select from eraser_files where bundle = ${bundle})
      or exists (select from eraser_versions where bundle = ${bundle})
      or exists (select from eraser_pages where original_bundle = ${bundle})
      or exists (select from eraser_exports where bundle = ${bundle}) as used`);
  return rows[0]?.used === true;
}

/** Stores what was made in a folder as a bundle. */
export async function storeBundle(files: Files, folder: string, bundle: string, kind: BundleKind) {
  for (const name of bundleNames[kind])
    await files.put(keyIn(bundle, name), createReadStream(join(folder, name)));
}

/** A stored file as a plain one, for programs that want a path; false when it is not there. */
export async function fetchTo(files: Files, key: string, path: string) {
  const content = await files.get(key);
  if (!content) return false;
  await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  return true;
}
