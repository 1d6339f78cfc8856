import { removeUnusedChatFile } from './chat/job.ts';
import { lessonDueJob } from './classes/lesson-due.ts';
import { judgeLessonsJob } from './classes/outcomes.ts';
import { remindJob } from './classes/reminders.ts';
import type { Config } from './config.ts';
import type { Database } from './db.ts';
import type { Files } from './files.ts';
import type { Job } from './jobs.ts';
import type { Keys } from './keys.ts';
import { deleteFilesJob } from './privacy/delete-files-job.ts';
import { sendPush } from './push/job.ts';
import { pushSender } from './push/push.ts';
import { publishReviewsJob } from './reviews/occasions.ts';
import { tendSafetyTimer } from './safety/job.ts';
import { tendBadge } from './trust/badge-job.ts';
import { endPoliceCheck } from './trust/police-check-job.ts';
import { removeUnusedFile } from './uploads/job.ts';
import { keepWatchingWeather, weatherJob } from './weather/job.ts';
import { observatory } from './weather/observatory.ts';

/** The product's background work. */
export const productJobs = ({ files, config, keys }: { files: Files; config: Config; keys: Keys }): Job[] => [
  deleteFilesJob(files),
  removeUnusedFile(files),
  removeUnusedChatFile(files),
  lessonDueJob,
  judgeLessonsJob,
  remindJob,
  publishReviewsJob,
  tendSafetyTimer,
  sendPush(pushSender(config, keys)),
  tendBadge,
  endPoliceCheck,
  weatherJob(config.weatherUrl === undefined ? undefined : observatory(config.weatherUrl)),
];

/** Puts on the queue what goes on for ever, unless it is there. */
export async function startStandingJobs(database: Database) {
  await keepWatchingWeather(database);
}
