import { entry } from './entry.ts';
import * as number from './numbers.ts';

/** Codes that any call may return. */
export const callCodes = {
  ok: entry(number.ok, 200, '', ''),
  badInput: entry(number.badInput, 400, '部分資料需要修正', 'Some details need correcting'),
  badBody: entry(number.badBody, 400, '未能讀取所傳送的內容', 'The request body could not be read'),
  unknownPath: entry(number.unknownPath, 404, '沒有這個服務位址', 'There is no such call'),
  wrongMethod: entry(
    number.wrongMethod,
    405,
    '這個服務位址不接受此方法',
    'This call does not accept that method',
  ),
  notFound: entry(number.notFound, 404, '找不到所要的資料', 'That could not be found'),
  tooLarge: entry(
    number.tooLarge,
    413,
    '內容太大，請縮小後再試',
    'That is too large; please make it smaller',
  ),
  wrongType: entry(number.wrongType, 415, '不支援這種內容格式', 'That content type is not supported'),
  tooMany: entry(
    number.tooMany,
    429,
    '請求太頻密，請稍後再試',
    'Too many requests; please try again shortly',
  ),
  tooSlow: entry(number.tooSlow, 503, '處理時間太長，請再試一次', 'That took too long; please try again'),
  notReady: entry(
    number.notReady,
    503,
    '服務正在準備，請稍後再試',
    'The service is not ready; please try again shortly',
  ),
  badUrl: entry(number.badUrl, 400, '網址格式不正確', 'The address is not well formed'),
  conflict: entry(
    number.conflict,
    409,
    '資料剛剛有變，請重新整理後再試',
    'This has just changed; please refresh and try again',
  ),
  badRange: entry(number.badRange, 416, '所要的部分不在檔案之內', 'That part is outside the file'),
  noSpace: entry(
    number.noSpace,
    507,
    '服務的儲存空間暫時已滿，剛才的內容沒有儲存；請稍後再試',
    'The service has no storage left for now and nothing was saved; please try again later',
  ),
  internal: entry(
    number.internal,
    500,
    '系統出了問題，我們已記錄下來',
    'Something went wrong on our side; it has been recorded',
  ),
  sessionInvalid: entry(
    number.sessionInvalid,
    401,
    '登入已失效，請重新登入',
    'Your session has ended; please log in again',
  ),
  notSignedIn: entry(number.notSignedIn, 401, '請先登入', 'Please log in first'),
  tokenExpired: entry(number.tokenExpired, 401, '登入憑證需要更新', 'Your access token needs renewing'),
  csrfFailed: entry(
    number.csrfFailed,
    403,
    '未能確認這個要求來自本頁，請重新載入',
    'This request could not be tied to your page; please reload',
  ),
  wrongOrigin: entry(
    number.wrongOrigin,
    403,
    '不接受來自其他網站的要求',
    'Requests from other sites are not accepted',
  ),
  notAllowed: entry(number.notAllowed, 403, '你目前的身份不能這樣做', 'Your current role may not do this'),
  secondFactorNeeded: entry(
    number.secondFactorNeeded,
    403,
    '請先完成兩步驗證',
    'Please complete two-step verification first',
  ),
  freshLoginNeeded: entry(
    number.freshLoginNeeded,
    403,
    '為保障你的帳戶，請重新登入後再更改這一項',
    'To keep your account safe, please log in again before changing this',
  ),
  suspended: entry(
    number.suspended,
    403,
    '你的帳戶暫停使用，可在「帳戶狀況」頁查看原因、提出上訴、下載或刪除資料',
    'Your account is suspended; the page on your account says why, and lets you appeal, download or delete your data',
  ),
};
