import type { accountCalls } from './accounts.ts';
import type { caseCalls } from './cases.ts';
import type { chatCalls } from './chat/chat.ts';
import type { chatOperatorCalls } from './chat/operator.ts';
import type { classCalls } from './classes.ts';
import type { contentCalls } from './content.ts';
import type { conversationCalls } from './conversations.ts';
import type { eraserCalls } from './eraser/eraser.ts';
import type { eraserFileCalls } from './eraser/files.ts';
import type { eraserSharingCalls } from './eraser/sharing.ts';
import type { interestCalls } from './interest.ts';
import type { marketCalls, savedCalls } from './market.ts';
import type { matchingCalls } from './matching.ts';
import type { messageCalls } from './messages.ts';
import type { feeCalls } from './money/fees.ts';
import type { deliveryCalls } from './notices/deliveries.ts';
import type { emailCalls } from './notices/email.ts';
import type { notificationSettingsCalls } from './notices/notification-settings.ts';
import type { waitingCalls } from './notices/waiting.ts';
import type { numberCalls } from './numbers.ts';
import type { operatorCalls } from './operator.ts';
import type { practiceCalls } from './practice.ts';
import type { privacyCalls } from './privacy.ts';
import type { pushCalls } from './push.ts';
import type { referenceCalls } from './reference.ts';
import type { reviewCalls } from './reviews.ts';
import type { bannedCopyCalls, banRequestCalls } from './safety/ban-requests.ts';
import type { reportCalls } from './safety/reports.ts';
import type { standingCalls, standingOperatorCalls } from './safety/standing.ts';
import type { safetyCalls } from './safety/timers.ts';
import type { planCalls } from './timetable/proposals.ts';
import type { trustCalls } from './trust.ts';
import type { tutorCalls } from './tutors.ts';
import type { uploadCalls } from './uploads.ts';
import type { voiceCalls } from './voice/voice.ts';
import type { weatherCalls } from './weather.ts';

/**
 * Every call of the server, for the web client; types only, so that importing it adds nothing to a page's
 * script.
 */
export type Contract = typeof accountCalls &
  typeof bannedCopyCalls &
  typeof banRequestCalls &
  typeof caseCalls &
  typeof chatCalls &
  typeof chatOperatorCalls &
  typeof classCalls &
  typeof contentCalls &
  typeof conversationCalls &
  typeof deliveryCalls &
  typeof emailCalls &
  typeof eraserCalls &
  typeof eraserFileCalls &
  typeof eraserSharingCalls &
  typeof feeCalls &
  typeof marketCalls &
  typeof interestCalls &
  typeof matchingCalls &
  typeof messageCalls &
  typeof notificationSettingsCalls &
  typeof numberCalls &
  typeof operatorCalls &
  typeof planCalls &
  typeof practiceCalls &
  typeof privacyCalls &
  typeof pushCalls &
  typeof referenceCalls &
  typeof reportCalls &
  typeof reviewCalls &
  typeof safetyCalls &
  typeof savedCalls &
  typeof standingCalls &
  typeof standingOperatorCalls &
  typeof trustCalls &
  typeof tutorCalls &
  typeof uploadCalls &
  typeof voiceCalls &
  typeof waitingCalls &
  typeof weatherCalls;
