import type { Logger } from 'pino';
import { removeUnusedChatFile } from '#server/domains/chat/thread/files.ts';
import { lessonDueJob } from '#server/domains/classes/lesson-due.ts';
import { judgeLessonsJob } from '#server/domains/classes/outcomes.ts';
import { weeklyBeginsJob } from '#server/domains/classes/proposals.ts';
import { remindJob } from '#server/domains/classes/reminders.ts';
import { remindFeesJob, tellStatementJob } from '#server/domains/classes/statements/notice.ts';
import { deliverJobs, keepDelivering } from '#server/domains/delivery/job.ts';
import { choicesOf } from '#server/domains/delivery/settings.ts';
import { exportPagesJob } from '#server/domains/eraser/exports.ts';
import { removeUnusedBundles } from '#server/domains/eraser/page-files.ts';
import { erasePageJob } from '#server/domains/eraser/page-job.ts';
import { startEraserTidying, tidyEraserJob } from '#server/domains/eraser/tidy-job.ts';
import type { EraserTools } from '#server/domains/eraser/tools.ts';
import { trialOverJob } from '#server/domains/interest/trial.ts';
import { mailChannel } from '#server/domains/mail/channel.ts';
import { openMail } from '#server/domains/mail/mail.ts';
import { removeUnsentTalkFile } from '#server/domains/messages/talk-files.ts';
import { readEvents } from '#server/domains/messages/told-outside.ts';
import { answerAskJob, moveNumberJob, tellNumberJob } from '#server/domains/numbers/jobs.ts';
import { deleteSealedJob } from '#server/domains/privacy/sealed-job.ts';
import { pushChannel } from '#server/domains/push/channel.ts';
import { pushSender } from '#server/domains/push/deliver.ts';
import { createQuota } from '#server/domains/quota/quota.ts';
import { removeUnusedReportPicture } from '#server/domains/reports/pictures.ts';
import { publishReviewsJob } from '#server/domains/reviews/occasions.ts';
import { tendSafetyTimer } from '#server/domains/safety/timers.ts';
import { smsChannel } from '#server/domains/sms/channel.ts';
import { sendNotice } from '#server/domains/sms/notices.ts';
import { tendBadge } from '#server/domains/trust/badge-job.ts';
import { endPoliceCheck } from '#server/domains/trust/police-checks.ts';
import { removeUnusedPhoto } from '#server/domains/tutors/photos.ts';
import { removeUnusedFile } from '#server/domains/uploads/evidence.ts';
import { keepWatchingWeather, weatherJob } from '#server/domains/weather/job.ts';
import { observatory } from '#server/domains/weather/observatory.ts';
import { backUpJob, keepBackingUp } from '#server/ground/backup/job.ts';
import type { Config } from '#server/ground/config/config.ts';
import type { Keys } from '#server/ground/config/keys.ts';
import type { Database } from '#server/ground/db/db.ts';
import { deleteFilesJob } from '#server/ground/files/delete-files-job.ts';
import type { Files } from '#server/ground/files/files.ts';
import type { Job } from '#server/ground/jobs/jobs.ts';
import { keepMakingPartitions, makePartitionsJob } from '#server/ground/jobs/partitions-job.ts';
import { createPhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import { deliveryRules } from '#shared/notices/delivery-rules.ts';
import { personalDomains } from './personal-data.ts';
import { retire } from './retire.ts';
import { standingDesk } from './standing.ts';

type JobParts = { files: Files; config: Config; keys: Keys; eraserTools: EraserTools };

/** The product's background jobs, except the long ones. */
export const productJobs = ({ files, config, keys }: JobParts): Job[] => [
  ...numberJobs(config, keys),
  deleteFilesJob(files),
  removeUnusedFile(files),
  removeUnusedReportPicture(files),
  removeUnusedPhoto(files),
  removeUnusedBundles(files),
  removeUnsentTalkFile(files),
  tidyEraserJob,
  removeUnusedChatFile(files),
  lessonDueJob,
  judgeLessonsJob,
  remindJob,
  weeklyBeginsJob,
  tellStatementJob,
  remindFeesJob,
  trialOverJob,
  publishReviewsJob,
  standingDesk.endJob,
  tendSafetyTimer,
  tendBadge,
  endPoliceCheck,
  backUpJob(files, config),
  makePartitionsJob,
  weatherJob(config.weatherUrl === undefined ? undefined : observatory(config.weatherUrl)),
];

function numberJobs(config: Config, keys: Keys): Job[] {
  const vault = createPhoneEncryption(keys.phone);
  const parts = { vault, retire, sendSms: sendNotice(config) };
  return [
    tellNumberJob(parts),
    answerAskJob(parts),
    moveNumberJob(parts),
    deleteSealedJob(vault, personalDomains),
  ];
}

/** Long jobs have their own workers, so that a paper of forty pages does not delay a reminder. */
export function longJobs({ files, config, eraserTools }: JobParts): Job[] {
  const parts = { files, quota: createQuota(config.quota), ...eraserTools };
  return [erasePageJob(parts), exportPagesJob(parts)];
}

/** Two at once: while the neural networks process one page, another is read or written. */
export const longJobsAtOnce = 2;

type DeliveryParts = Pick<JobParts, 'config' | 'keys'> & { database: Database; log: Logger };

/** What is told outside the page, by a job of each channel. */
export function deliveryJobs({ config, keys, database, log }: DeliveryParts): Job[] {
  const sms = smsChannel({ config, vault: createPhoneEncryption(keys.phone), database }, log);
  const email = mailChannel(openMail({ config, keys, log }), database, (kind) => deliveryRules[kind].topic);
  const channels = [pushChannel(pushSender(config, keys), database.db), email, sms].filter(
    (one) => one !== undefined,
  );
  return deliverJobs({ readEvents, choicesOf, quietHours: config.quietHours }, channels);
}

/** Adds the recurring jobs to the queue, unless they are there already. */
export async function queueRecurringJobs(database: Database, config: Config) {
  await keepWatchingWeather(database);
  await startEraserTidying(database);
  await keepBackingUp(database, config);
  await keepMakingPartitions(database);
  await keepDelivering(database);
}
