import type { CodeEntry } from './numbers.ts';
import * as number from './numbers.ts';

/** What any call may answer. */
export const callCodes = {
  ok: { code: number.ok, status: 200, message: { 'zh-Hant': '', en: '' } },
  badInput: {
    code: number.badInput,
    status: 400,
    message: { 'zh-Hant': '部分資料需要修正', en: 'Some details need correcting' },
  },
  badBody: {
    code: number.badBody,
    status: 400,
    message: { 'zh-Hant': '未能讀取所傳送的內容', en: 'The request body could not be read' },
  },
  unknownPath: {
    code: number.unknownPath,
    status: 404,
    message: { 'zh-Hant': '沒有這個服務位址', en: 'There is no such call' },
  },
  wrongMethod: {
    code: number.wrongMethod,
    status: 405,
    message: { 'zh-Hant': '這個服務位址不接受此方法', en: 'This call does not accept that method' },
  },
  notFound: {
    code: number.notFound,
    status: 404,
    message: { 'zh-Hant': '找不到所要的資料', en: 'That could not be found' },
  },
  tooLarge: {
    code: number.tooLarge,
    status: 413,
    message: { 'zh-Hant': '內容太大，請縮小後再試', en: 'That is too large; please make it smaller' },
  },
  wrongType: {
    code: number.wrongType,
    status: 415,
    message: { 'zh-Hant': '不支援這種內容格式', en: 'That content type is not supported' },
  },
  tooMany: {
    code: number.tooMany,
    status: 429,
    message: { 'zh-Hant': '請求太頻密，請稍後再試', en: 'Too many requests; please try again shortly' },
  },
  tooSlow: {
    code: number.tooSlow,
    status: 503,
    message: { 'zh-Hant': '處理時間太長，請再試一次', en: 'That took too long; please try again' },
  },
  notReady: {
    code: number.notReady,
    status: 503,
    message: {
      'zh-Hant': '服務正在準備，請稍後再試',
      en: 'The service is not ready; please try again shortly',
    },
  },
  badUrl: {
    code: number.badUrl,
    status: 400,
    message: { 'zh-Hant': '網址格式不正確', en: 'The address is not well formed' },
  },
  conflict: {
    code: number.conflict,
    status: 409,
    message: {
      'zh-Hant': '資料剛剛有變，請重新整理後再試',
      en: 'This has just changed; please refresh and try again',
    },
  },
  badRange: {
    code: number.badRange,
    status: 416,
    message: { 'zh-Hant': '所要的部分不在檔案之內', en: 'That part is outside the file' },
  },
  internal: {
    code: number.internal,
    status: 500,
    message: {
      'zh-Hant': '系統出了問題，我們已記錄下來',
      en: 'Something went wrong on our side; it has been recorded',
    },
  },
  sessionInvalid: {
    code: number.sessionInvalid,
    status: 401,
    message: { 'zh-Hant': '登入已失效，請重新登入', en: 'Your session has ended; please log in again' },
  },
  notSignedIn: {
    code: number.notSignedIn,
    status: 401,
    message: { 'zh-Hant': '請先登入', en: 'Please log in first' },
  },
  tokenExpired: {
    code: number.tokenExpired,
    status: 401,
    message: { 'zh-Hant': '登入憑證需要更新', en: 'Your access token needs renewing' },
  },
  csrfFailed: {
    code: number.csrfFailed,
    status: 403,
    message: {
      'zh-Hant': '未能確認這個要求來自本頁，請重新載入',
      en: 'This request could not be tied to your page; please reload',
    },
  },
  wrongOrigin: {
    code: number.wrongOrigin,
    status: 403,
    message: { 'zh-Hant': '不接受來自其他網站的要求', en: 'Requests from other sites are not accepted' },
  },
  notAllowed: {
    code: number.notAllowed,
    status: 403,
    message: { 'zh-Hant': '您目前的身份不能這樣做', en: 'Your current role may not do this' },
  },
  secondFactorNeeded: {
    code: number.secondFactorNeeded,
    status: 403,
    message: { 'zh-Hant': '請先完成兩步驗證', en: 'Please complete two-step verification first' },
  },
  freshLoginNeeded: {
    code: number.freshLoginNeeded,
    status: 403,
    message: {
      'zh-Hant': '為保障您的帳戶，請重新登入後再更改這一項',
      en: 'To keep your account safe, please log in again before changing this',
    },
  },
} as const satisfies Record<string, CodeEntry>;
