import { reliabilityAppealKind } from '#server/domains/classes/appeal.ts';
import { lessonDisputeKind } from '#server/domains/classes/dispute-kind.ts';
import { sharedRecordReportKind } from '#server/domains/eraser/report-kind.ts';
import type { QueueKind } from '#server/domains/operator/queue.ts';
import { reviewReportKind } from '#server/domains/reviews/report-kind.ts';
import { giveBadge } from '#server/domains/trust/badges.ts';
import { evidenceQueueKind } from '#server/domains/uploads/evidence-kind.ts';
import { weatherFeedKind } from '#server/domains/weather/feed-kind.ts';

/** What may come before an operator. Each domain writes its kinds in its own folder and adds them here. */
export const queueKinds: readonly QueueKind[] = [
  evidenceQueueKind(giveBadge),
  lessonDisputeKind,
  reliabilityAppealKind,
  reviewReportKind,
  sharedRecordReportKind,
  weatherFeedKind,
];
