import { backUpJob, keepBackingUp } from './backup/job.ts';
import { removeUnusedChatFile } from './chat/job.ts';
import { lessonDueJob } from './classes/lesson-due.ts';
import { judgeLessonsJob } from './classes/outcomes.ts';
import { remindJob } from './classes/reminders.ts';
import type { Config } from './config.ts';
import type { Database } from './db.ts';
import { removeUnusedBundles } from './eraser/bundles.ts';
import { exportPagesJob } from './eraser/exports.ts';
import { erasePageJob } from './eraser/page-job.ts';
import { keepTidyingEraser, tidyEraserJob } from './eraser/tidy-job.ts';
import type { EraserTools } from './eraser/tools.ts';
import type { Files } from './files.ts';
import type { Job } from './jobs.ts';
import type { Keys } from './keys.ts';
import { keepMakingPartitions, makePartitionsJob } from './partitions-job.ts';
import { deleteFilesJob } from './privacy/delete-files-job.ts';
import { sendPush } from './push/job.ts';
import { pushSender } from './push/push.ts';
import { createQuota } from './quota/quota.ts';
import { publishReviewsJob } from './reviews/occasions.ts';
import { tendSafetyTimer } from './safety/job.ts';
import { tendBadge } from './trust/badge-job.ts';
import { endPoliceCheck } from './trust/police-check-job.ts';
import { removeUnusedFile } from './uploads/job.ts';
import { keepWatchingWeather, weatherJob } from './weather/job.ts';
import { observatory } from './weather/observatory.ts';

type JobParts = { files: Files; config: Config; keys: Keys; eraserTools: EraserTools };

/** The product's background work. */
export const productJobs = ({ files, config, keys }: JobParts): Job[] => [
  deleteFilesJob(files),
  removeUnusedFile(files),
  removeUnusedBundles(files),
  tidyEraserJob,
  removeUnusedChatFile(files),
  lessonDueJob,
  judgeLessonsJob,
  remindJob,
  publishReviewsJob,
  tendSafetyTimer,
  sendPush(pushSender(config, keys)),
  tendBadge,
  endPoliceCheck,
  backUpJob(files, config),
  makePartitionsJob,
  weatherJob(config.weatherUrl === undefined ? undefined : observatory(config.weatherUrl)),
];

/** What takes long has workers of its own, lest a paper of forty pages keep a reminder waiting. */
export function longJobs({ files, config, eraserTools }: JobParts): Job[] {
  const parts = { files, quota: createQuota(config.quota), ...eraserTools };
  return [erasePageJob(parts), exportPagesJob(parts)];
}

/** Two at once: while the networks see one page, another is read or written. */
export const longJobsAtOnce = 2;

/** Puts on the queue what goes on for ever, unless it is there. */
export async function startStandingJobs(database: Database, config: Config) {
  await keepWatchingWeather(database);
  await keepTidyingEraser(database);
  await keepBackingUp(database, config);
  await keepMakingPartitions(database);
}
