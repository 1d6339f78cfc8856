import { join } from 'node:path';
import type { Config } from '#server/ground/config/config.ts';
import { eraserLimits } from '#shared/eraser/limits.ts';
import { openIntake } from './intake/intake.ts';
import { openScratch } from './scratch.ts';
import { openWorkshop } from './workshop/workshop.ts';

export type EraserTools = Awaited<ReturnType<typeof openEraserTools>>;

/** What reads and works on pages, once for a process: both its requests and its jobs use it. Nothing starts before it is needed. */
export async function openEraserTools({ dataDir, eraser }: Pick<Config, 'dataDir' | 'eraser'>) {
  const scratch = await openScratch(join(dataDir, 'scratch'));
  const intake = openIntake({ mostBytes: eraserLimits.fileBytes, mostPages: eraserLimits.pagesOfFile });
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
