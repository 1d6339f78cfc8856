import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, fieldProblem, type Translations } from '#server/ground/http/errors.ts';
import { eraserLimits } from '#shared/eraser/limits.ts';
import type { Locale } from '#shared/locale.ts';
import { downloadTo, fileKey, newBundle, scheduleCleanup, storeBundle } from './page-files.ts';
import { lockOwnPage, versionOf } from './pages.ts';
import { addVersion, announcePage } from './runs.ts';
import type { EraserParts } from './tools.ts';
import { ownPage } from './views.ts';
import { WorkError } from './workshop/tasks.ts';

type Parts = Pick<EraserParts, 'database' | 'files' | 'scratch' | 'workshop'>;
type Strokes = { from: number; mask: Uint8Array };

const problems: Record<string, Translations> = {
  wrong_size: {
    'zh-Hant': '筆劃與這一頁的大小不符，請重新整理後再試',
    en: 'The strokes do not fit the size of this page; please refresh and try again',
  },
  unreadable: {
    'zh-Hant': '未能讀取筆劃，請再試一次',
    en: 'The strokes could not be read; please try again',
  },
};

/** Saves brush strokes as a new version; the version they were painted on is unchanged. */
export function openBrush({ database, files, scratch, workshop }: Parts) {
  const { db, transaction } = database;

  return async (userId: number, id: number, { from, mask }: Strokes, locale: Locale) => {
    const page = await ownPage(db, userId, id);
    if (page.versions >= eraserLimits.versionsOfPage)
      throw new AppError('reachedLimit', { details: { limit: eraserLimits.versionsOfPage } });
    const painted = await versionOf(db, id, from);
    const bundle = newBundle(randomUUID());
    await transaction((tx) => scheduleCleanup(tx, [bundle]));
    const size = await scratch.use(async (folder) => {
      const paths = {
        image: join(folder, 'image'),
        delta: join(folder, 'delta'),
        edits: join(folder, 'edits'),
        mask: join(folder, 'mask'),
      };
      await writeFile(paths.mask, mask, { mode: 0o600 });
      if (!(await downloadTo(files, fileKey(painted.bundle, 'image.png'), paths.image)))
        throw new AppError('notFound');
      const delta =
        painted.kind !== 'copy' &&
        (await downloadTo(files, fileKey(painted.bundle, 'delta.png'), paths.delta));
      // Absent before the first stroke, and in versions from before there were strengths.
      const edits = await downloadTo(files, fileKey(painted.bundle, 'edits.png'), paths.edits);
      const made = join(folder, 'made');
      await mkdir(made);
      const input = {
        image: paths.image,
        delta: delta ? paths.delta : null,
        edits: edits ? paths.edits : null,
        mask: paths.mask,
        folder: made,
      };
      const size = await workshop.do('brush', input).catch((error) => {
        const message = error instanceof WorkError ? problems[error.reason ?? ''] : undefined;
        throw message ? fieldProblem(locale, { mask: message }) : error;
      });
      await storeBundle(files, made, bundle, 'brush');
      return size;
    });
    await transaction(async (tx) => {
      const locked = await lockOwnPage(tx, userId, id);
      if (locked.versions >= eraserLimits.versionsOfPage)
        throw new AppError('reachedLimit', { details: { limit: eraserLimits.versionsOfPage } });
      const { options, rotation, corners, strength } = painted;
      await addVersion(tx, locked, {
        kind: 'brush',
        ...size,
        options,
        rotation,
        corners,
        bundle,
        madeFrom: from,
        strength,
        changed: null,
      });
      await announcePage(tx, userId, locked);
    });
  };
}
