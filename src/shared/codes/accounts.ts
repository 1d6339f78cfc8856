import type { CodeEntry } from './numbers.ts';
import * as number from './numbers.ts';

/** Numbers, codes by SMS, allowances. */
export const accountCodes = {
  codeWrong: {
    code: number.codeWrong,
    status: 400,
    message: {
      'zh-Hant': '驗證碼不正確，請再看一次短訊',
      en: 'That code is not right; please check the message',
    },
  },
  codeExpired: {
    code: number.codeExpired,
    status: 400,
    message: {
      'zh-Hant': '驗證碼已失效，請重新索取',
      en: 'That code no longer works; please ask for a new one',
    },
  },
  proofNeeded: {
    code: number.proofNeeded,
    status: 428,
    message: {
      'zh-Hant': '正在確認您不是機械人，請稍候',
      en: 'Checking that you are not a robot; one moment',
    },
  },
  waitForCode: {
    code: number.waitForCode,
    status: 429,
    message: {
      'zh-Hant': '請稍等片刻才再索取驗證碼',
      en: 'Please wait a little before asking for another code',
    },
  },
  smsUnavailable: {
    code: number.smsUnavailable,
    status: 503,
    message: {
      'zh-Hant': '暫時未能發出短訊，請稍後再試',
      en: 'Messages cannot be sent just now; please try again later',
    },
  },
  ticketInvalid: {
    code: number.ticketInvalid,
    status: 400,
    message: {
      'zh-Hant': '驗證已過時，請重新驗證手機號碼',
      en: 'That took a while; please verify your number again',
    },
  },
  banned: {
    code: number.banned,
    status: 403,
    message: {
      'zh-Hant': '此號碼已停用；如有疑問請聯絡我們',
      en: 'This number is suspended; contact us with any question',
    },
  },
  reachedLimit: {
    code: number.reachedLimit,
    status: 409,
    message: { 'zh-Hant': '已達數量上限', en: 'You have reached the limit' },
  },
  quotaUsedUp: {
    code: number.quotaUsedUp,
    status: 402,
    message: { 'zh-Hant': '可用次數已用完', en: 'Your allowance is used up' },
  },
} as const satisfies Record<string, CodeEntry>;
