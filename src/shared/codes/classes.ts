import type { CodeEntry } from './numbers.ts';
import * as number from './numbers.ts';

/** Lessons, the clock, reviews. */
export const classCodes = {
  classStopped: {
    code: number.classStopped,
    status: 409,
    message: {
      'zh-Hant': '課堂已停止，不能再打卡',
      en: 'This class has stopped; nothing more can be clocked in',
    },
  },
  lessonOpen: {
    code: number.lessonOpen,
    status: 409,
    message: {
      'zh-Hant': '您有另一節課仍在進行，請先結束',
      en: 'Another lesson of yours is still open; please end it first',
    },
  },
  lessonNotStarted: {
    code: number.lessonNotStarted,
    status: 409,
    message: {
      'zh-Hant': '找不到這節課的開始紀錄，請先傳送開始',
      en: 'This lesson has no start yet; please send its start first',
    },
  },
  endBeforeStart: {
    code: number.endBeforeStart,
    status: 409,
    message: {
      'zh-Hant': '結束時間必須在開始之後',
      en: 'A lesson ends after it starts',
    },
  },
  lessonOverlaps: {
    code: number.lessonOverlaps,
    status: 409,
    message: {
      'zh-Hant': '這段時間與您的另一節課重疊',
      en: 'This overlaps another lesson of yours',
    },
  },
  clockWrong: {
    code: number.clockWrong,
    status: 409,
    message: {
      'zh-Hant': '手機時間與實際時間相差太遠，請校正後再試',
      en: 'The clock of your phone is too far off; please set it right',
    },
  },
  clockTooOld: {
    code: number.clockTooOld,
    status: 409,
    message: {
      'zh-Hant': '這個打卡紀錄太舊，不能再補交',
      en: 'This entry is too old to be handed in',
    },
  },
  lessonTooLong: {
    code: number.lessonTooLong,
    status: 409,
    message: {
      'zh-Hant': '一節課不能超過八小時',
      en: 'A lesson lasts eight hours at most',
    },
  },
  lessonSettled: {
    code: number.lessonSettled,
    status: 409,
    message: {
      'zh-Hant': '這節課的紀錄已經確定',
      en: 'The record of this lesson is settled',
    },
  },
  noticeTooShort: {
    code: number.noticeTooShort,
    status: 409,
    message: {
      'zh-Hant': '更改時間須於至少二十四小時前提出',
      en: 'A lesson is moved with at least 24 hours of notice',
    },
  },
  notPlanned: {
    code: number.notPlanned,
    status: 409,
    message: {
      'zh-Hant': '這個時間沒有可更改的課堂',
      en: 'No lesson that could be changed is planned at this time',
    },
  },
  appealClosed: {
    code: number.appealClosed,
    status: 409,
    message: {
      'zh-Hant': '這項紀錄不能上訴',
      en: 'There is nothing to appeal against here',
    },
  },
  noOpenLesson: {
    code: number.noOpenLesson,
    status: 409,
    message: {
      'zh-Hant': '現在沒有進行中的課堂',
      en: 'No lesson is going on now',
    },
  },
  reviewNotOpen: {
    code: number.reviewNotOpen,
    status: 409,
    message: {
      'zh-Hant': '現在不能為這個課堂撰寫評價',
      en: 'A review of this class cannot be written now',
    },
  },
  reviewPublished: {
    code: number.reviewPublished,
    status: 409,
    message: {
      'zh-Hant': '評價已經公開，不能再修改',
      en: 'The review is published and can no longer be changed',
    },
  },
} as const satisfies Record<string, CodeEntry>;
