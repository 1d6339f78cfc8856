import { entry } from './entry.ts';
import * as number from './numbers.ts';

/** Phone numbers, SMS codes, quota. */
export const accountCodes = {
  codeWrong: entry(
    number.codeWrong,
    400,
    '驗證碼不正確，請再看一次短訊',
    'That code is not right; please check the message',
  ),
  codeExpired: entry(
    number.codeExpired,
    400,
    '驗證碼已失效，請重新索取',
    'That code no longer works; please ask for a new one',
  ),
  proofNeeded: entry(
    number.proofNeeded,
    428,
    '正在確認你不是機械人，請稍候',
    'Checking that you are not a robot; one moment',
  ),
  waitForCode: entry(
    number.waitForCode,
    429,
    '請稍等片刻才再索取驗證碼',
    'Please wait a little before asking for another code',
  ),
  smsUnavailable: entry(
    number.smsUnavailable,
    503,
    '暫時未能發出短訊，請稍後再試',
    'Messages cannot be sent just now; please try again later',
  ),
  ticketInvalid: entry(
    number.ticketInvalid,
    400,
    '驗證已過時，請重新驗證手機號碼',
    'That took a while; please verify your number again',
  ),
  banned: entry(
    number.banned,
    403,
    '此號碼已停用，不能使用。如要上訴、索取或刪除你的資料，請在登入時驗證此號碼，再填寫申請',
    'This number may not be used. To appeal, or to ask for your data or its deletion, verify the number at log-in and fill in the form there',
  ),
  reachedLimit: entry(number.reachedLimit, 409, '已達數量上限', 'You have reached the limit'),
  alreadySuspended: entry(
    number.alreadySuspended,
    409,
    '這個帳戶已經暫停或封鎖',
    'This account is suspended or banned already',
  ),
  appealOpen: entry(
    number.appealOpen,
    409,
    '你的申請仍在處理，請等候決定',
    'Your request is being looked at; please wait for the decision',
  ),
  quotaUsedUp: entry(number.quotaUsedUp, 402, '可用次數已用完', 'Your allowance is used up'),
  answerWrong: entry(number.answerWrong, 400, '答案不正確', 'That answer is not right'),
  numberTaken: entry(
    number.numberTaken,
    409,
    '這個號碼已有帳戶。請用它登入並刪除該帳戶，或選擇另一個號碼',
    'This number has an account already. Log in with it and delete that account, or choose another number',
  ),
  oldAccount: entry(
    number.oldAccount,
    403,
    '這個號碼已有一年沒有登入。請按下面的「登入明師帳戶」，回答一條問題',
    'This number has not been used for a year. Choose “Log in to your Mingshi account” below and answer one question',
  ),
  emailUnavailable: entry(
    number.emailUnavailable,
    503,
    '暫時未能寄出電郵，請稍後再試',
    'E-mail cannot be sent just now; please try again later',
  ),
  linkOver: entry(
    number.linkOver,
    400,
    '這個連結已失效或不完整',
    'This link no longer works, or is not complete',
  ),
};
