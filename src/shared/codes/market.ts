import type { CodeEntry } from './numbers.ts';
import * as number from './numbers.ts';

/** Cases, interest in them, checks and badges. */
export const marketCodes = {
  caseClosed: {
    code: number.caseClosed,
    status: 409,
    message: {
      'zh-Hant': '個案已配對或已完結，內容不能再修改',
      en: 'This case is matched or ended and can no longer be changed',
    },
  },
  childInUse: {
    code: number.childInUse,
    status: 409,
    message: {
      'zh-Hant': '這位子女仍在公開或已配對的個案中，請先將個案下架',
      en: 'This child is in an online or matched case; please take the case offline first',
    },
  },
  alreadyPosted: {
    code: number.alreadyPosted,
    status: 409,
    message: {
      'zh-Hant': '這份資料之前已經提交，請在已提交的內容上修改',
      en: 'This has been posted already; please change what was posted',
    },
  },
  caseNotOnline: {
    code: number.caseNotOnline,
    status: 409,
    message: { 'zh-Hant': '這個個案目前沒有公開', en: 'This case is not online at the moment' },
  },
  caseTaken: {
    code: number.caseTaken,
    status: 409,
    message: { 'zh-Hant': '這個個案剛剛已配對', en: 'This case has just been matched' },
  },
  slotTaken: {
    code: number.slotTaken,
    status: 409,
    message: {
      'zh-Hant': '導師在所選時間已有安排，請另選時間',
      en: 'The tutor is taken at the chosen times; please choose others',
    },
  },
  interestClosed: {
    code: number.interestClosed,
    status: 409,
    message: {
      'zh-Hant': '這個應徵或邀請已經結束',
      en: 'This application or invitation is no longer open',
    },
  },
  ownCase: {
    code: number.ownCase,
    status: 409,
    message: { 'zh-Hant': '不能與自己配對', en: 'You cannot be matched with yourself' },
  },
  listingNeeded: {
    code: number.listingNeeded,
    status: 409,
    message: {
      'zh-Hant': '請先建立並公開您的導師檔案',
      en: 'Please make your tutor listing and show it first',
    },
  },
  otherAskedFirst: {
    code: number.otherAskedFirst,
    status: 409,
    message: {
      'zh-Hant': '對方已先提出，條件不同；請看看對方的條件再回覆',
      en: 'The other side asked first, on other terms; please look at them and answer',
    },
  },
  askedTooOften: {
    code: number.askedTooOften,
    status: 429,
    message: {
      'zh-Hant': '您已問過對方，請過一段時間再試',
      en: 'You have asked already; please give it some time',
    },
  },
  matchOver: {
    code: number.matchOver,
    status: 409,
    message: {
      'zh-Hant': '配對已到下一步，不能再這樣做',
      en: 'The match has moved on; this is no longer possible',
    },
  },
  contactShared: {
    code: number.contactShared,
    status: 409,
    message: {
      'zh-Hant': '雙方已同意交換，不能收回',
      en: 'Both of you agreed already; it cannot be taken back',
    },
  },
  slotsNotOffered: {
    code: number.slotsNotOffered,
    status: 409,
    message: {
      'zh-Hant': '所選時間不在對方可上課的時間內',
      en: 'The chosen times are outside those the other side offers',
    },
  },
  policeCheckOver: {
    code: number.policeCheckOver,
    status: 409,
    message: {
      'zh-Hant': '這次查核已經結束',
      en: 'This check is over',
    },
  },
  policeCheckAsked: {
    code: number.policeCheckAsked,
    status: 429,
    message: {
      'zh-Hant': '你在過去 30 天內已向這位導師提出過查核，請遲些再試',
      en: 'You asked this tutor for a check within the last 30 days; please wait a while',
    },
  },
  badgeOver: {
    code: number.badgeOver,
    status: 409,
    message: {
      'zh-Hant': '這個徽章已經失效',
      en: 'This badge no longer holds',
    },
  },
} as const satisfies Record<string, CodeEntry>;
