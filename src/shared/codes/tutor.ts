import { entry } from './entry.ts';
import * as number from './numbers.ts';

/** The AI tutor: chat and voice. */
export const tutorCodes = {
  answerRunning: entry(
    number.answerRunning,
    409,
    '上一個回答仍在進行，請等它完成或先停止',
    'The last answer is still being written; please wait, or stop it first',
  ),
  assistantUnavailable: entry(
    number.assistantUnavailable,
    503,
    '這位助手暫時未能回答，請稍後再試',
    'This assistant cannot answer just now; please try again later',
  ),
  nothingToContinue: entry(
    number.nothingToContinue,
    409,
    '這個回答已經完整，沒有可以繼續的內容',
    'This answer is complete; there is nothing to go on with',
  ),
  trialUsedUp: entry(
    number.trialUsedUp,
    402,
    '今天的試用次數已用完，登入後可以繼續',
    'Today’s trial messages are used up; log in to go on',
  ),
  badOffer: entry(
    number.badOffer,
    400,
    '未能建立通話：瀏覽器送來的連線資料不完整',
    'The call could not be made: the connection details sent by the browser are not usable',
  ),
  voiceBusy: entry(
    number.voiceBusy,
    503,
    '語音導師現在滿線，請稍後再試',
    'All lines of the voice tutor are busy; please try again shortly',
  ),
  voiceUnavailable: entry(
    number.voiceUnavailable,
    503,
    '語音導師暫時未能接通，請稍後再試',
    'The voice tutor cannot be reached just now; please try again later',
  ),
  notUnderstood: entry(
    number.notUnderstood,
    422,
    '聽不清楚，請再說一次',
    'That could not be understood; please say it again',
  ),
};
