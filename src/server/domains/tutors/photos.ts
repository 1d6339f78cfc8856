import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { inGoodStanding } from '#server/domains/accounts/bans.ts';
import { lockAccount } from '#server/domains/accounts/lock-account.ts';
import { recordAction } from '#server/domains/operator/audit.ts';
import type { Database, Db, Tx } from '#server/ground/db/db.ts';
import type { Files } from '#server/ground/files/files.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { FileAnswer } from '#server/ground/http/file-answer.ts';
import { cleanFile } from '#server/ground/incoming/clean-file.ts';
import { addJob, defineJob } from '#server/ground/jobs/jobs.ts';
import type { Locale } from '#shared/locale.ts';
import { photoWidths } from '#shared/tutors.ts';
import { tutorPhotos } from './tables.ts';

/** Longer than any request takes: by then the row of the photo exists or never will. */
const unusedAfterMs = 60 * 60 * 1000;
/** In the browser of whoever saw it, and nowhere between: a photo that is removed is soon gone everywhere. */
const keptFor = 'private, max-age=3600';

/** Tells the tutor; messages are wired in, because they show portraits themselves. */
export type TellRemoved = (tx: Tx, userId: number) => Promise<void>;
type NewPhoto = { userId: number; file: Uint8Array; locale: Locale };

export function openPhotos({ db, transaction }: Database, files: Files, tellRemoved: TellRemoved) {
  const removal = removeUnusedPhoto(files);
  const removeFiles = (tx: Tx, photo: string) => addJob(tx, removal, { photo }, { key: photo });

  async function remove(tx: Tx, userId: number) {
    const [row] = await tx.delete(tutorPhotos).where(eq(tutorPhotos.userId, userId)).returning();
    if (!row) throw new AppError('notFound');
    await removeFiles(tx, row.photo);
  }

  return {
    /** In the order of evidence: a clean-up first, then the files, then the row. */
    async add({ userId, file, locale }: NewPhoto) {
      const { bytes, mediaType } = await cleanFile(file, locale);
      if (mediaType !== 'image/webp')
        throw new AppError('wrongType', { fields: { file: picturesOnly[locale] } });
      const squares = await squaresOf(bytes);
      const photo = randomUUID();
      const runAt = new Date(Date.now() + unusedAfterMs);
      await transaction((tx) => addJob(tx, removal, { photo }, { key: photo, runAt }));
      for (const { name, content } of squares) await files.put(keyOf(photo, name), content);
      return transaction(async (tx) => {
        await lockAccount(tx, userId);
        const before = await photoOf(tx, userId);
        await tx
          .insert(tutorPhotos)
          .values({ userId, photo })
          .onConflictDoUpdate({ target: tutorPhotos.userId, set: { photo, createdAt: sql`now()` } });
        if (before) await removeFiles(tx, before);
        return { photo };
      });
    },

    own: async (userId: number) => ({ photo: await photoOf(db, userId) }),

    remove: (userId: number) => transaction((tx) => remove(tx, userId)),

    forOperator: (operatorId: number, userId: number) =>
      transaction(async (tx) => {
        await recordAction(tx, { operatorId, action: 'tutor_photos.read', aboutUser: userId });
        return { photo: await photoOf(tx, userId) };
      }),

    removeByOperator: (operatorId: number, userId: number) =>
      transaction(async (tx) => {
        await remove(tx, userId);
        await recordAction(tx, { operatorId, action: 'tutor_photos.removed', aboutUser: userId });
        await tellRemoved(tx, userId);
      }),

    /** Of somebody suspended or banned, only the owner gets it. */
    async file(name: string, viewer: number | undefined): Promise<FileAnswer> {
      const photo = name.slice(0, 36);
      const [found] = await db
        .select({ id: tutorPhotos.userId })
        .from(tutorPhotos)
        .where(
          and(
            eq(tutorPhotos.photo, photo),
            sql`(${tutorPhotos.userId} = ${viewer ?? 0} or ${inGoodStanding(sql`${tutorPhotos.userId}`)})`,
          ),
        );
      const content = found && (await files.get(`tutor-photos/${name}`));
      if (!content) throw new AppError('notFound');
      const mediaType = name.endsWith('avif') ? 'image/avif' : 'image/webp';
      return { content, mediaType, fileName: `tutor-${name.slice(37)}`, cacheControl: keptFor };
    },
  };
}

async function photoOf(db: Db | Tx, userId: number) {
  const [row] = await db.select().from(tutorPhotos).where(eq(tutorPhotos.userId, userId));
  return row?.photo ?? null;
}

const keyOf = (photo: string, name: string) => `tutor-photos/${photo}-${name}`;
const fileNames = photoWidths.flatMap((width) => [`${width}.avif`, `${width}.webp`]);

/** The stored files of a photo. */
export const photoKeys = (photo: string) => fileNames.map((name) => keyOf(photo, name));

/** What is left of a picture once it is cut to a square, in each size and type. */
async function squaresOf(bytes: Uint8Array) {
  // Loaded on first use: sharp is large, and most processes start long before the first upload.
  const { default: sharp } = await import('sharp');
  return Promise.all(
    photoWidths.flatMap((width) => {
      const square = sharp(bytes).resize(width, width, { fit: 'cover' });
      return [
        { name: `${width}.avif`, made: square.clone().avif({ quality: 60, effort: 3 }) },
        { name: `${width}.webp`, made: square.clone().webp({ quality: 82 }) },
      ].map(async ({ name, made }) => ({ name, content: await made.toBuffer() }));
    }),
  );
}

const picturesOnly = {
  'zh-Hant': '請選擇 JPEG、PNG 或 WebP 圖片',
  en: 'Please choose a JPEG, PNG or WebP picture',
};

/** Deletes a photo that no row refers to: left behind by a killed process, replaced, or removed. */
export const removeUnusedPhoto = (files: Files) =>
  defineJob({
    name: 'remove_unused_tutor_photo',
    payload: z.object({ photo: z.uuid() }),
    async run({ photo }, { database }) {
      const [used] = await database.db.select().from(tutorPhotos).where(eq(tutorPhotos.photo, photo));
      if (!used) for (const key of photoKeys(photo)) await files.delete(key);
    },
  });
