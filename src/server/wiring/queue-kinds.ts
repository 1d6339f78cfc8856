import { reliabilityAppealKind } from '#server/domains/classes/appeal.ts';
import { lessonDisputeKind } from '#server/domains/classes/dispute-kind.ts';
import { sharedRecordReportKind } from '#server/domains/eraser/report-kind.ts';
import { numberRequestKind } from '#server/domains/numbers/request-kind.ts';
import { suspensionAppealKind } from '#server/domains/operator/appeals.ts';
import { banRequestKinds } from '#server/domains/operator/ban-requests.ts';
import type { QueueKind } from '#server/domains/operator/queue.ts';
import { deleteAccount } from '#server/domains/privacy/privacy.ts';
import { answeringReports, personReports } from '#server/domains/reports/answers.ts';
import { reviewReportKind } from '#server/domains/reviews/report-kind.ts';
import { giveBadge } from '#server/domains/trust/badges.ts';
import { evidenceQueueKind } from '#server/domains/uploads/evidence-kind.ts';
import { weatherFeedKind } from '#server/domains/weather/feed-kind.ts';
import type { PhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import { personalDomains } from './personal-data.ts';
import { standingDesk } from './standing.ts';

/** The kinds of items in the operators' queue. Each domain defines its own and adds them here. */
export const queueKinds = (vault: PhoneEncryption): readonly QueueKind[] => [
  evidenceQueueKind(giveBadge),
  lessonDisputeKind,
  reliabilityAppealKind,
  suspensionAppealKind(standingDesk.liftSuspension),
  ...banRequestKinds({
    liftBan: standingDesk.liftBan,
    deleteAccount: (tx, userId) => deleteAccount(tx, vault, personalDomains, userId),
  }),
  answeringReports(reviewReportKind, 'review'),
  answeringReports(sharedRecordReportKind, 'shared_paper'),
  personReports,
  numberRequestKind,
  weatherFeedKind,
];
