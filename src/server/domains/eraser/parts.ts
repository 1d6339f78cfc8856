import type { FastifyBaseLogger } from 'fastify';
import type { Quota } from '#server/domains/quota/quota.ts';
import type { Reference } from '#server/domains/reference/reference.ts';
import type { Database } from '#server/ground/db/db.ts';
import type { Files } from '#server/ground/files/files.ts';
import type { Intake } from './intake/intake.ts';
import type { Scratch } from './scratch.ts';
import type { Workshop } from './workshop/workshop.ts';

/** What the eraser works with. */
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
