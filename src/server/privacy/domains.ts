import { accountData } from '../accounts/personal-data.ts';
import { caseData } from '../cases/personal-data.ts';
import { chatData } from '../chat/personal-data.ts';
import { classData } from '../classes/personal-data.ts';
import { eraserData } from '../eraser/personal-data.ts';
import { interestData } from '../interest/personal-data.ts';
import { matchingData } from '../matching/personal-data.ts';
import { conversationData, noticeData } from '../messages/personal-data.ts';
import { operatorData } from '../operator/personal-data.ts';
import { practiceData } from '../practice/personal-data.ts';
import { pushData } from '../push/personal-data.ts';
import { quotaData } from '../quota/personal-data.ts';
import { reviewData } from '../reviews/personal-data.ts';
import { safetyData } from '../safety/personal-data.ts';
import { sharingData } from '../sharing/personal-data.ts';
import { trustData } from '../trust/personal-data.ts';
import { tutorData } from '../tutors/personal-data.ts';
import { evidenceData } from '../uploads/personal-data.ts';
import { voiceData } from '../voice/personal-data.ts';
import type { PersonalData } from './personal-data.ts';

/**
 * Every domain that keeps something of people, in the order in which they forget: what refers to others first, the
 * account itself last. A table with a person in it that no domain names fails a test.
 */
export const personalDomains: readonly PersonalData[] = [
  interestData,
  reviewData,
  safetyData,
  classData,
  trustData,
  evidenceData,
  eraserData,
  sharingData,
  matchingData,
  conversationData,
  voiceData,
  chatData,
  practiceData,
  caseData,
  tutorData,
  operatorData,
  noticeData,
  pushData,
  quotaData,
  accountData,
];
