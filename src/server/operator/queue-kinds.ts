import { reliabilityAppealKind } from '../classes/appeal.ts';
import { lessonDisputeKind } from '../classes/dispute-kind.ts';
import { sharedRecordReportKind } from '../eraser/report-kind.ts';
import { reviewReportKind } from '../reviews/report-kind.ts';
import { evidenceQueueKind } from '../uploads/evidence-kind.ts';
import { weatherFeedKind } from '../weather/feed-kind.ts';
import type { QueueKind } from './queue.ts';

/** What may come before an operator. Each domain writes its kinds in its own folder and adds them here. */
export const queueKinds: readonly QueueKind[] = [
  evidenceQueueKind,
  lessonDisputeKind,
  reliabilityAppealKind,
  reviewReportKind,
  sharedRecordReportKind,
  weatherFeedKind,
];
