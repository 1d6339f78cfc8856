import { accountData } from '../accounts/personal-data.ts';
import { noticeData } from '../messages/personal-data.ts';
import { operatorData } from '../operator/personal-data.ts';
import { quotaData } from '../quota/personal-data.ts';
import type { PersonalData } from './personal-data.ts';

/**
 * Every domain that keeps something of people, in the order in which they forget: what refers to others first, the
 * account itself last. A table with a person in it that no domain names fails a test.
 */
export const personalDomains: readonly PersonalData[] = [
  // Cases, tutor listings, evidence, lessons, papers and threads go here, each with its files.
  operatorData,
  noticeData,
  quotaData,
  accountData,
];
