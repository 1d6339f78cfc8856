import { entry } from './entry.ts';
import * as number from './numbers.ts';

/** Lessons, clock-ins, reviews. */
export const classCodes = {
  classStopped: entry(
    number.classStopped,
    409,
    '課堂已停止，不能再打卡',
    'This class has stopped; nothing more can be clocked in',
  ),
  lessonOpen: entry(
    number.lessonOpen,
    409,
    '你有另一節課仍在進行，請先結束',
    'Another lesson of yours is still open; please end it first',
  ),
  lessonNotStarted: entry(
    number.lessonNotStarted,
    409,
    '找不到這節課的開始紀錄，請先傳送開始',
    'This lesson has no start yet; please send its start first',
  ),
  endBeforeStart: entry(
    number.endBeforeStart,
    409,
    '結束時間必須在開始之後',
    'A lesson ends after it starts',
  ),
  lessonOverlaps: entry(
    number.lessonOverlaps,
    409,
    '這段時間與你的另一節課重疊',
    'This overlaps another lesson of yours',
  ),
  clockWrong: entry(
    number.clockWrong,
    409,
    '手機時間與實際時間相差太遠，請校正後再試',
    'The clock of your phone is too far off; please set it right',
  ),
  clockTooOld: entry(
    number.clockTooOld,
    409,
    '這個打卡紀錄太舊，不能再補交',
    'This entry is too old to be handed in',
  ),
  lessonTooLong: entry(
    number.lessonTooLong,
    409,
    '一節課不能超過八小時',
    'A lesson lasts eight hours at most',
  ),
  lessonSettled: entry(
    number.lessonSettled,
    409,
    '這節課的紀錄已經確定',
    'The record of this lesson is settled',
  ),
  noticeTooShort: entry(
    number.noticeTooShort,
    409,
    '更改時間須於至少 24 小時前提出',
    'A lesson is moved with at least 24 hours of notice',
  ),
  notPlanned: entry(
    number.notPlanned,
    409,
    '這個時間沒有可更改的課堂',
    'No lesson that could be changed is planned at this time',
  ),
  appealClosed: entry(
    number.appealClosed,
    409,
    '這項紀錄不能上訴',
    'There is nothing to appeal against here',
  ),
  planTimeWrong: entry(
    number.planTimeWrong,
    409,
    '課堂須在 07:00 至 22:30 之間、由現在起 62 日內，並在整點、15、30 或 45 分開始',
    'A lesson lies between 07:00 and 22:30, within the next 62 days, and begins on a quarter of an hour',
  ),
  planChanged: entry(
    number.planChanged,
    409,
    '這項提議剛剛有變，請再看一次時間表',
    'This proposal has just changed; please look at the timetable again',
  ),
  planFull: entry(
    number.planFull,
    409,
    '等待回覆的提議太多，請先等對方回覆，或收回其中一些',
    'Too many proposals wait for an answer; please wait, or take some of them back',
  ),
  lessonBeforeMatch: entry(
    number.lessonBeforeMatch,
    409,
    '這個時間在配對之前，不能記錄課堂',
    'This is before the match was made; no lesson can be recorded then',
  ),
  lessonTimeWrong: entry(
    number.lessonTimeWrong,
    409,
    '補記的課堂須已完結、在過去 31 日內，並最少 10 分鐘',
    'A lesson that is added is over, lies within the last 31 days and lasted 10 minutes at least',
  ),
  undoOver: entry(
    number.undoOver,
    409,
    '打卡超過 10 分鐘，或已有下一步，不能再撤銷',
    'More than 10 minutes have passed, or it has moved on; this can no longer be undone',
  ),
  feesChanged: entry(
    number.feesChanged,
    409,
    '這個月的金額剛剛有變，請再看一次',
    'The amount of this month has just changed; please look at it again',
  ),
  receiptKept: entry(
    number.receiptKept,
    409,
    '導師已確認收到，或已超過 10 分鐘，不能再撤銷',
    'The tutor has received it, or more than 10 minutes have passed; this can no longer be undone',
  ),
  noOpenLesson: entry(number.noOpenLesson, 409, '現在沒有進行中的課堂', 'No lesson is going on now'),
  reviewNotOpen: entry(
    number.reviewNotOpen,
    409,
    '現在不能為這個課堂撰寫評價',
    'A review of this class cannot be written now',
  ),
  reviewPublished: entry(
    number.reviewPublished,
    409,
    '評價已經公開，不能再修改',
    'The review is published and can no longer be changed',
  ),
};
