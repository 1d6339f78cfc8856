import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Quota } from '#server/domains/quota/quota.ts';
import type { Reference } from '#server/domains/reference/reference.ts';
import type { Config } from '#server/ground/config/config.ts';
import type { Database } from '#server/ground/db/db.ts';
import type { Files } from '#server/ground/files/files.ts';
import { eraserLimits } from '#shared/eraser/limits.ts';
import { type Intake, openUploadChecks } from './intake/intake.ts';
import { openScratch, type Scratch } from './scratch.ts';
import { openWorkshop, type Workshop } from './workshop/workshop.ts';

export type EraserTools = Awaited<ReturnType<typeof openEraserTools>>;

/**
 * Reading and processing of pages, opened once per process and shared by requests and jobs. Child processes
 * and threads start on first use.
 */
export async function openEraserTools({ dataDir, eraser }: Pick<Config, 'dataDir' | 'eraser'>) {
  const scratch = await openScratch(join(dataDir, 'scratch'));
  const intake = openUploadChecks({ mostBytes: eraserLimits.fileBytes, mostPages: eraserLimits.pagesOfFile });
  const workshop = openWorkshop({ threads: eraser.threads });
  return {
    scratch,
    intake,
    workshop,
    async close() {
      await Promise.all([intake.close(), workshop.close()]);
    },
  };
}

/** Dependencies of the eraser. */
export type EraserParts = {
  database: Database;
  files: Files;
  quota: Quota;
  reference: Reference;
  scratch: Scratch;
  intake: Intake;
  workshop: Workshop;
  log: FastifyBaseLogger;
};
