import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../db.ts';
import type { Files } from '../files.ts';
import type { Quota } from '../quota/quota.ts';
import type { Reference } from '../reference/reference.ts';
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
