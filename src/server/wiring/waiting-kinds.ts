import { caseOutlines } from '#server/domains/cases/case-outline.ts';
import { caseDraft } from '#server/domains/cases/waiting.ts';
import {
  disputesOpen,
  disputesToAnswer,
  lessonsToConfirm,
  lessonsToday,
  nextLessons,
  plansToAnswer,
} from '#server/domains/classes/waiting.ts';
import { nicknamesKnownTo } from '#server/domains/interest/contact.ts';
import {
  comingTrials,
  trialsToArrange,
  waitingApplications,
  waitingContacts,
  waitingInvitations,
  waitingTrials,
} from '#server/domains/interest/waiting.ts';
import type { Matching } from '#server/domains/matching/matching.ts';
import { fittingCases, onlineCases } from '#server/domains/matching/waiting.ts';
import { unreadConversations } from '#server/domains/messages/waiting.ts';
import { openReviews } from '#server/domains/reviews/waiting.ts';
import { askedChecks, sharedChecks } from '#server/domains/trust/waiting.ts';
import type { WaitingKind, WaitingParts } from '#server/domains/waiting/kinds.ts';
import type { PhoneEncryption } from '#server/ground/phone/phone-encryption.ts';

type Parts = { vault: PhoneEncryption; matching: Matching };

/** What may wait for a person, in the order of the home page. Each domain finds its own and adds it here. */
const waitingKinds = ({ vault, matching }: Parts): readonly WaitingKind[] => [
  lessonsToday,
  trialsToArrange(vault),
  waitingApplications,
  waitingInvitations,
  waitingTrials(vault),
  plansToAnswer,
  lessonsToConfirm,
  disputesToAnswer,
  waitingContacts(vault),
  askedChecks,
  sharedChecks,
  unreadConversations,
  comingTrials(vault),
  nextLessons,
  openReviews,
  disputesOpen,
  caseDraft,
  onlineCases(matching),
  fittingCases(matching),
];

export const waitingParts = (parts: Parts): WaitingParts => ({
  kinds: waitingKinds(parts),
  outlinesOf: caseOutlines,
  nicknamesOf: nicknamesKnownTo,
});
