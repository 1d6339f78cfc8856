import { accountData } from '#server/domains/accounts/personal-data.ts';
import { caseData } from '#server/domains/cases/personal-data.ts';
import { chatData } from '#server/domains/chat/personal-data.ts';
import { classData } from '#server/domains/classes/personal-data.ts';
import { deliveryData } from '#server/domains/delivery/personal-data.ts';
import { notificationSettingsData } from '#server/domains/delivery/settings-personal-data.ts';
import { eraserData } from '#server/domains/eraser/personal-data.ts';
import { interestData } from '#server/domains/interest/personal-data.ts';
import { mailData } from '#server/domains/mail/personal-data.ts';
import { marketData } from '#server/domains/market/personal-data.ts';
import { matchingData } from '#server/domains/matching/personal-data.ts';
import { conversationData, noticeData } from '#server/domains/messages/personal-data.ts';
import { numberData } from '#server/domains/numbers/personal-data.ts';
import { operatorData } from '#server/domains/operator/personal-data.ts';
import { practiceData } from '#server/domains/practice/personal-data.ts';
import { pushData } from '#server/domains/push/personal-data.ts';
import { quotaData } from '#server/domains/quota/personal-data.ts';
import { reportData } from '#server/domains/reports/personal-data.ts';
import { reviewData } from '#server/domains/reviews/personal-data.ts';
import { safetyData } from '#server/domains/safety/personal-data.ts';
import { sharingData } from '#server/domains/sharing/personal-data.ts';
import { trustData } from '#server/domains/trust/personal-data.ts';
import { tutorData } from '#server/domains/tutors/personal-data.ts';
import { evidenceData } from '#server/domains/uploads/personal-data.ts';
import { voiceData } from '#server/domains/voice/personal-data.ts';
import type { PersonalData } from '#server/ground/db/personal-data.ts';

/**
 * Every domain that stores personal data, in the order in which it is deleted: rows that refer to others
 * first, the account last. A test fails if a table refers to a person and no domain lists it.
 */
export const personalDomains: readonly PersonalData[] = [
  interestData,
  reportData,
  reviewData,
  safetyData,
  classData,
  trustData,
  evidenceData,
  eraserData,
  sharingData,
  matchingData,
  marketData,
  deliveryData,
  conversationData,
  voiceData,
  chatData,
  practiceData,
  caseData,
  tutorData,
  numberData,
  operatorData,
  noticeData,
  mailData,
  pushData,
  notificationSettingsData,
  quotaData,
  accountData,
];
