import type { CodeEntry } from './numbers.ts';
import * as number from './numbers.ts';

/** The AI tutor, in writing and by voice. */
export const tutorCodes = {
  answerRunning: {
    code: number.answerRunning,
    status: 409,
    message: {
      'zh-Hant': '上一個回答仍在進行，請等它完成或先停止',
      en: 'The last answer is still being written; please wait, or stop it first',
    },
  },
  assistantUnavailable: {
    code: number.assistantUnavailable,
    status: 503,
    message: {
      'zh-Hant': '這位助手暫時未能回答，請稍後再試',
      en: 'This assistant cannot answer just now; please try again later',
    },
  },
  nothingToContinue: {
    code: number.nothingToContinue,
    status: 409,
    message: {
      'zh-Hant': '這個回答已經完整，沒有可以繼續的內容',
      en: 'This answer is complete; there is nothing to go on with',
    },
  },
  trialUsedUp: {
    code: number.trialUsedUp,
    status: 402,
    message: {
      'zh-Hant': '今天的試用次數已用完，登入後可以繼續',
      en: 'Today’s trial messages are used up; log in to go on',
    },
  },
  badOffer: {
    code: number.badOffer,
    status: 400,
    message: {
      'zh-Hant': '未能建立通話：瀏覽器送來的連線資料不完整',
      en: 'The call could not be made: the connection details sent by the browser are not usable',
    },
  },
  voiceBusy: {
    code: number.voiceBusy,
    status: 503,
    message: {
      'zh-Hant': '語音導師現在滿線，請稍後再試',
      en: 'All lines of the voice tutor are busy; please try again shortly',
    },
  },
  voiceUnavailable: {
    code: number.voiceUnavailable,
    status: 503,
    message: {
      'zh-Hant': '語音導師暫時未能接通，請稍後再試',
      en: 'The voice tutor cannot be reached just now; please try again later',
    },
  },
  notUnderstood: {
    code: number.notUnderstood,
    status: 422,
    message: { 'zh-Hant': '聽不清楚，請再說一次', en: 'That could not be understood; please say it again' },
  },
} as const satisfies Record<string, CodeEntry>;
