import type { Files } from './files.ts';
import type { Job } from './jobs.ts';
import { deleteFilesJob } from './privacy/delete-files-job.ts';
import { tendBadge } from './trust/badge-job.ts';
import { endPoliceCheck } from './trust/police-check-job.ts';
import { removeUnusedFile } from './uploads/job.ts';

/** The product's background work. */
export const productJobs = ({ files }: { files: Files }): Job[] => [
  deleteFilesJob(files),
  removeUnusedFile(files),
  tendBadge,
  endPoliceCheck,
];
