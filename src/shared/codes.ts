import type { Locale } from './locale.ts';

type CodeEntry = { code: number; status: number; message: Record<Locale, string> };

/** Every code an answer may carry. `code` 0 is success; the name is what the program throws. */
export const codes = {
  ok: { code: 0, status: 200, message: { 'zh-Hant': '', en: '' } },
  badInput: {
    code: 1001,
    status: 400,
    message: { 'zh-Hant': '部分資料需要修正', en: 'Some details need correcting' },
  },
  badBody: {
    code: 1002,
    status: 400,
    message: { 'zh-Hant': '未能讀取所傳送的內容', en: 'The request body could not be read' },
  },
  unknownPath: {
    code: 1003,
    status: 404,
    message: { 'zh-Hant': '沒有這個服務位址', en: 'There is no such call' },
  },
  wrongMethod: {
    code: 1004,
    status: 405,
    message: { 'zh-Hant': '這個服務位址不接受此方法', en: 'This call does not accept that method' },
  },
  notFound: {
    code: 1005,
    status: 404,
    message: { 'zh-Hant': '找不到所要的資料', en: 'That could not be found' },
  },
  tooLarge: {
    code: 1006,
    status: 413,
    message: { 'zh-Hant': '內容太大，請縮小後再試', en: 'That is too large; please make it smaller' },
  },
  wrongType: {
    code: 1007,
    status: 415,
    message: { 'zh-Hant': '不支援這種內容格式', en: 'That content type is not supported' },
  },
  tooMany: {
    code: 1008,
    status: 429,
    message: { 'zh-Hant': '請求太頻密，請稍後再試', en: 'Too many requests; please try again shortly' },
  },
  tooSlow: {
    code: 1009,
    status: 503,
    message: { 'zh-Hant': '處理時間太長，請再試一次', en: 'That took too long; please try again' },
  },
  notReady: {
    code: 1010,
    status: 503,
    message: {
      'zh-Hant': '服務正在準備，請稍後再試',
      en: 'The service is not ready; please try again shortly',
    },
  },
  badUrl: {
    code: 1011,
    status: 400,
    message: { 'zh-Hant': '網址格式不正確', en: 'The address is not well formed' },
  },
  conflict: {
    code: 1012,
    status: 409,
    message: {
      'zh-Hant': '資料剛剛有變，請重新整理後再試',
      en: 'This has just changed; please refresh and try again',
    },
  },
  badRange: {
    code: 1013,
    status: 416,
    message: { 'zh-Hant': '所要的部分不在檔案之內', en: 'That part is outside the file' },
  },
  codeWrong: {
    code: 2001,
    status: 400,
    message: {
      'zh-Hant': '驗證碼不正確，請再看一次短訊',
      en: 'That code is not right; please check the message',
    },
  },
  codeExpired: {
    code: 2002,
    status: 400,
    message: {
      'zh-Hant': '驗證碼已失效，請重新索取',
      en: 'That code no longer works; please ask for a new one',
    },
  },
  proofNeeded: {
    code: 2003,
    status: 428,
    message: {
      'zh-Hant': '正在確認您不是機械人，請稍候',
      en: 'Checking that you are not a robot; one moment',
    },
  },
  waitForCode: {
    code: 2004,
    status: 429,
    message: {
      'zh-Hant': '請稍等片刻才再索取驗證碼',
      en: 'Please wait a little before asking for another code',
    },
  },
  smsUnavailable: {
    code: 2005,
    status: 503,
    message: {
      'zh-Hant': '暫時未能發出短訊，請稍後再試',
      en: 'Messages cannot be sent just now; please try again later',
    },
  },
  ticketInvalid: {
    code: 2006,
    status: 400,
    message: {
      'zh-Hant': '驗證已過時，請重新驗證手機號碼',
      en: 'That took a while; please verify your number again',
    },
  },
  banned: {
    code: 2007,
    status: 403,
    message: {
      'zh-Hant': '此號碼已停用；如有疑問請聯絡我們',
      en: 'This number is suspended; contact us with any question',
    },
  },
  reachedLimit: {
    code: 2008,
    status: 409,
    message: { 'zh-Hant': '已達數量上限', en: 'You have reached the limit' },
  },
  quotaUsedUp: {
    code: 2009,
    status: 402,
    message: { 'zh-Hant': '可用次數已用完', en: 'Your allowance is used up' },
  },
  caseClosed: {
    code: 2201,
    status: 409,
    message: {
      'zh-Hant': '個案已配對或已完結，內容不能再修改',
      en: 'This case is matched or ended and can no longer be changed',
    },
  },
  childInUse: {
    code: 2202,
    status: 409,
    message: {
      'zh-Hant': '這位子女仍在公開或已配對的個案中，請先將個案下架',
      en: 'This child is in an online or matched case; please take the case offline first',
    },
  },
  alreadyPosted: {
    code: 2203,
    status: 409,
    message: {
      'zh-Hant': '這份資料之前已經提交，請在已提交的內容上修改',
      en: 'This has been posted already; please change what was posted',
    },
  },
  caseNotOnline: {
    code: 2301,
    status: 409,
    message: { 'zh-Hant': '這個個案目前沒有公開', en: 'This case is not online at the moment' },
  },
  caseTaken: {
    code: 2302,
    status: 409,
    message: { 'zh-Hant': '這個個案剛剛已配對', en: 'This case has just been matched' },
  },
  slotTaken: {
    code: 2303,
    status: 409,
    message: {
      'zh-Hant': '導師在所選時間已有安排，請另選時間',
      en: 'The tutor is taken at the chosen times; please choose others',
    },
  },
  interestClosed: {
    code: 2304,
    status: 409,
    message: {
      'zh-Hant': '這個應徵或邀請已經結束',
      en: 'This application or invitation is no longer open',
    },
  },
  ownCase: {
    code: 2305,
    status: 409,
    message: { 'zh-Hant': '不能與自己配對', en: 'You cannot be matched with yourself' },
  },
  listingNeeded: {
    code: 2306,
    status: 409,
    message: {
      'zh-Hant': '請先建立並公開您的導師檔案',
      en: 'Please make your tutor listing and show it first',
    },
  },
  otherAskedFirst: {
    code: 2307,
    status: 409,
    message: {
      'zh-Hant': '對方已先提出，條件不同；請看看對方的條件再回覆',
      en: 'The other side asked first, on other terms; please look at them and answer',
    },
  },
  askedTooOften: {
    code: 2308,
    status: 429,
    message: {
      'zh-Hant': '您已問過對方，請過一段時間再試',
      en: 'You have asked already; please give it some time',
    },
  },
  matchOver: {
    code: 2309,
    status: 409,
    message: {
      'zh-Hant': '配對已到下一步，不能再這樣做',
      en: 'The match has moved on; this is no longer possible',
    },
  },
  contactShared: {
    code: 2310,
    status: 409,
    message: {
      'zh-Hant': '雙方已同意交換，不能收回',
      en: 'Both of you agreed already; it cannot be taken back',
    },
  },
  slotsNotOffered: {
    code: 2311,
    status: 409,
    message: {
      'zh-Hant': '所選時間不在對方可上課的時間內',
      en: 'The chosen times are outside those the other side offers',
    },
  },
  policeCheckOver: {
    code: 2401,
    status: 409,
    message: {
      'zh-Hant': '這次查核已經結束',
      en: 'This check is over',
    },
  },
  policeCheckAsked: {
    code: 2402,
    status: 429,
    message: {
      'zh-Hant': '你在過去 30 天內已向這位導師提出過查核，請遲些再試',
      en: 'You asked this tutor for a check within the last 30 days; please wait a while',
    },
  },
  badgeOver: {
    code: 2403,
    status: 409,
    message: {
      'zh-Hant': '這個徽章已經失效',
      en: 'This badge no longer holds',
    },
  },
  classStopped: {
    code: 2501,
    status: 409,
    message: {
      'zh-Hant': '課堂已停止，不能再打卡',
      en: 'This class has stopped; nothing more can be clocked in',
    },
  },
  lessonOpen: {
    code: 2502,
    status: 409,
    message: {
      'zh-Hant': '您有另一節課仍在進行，請先結束',
      en: 'Another lesson of yours is still open; please end it first',
    },
  },
  lessonNotStarted: {
    code: 2503,
    status: 409,
    message: {
      'zh-Hant': '找不到這節課的開始紀錄，請先傳送開始',
      en: 'This lesson has no start yet; please send its start first',
    },
  },
  endBeforeStart: {
    code: 2504,
    status: 409,
    message: {
      'zh-Hant': '結束時間必須在開始之後',
      en: 'A lesson ends after it starts',
    },
  },
  lessonOverlaps: {
    code: 2505,
    status: 409,
    message: {
      'zh-Hant': '這段時間與您的另一節課重疊',
      en: 'This overlaps another lesson of yours',
    },
  },
  clockWrong: {
    code: 2506,
    status: 409,
    message: {
      'zh-Hant': '手機時間與實際時間相差太遠，請校正後再試',
      en: 'The clock of your phone is too far off; please set it right',
    },
  },
  clockTooOld: {
    code: 2507,
    status: 409,
    message: {
      'zh-Hant': '這個打卡紀錄太舊，不能再補交',
      en: 'This entry is too old to be handed in',
    },
  },
  lessonTooLong: {
    code: 2508,
    status: 409,
    message: {
      'zh-Hant': '一節課不能超過八小時',
      en: 'A lesson lasts eight hours at most',
    },
  },
  lessonSettled: {
    code: 2509,
    status: 409,
    message: {
      'zh-Hant': '這節課的紀錄已經確定',
      en: 'The record of this lesson is settled',
    },
  },
  noticeTooShort: {
    code: 2510,
    status: 409,
    message: {
      'zh-Hant': '更改時間須於至少二十四小時前提出',
      en: 'A lesson is moved with at least 24 hours of notice',
    },
  },
  notPlanned: {
    code: 2511,
    status: 409,
    message: {
      'zh-Hant': '這個時間沒有可更改的課堂',
      en: 'No lesson that could be changed is planned at this time',
    },
  },
  appealClosed: {
    code: 2512,
    status: 409,
    message: {
      'zh-Hant': '這項紀錄不能上訴',
      en: 'There is nothing to appeal against here',
    },
  },
  noOpenLesson: {
    code: 2521,
    status: 409,
    message: {
      'zh-Hant': '現在沒有進行中的課堂',
      en: 'No lesson is going on now',
    },
  },
  reviewNotOpen: {
    code: 2531,
    status: 409,
    message: {
      'zh-Hant': '現在不能為這個課堂撰寫評價',
      en: 'A review of this class cannot be written now',
    },
  },
  reviewPublished: {
    code: 2532,
    status: 409,
    message: {
      'zh-Hant': '評價已經公開，不能再修改',
      en: 'The review is published and can no longer be changed',
    },
  },
  answerRunning: {
    code: 2601,
    status: 409,
    message: {
      'zh-Hant': '上一個回答仍在進行，請等它完成或先停止',
      en: 'The last answer is still being written; please wait, or stop it first',
    },
  },
  assistantUnavailable: {
    code: 2602,
    status: 503,
    message: {
      'zh-Hant': '這位助手暫時未能回答，請稍後再試',
      en: 'This assistant cannot answer just now; please try again later',
    },
  },
  nothingToContinue: {
    code: 2603,
    status: 409,
    message: {
      'zh-Hant': '這個回答已經完整，沒有可以繼續的內容',
      en: 'This answer is complete; there is nothing to go on with',
    },
  },
  trialUsedUp: {
    code: 2604,
    status: 402,
    message: {
      'zh-Hant': '今天的試用次數已用完，登入後可以繼續',
      en: 'Today’s trial messages are used up; log in to go on',
    },
  },
  internal: {
    code: 1500,
    status: 500,
    message: {
      'zh-Hant': '系統出了問題，我們已記錄下來',
      en: 'Something went wrong on our side; it has been recorded',
    },
  },
  badOffer: {
    code: 2701,
    status: 400,
    message: {
      'zh-Hant': '未能建立通話：瀏覽器送來的連線資料不完整',
      en: 'The call could not be made: the connection details sent by the browser are not usable',
    },
  },
  voiceBusy: {
    code: 2702,
    status: 503,
    message: {
      'zh-Hant': '語音導師現在滿線，請稍後再試',
      en: 'All lines of the voice tutor are busy; please try again shortly',
    },
  },
  voiceUnavailable: {
    code: 2703,
    status: 503,
    message: {
      'zh-Hant': '語音導師暫時未能接通，請稍後再試',
      en: 'The voice tutor cannot be reached just now; please try again later',
    },
  },
  notUnderstood: {
    code: 2704,
    status: 422,
    message: { 'zh-Hant': '聽不清楚，請再說一次', en: 'That could not be understood; please say it again' },
  },
  sessionInvalid: {
    code: 3001,
    status: 401,
    message: { 'zh-Hant': '登入已失效，請重新登入', en: 'Your session has ended; please log in again' },
  },
  notSignedIn: {
    code: 3002,
    status: 401,
    message: { 'zh-Hant': '請先登入', en: 'Please log in first' },
  },
  tokenExpired: {
    code: 3003,
    status: 401,
    message: { 'zh-Hant': '登入憑證需要更新', en: 'Your access token needs renewing' },
  },
  csrfFailed: {
    code: 3004,
    status: 403,
    message: {
      'zh-Hant': '未能確認這個要求來自本頁，請重新載入',
      en: 'This request could not be tied to your page; please reload',
    },
  },
  wrongOrigin: {
    code: 3005,
    status: 403,
    message: { 'zh-Hant': '不接受來自其他網站的要求', en: 'Requests from other sites are not accepted' },
  },
  notAllowed: {
    code: 3006,
    status: 403,
    message: { 'zh-Hant': '您目前的身份不能這樣做', en: 'Your current role may not do this' },
  },
  secondFactorNeeded: {
    code: 3007,
    status: 403,
    message: { 'zh-Hant': '請先完成兩步驗證', en: 'Please complete two-step verification first' },
  },
  freshLoginNeeded: {
    code: 3008,
    status: 403,
    message: {
      'zh-Hant': '為保障您的帳戶，請重新登入後再更改這一項',
      en: 'To keep your account safe, please log in again before changing this',
    },
  },
} as const satisfies Record<string, CodeEntry>;

export type CodeName = keyof typeof codes;
