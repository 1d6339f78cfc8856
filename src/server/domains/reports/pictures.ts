import { randomUUID } from 'node:crypto';
import { and, eq, not, sql } from 'drizzle-orm';
import { z } from 'zod';
import { recordAction } from '#server/domains/operator/audit.ts';
import type { Database, Db, Tx } from '#server/ground/db/db.ts';
import type { Files } from '#server/ground/files/files.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { FileAnswer } from '#server/ground/http/file-answer.ts';
import { cleanFile } from '#server/ground/incoming/clean-file.ts';
import { addJob, defineJob } from '#server/ground/jobs/jobs.ts';
import type { Locale } from '#shared/locale.ts';
import { reportRules } from '#shared/safety/reports.ts';
import { isPartyAt } from './parties.ts';
import { reportPictures, reports } from './tables.ts';

/** Longer than any request takes: by then the row of the file exists or never will. */
const unusedAfterMs = 60 * 60 * 1000;

type NewPicture = { userId: number; reportId: number; file: Uint8Array; locale: Locale };

export function openReportPictures({ db, transaction }: Database, files: Files) {
  const removal = removeUnusedReportPicture(files);

  return {
    /** In the order of evidence: a clean-up first, then the file, then its row. */
    async add({ userId, reportId, file, locale }: NewPicture) {
      await checkRoom(db, userId, reportId);
      const { bytes, mediaType } = await cleanFile(file, locale);
      if (mediaType !== 'image/webp')
        throw new AppError('wrongType', { fields: { file: picturesOnly[locale] } });
      const fileKey = `reports/${randomUUID()}`;
      const runAt = new Date(Date.now() + unusedAfterMs);
      await transaction((tx) => addJob(tx, removal, { key: fileKey }, { key: fileKey, runAt }));
      await files.put(fileKey, bytes);
      return transaction(async (tx) => {
        await tx.select().from(reports).where(eq(reports.id, reportId)).for('no key update');
        const before = await checkRoom(tx, userId, reportId);
        await tx.insert(reportPictures).values({ reportId, fileKey, byteSize: bytes.byteLength });
        return { pictures: before + 1 };
      });
    },

    async fileForOperator(operatorId: number, id: number): Promise<FileAnswer> {
      const fileKey = await transaction(async (tx) => {
        const [found] = await tx
          .select({ fileKey: reportPictures.fileKey, report: reports })
          .from(reportPictures)
          .innerJoin(reports, eq(reports.id, reportPictures.reportId))
          .where(
            and(
              eq(reportPictures.id, id),
              not(isPartyAt(operatorId, sql`${reports.place}`, sql`${reports.placeId}::text`)),
            ),
          );
        if (!found) throw new AppError('notFound');
        await recordAction(tx, {
          operatorId,
          action: 'reports.picture_opened',
          aboutUser: found.report.aboutUserId,
          params: { report: found.report.id, picture: id },
        });
        return found.fileKey;
      });
      const content = await files.get(fileKey);
      if (!content) throw new AppError('notFound');
      return { content, mediaType: 'image/webp', fileName: pictureName(id) };
    },
  };
}

export const pictureName = (id: number) => `report-picture-${id}.webp`;

/** Answers how many there are; another's report is not found, and a decided one takes no more. */
async function checkRoom(db: Db | Tx, userId: number, reportId: number) {
  const [report] = await db
    .select()
    .from(reports)
    .where(and(eq(reports.id, reportId), eq(reports.reporterUserId, userId)));
  if (!report) throw new AppError('notFound');
  if (report.decidedAt) throw new AppError('conflict');
  const count = await db.$count(reportPictures, eq(reportPictures.reportId, reportId));
  if (count >= reportRules.pictures)
    throw new AppError('reachedLimit', { details: { limit: reportRules.pictures } });
  return count;
}

const picturesOnly = {
  'zh-Hant': '請選擇 JPEG、PNG 或 WebP 圖片',
  en: 'Please choose a JPEG, PNG or WebP picture',
};

/** Deletes a picture that no row refers to, left behind by a killed process. */
export const removeUnusedReportPicture = (files: Files) =>
  defineJob({
    name: 'remove_unused_report_picture',
    payload: z.object({ key: z.string().regex(/^reports\//) }),
    async run({ key }, { database }) {
      const [used] = await database.db
        .select({ id: reportPictures.id })
        .from(reportPictures)
        .where(eq(reportPictures.fileKey, key));
      if (!used) await files.delete(key);
    },
  });
