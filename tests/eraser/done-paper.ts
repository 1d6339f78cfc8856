import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { keysOf } from '#server/domains/eraser/page-files.ts';
import { beginAttempt, finishAttempt, type PageResult } from '#server/domains/eraser/runs.ts';
import { createQuota } from '#server/domains/quota/quota.ts';
import type { Eraser, Student } from './student.ts';

/** The result of a run on an 8 × 8 page. */
export const madeRun: PageResult = {
  kind: 'run',
  width: 8,
  height: 8,
  rotation: 0,
  corners: [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ],
  strength: 'standard',
  changed: { strict: 8, standard: 8, thorough: 8 },
  drawnType: null,
};

export const quotaOf = (eraser: Eraser) => createQuota(eraser.config.quota);

/** A paper of one page on which an attempt has begun. */
export async function begunPaper(eraser: Eraser, student: Student) {
  const { data: task } = await student.task([await student.file(1)]);
  const page = task.image_records[0].id as number;
  const { transaction } = eraser.database;
  const attempt = await transaction((tx) => beginAttempt(tx, { page, run: 1 }, randomUUID()));
  if (!attempt) throw new Error('the attempt did not begin');
  return { record: task.record_id as number, page, attempt };
}

/** A finished paper of one page, with blank pictures in place of the engine's. */
export async function donePaper(eraser: Eraser, student: Student) {
  const { attempt, ...paper } = await begunPaper(eraser, student);
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#ffffff' } });
  const png = await picture.png().toBuffer();
  for (const key of keysOf(attempt.bundle, 'run')) await eraser.files.put(key, png);
  await eraser.database.transaction((tx) => finishAttempt(tx, quotaOf(eraser), attempt, madeRun));
  return { ...paper, bundle: attempt.bundle };
}
