import { lessonDueJob } from './classes/lesson-due.ts';
import { judgeLessonsJob } from './classes/outcomes.ts';
import type { Config } from './config.ts';
import type { Files } from './files.ts';
import type { Job } from './jobs.ts';
import type { Keys } from './keys.ts';
import { deleteFilesJob } from './privacy/delete-files-job.ts';
import { sendPush } from './push/job.ts';
import { pushSender } from './push/push.ts';
import { tendBadge } from './trust/badge-job.ts';
import { endPoliceCheck } from './trust/police-check-job.ts';
import { removeUnusedFile } from './uploads/job.ts';

/** The product's background work. */
export const productJobs = ({ files, config, keys }: { files: Files; config: Config; keys: Keys }): Job[] => [
  deleteFilesJob(files),
  removeUnusedFile(files),
  lessonDueJob,
  judgeLessonsJob,
  sendPush(pushSender(config, keys)),
  tendBadge,
  endPoliceCheck,
];
