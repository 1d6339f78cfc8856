import { z } from 'zod';
import { formatMonth, formatShortTime } from '../hong-kong.ts';
import type { Side } from '../interest.ts';
import { feesPath } from '../rules/tutoring-paths.ts';
import { dayPage, kind } from './notice-kind.ts';

/** The rows that a notice is about, so that it can link to their page. */
const aboutLesson = z.object({ lesson: z.int(), class: z.int() });
const aboutPlan = z.object({ class: z.int(), planned_at: z.iso.datetime() });

const aboutStart = z.object({
  class: z.int(),
  starts_at: z.iso.datetime(),
  planned_at: z.iso.datetime().optional().describe('where it stands in the plan, if it was moved'),
});
const aboutReview = z.object({
  class: z.int(),
  occasion: z.enum(['third', 'end']),
  /** How many have been held; notices from before have none. */
  lessons: z.int().optional(),
});
const aboutMonth = z.object({ class: z.int(), month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/) });
const heldZh = (lessons: number | undefined) =>
  lessons === undefined ? '三節或以上的課' : ` ${lessons} 節課`;
const heldEn = (lessons: number | undefined) =>
  lessons === undefined ? 'three lessons or more' : `${lessons} lessons`;

const lessonPage = ({ lesson }: { lesson: number }) => `/clock-in/${lesson}`;
const reviewPage = ({ class: cls }: { class: number }) => `/me/review/${cls}`;
/** The account of a class in the fees of a month. */
const feesPage =
  (side: Side | 'both') =>
  ({ class: cls, month }: z.infer<typeof aboutMonth>) =>
    feesPath(month, { side: side === 'both' ? undefined : side, classId: cls });
const startPage = ({ class: cls, starts_at }: { class: number; starts_at: string }) =>
  dayPage(cls, starts_at);

/** Notices to the two sides of a class; their words contain no names. */
export const classNotices = {
  lesson_started: kind(
    aboutLesson,
    ['已開始上課', '導師已為這節課打卡開始。'],
    ['The lesson has begun', 'The tutor has clocked in.'],
    lessonPage,
  ),
  lesson_ended: kind(
    aboutLesson,
    ['請確認課堂紀錄', '這節課已結束。請於 72 小時內確認或提出異議，逾時視為確認。'],
    [
      'Please confirm the lesson',
      'The lesson is over. Please confirm or dispute it within 72 hours; after that it counts as confirmed.',
    ],
    lessonPage,
  ),
  lesson_undone: kind(
    aboutLesson.extend({ what: z.enum(['start', 'end', 'added']) }),
    ({ what }) => ({
      title: '導師撤銷了打卡',
      text: {
        start: '剛才的開始打卡是誤按，這節課不計算。',
        end: '剛才的結束打卡是誤按，這節課仍在進行。',
        added: '導師收回了補記的課堂，不計算。',
      }[what],
    }),
    ({ what }) => ({
      title: 'The tutor took back a clock-in',
      text: {
        start: 'The start was tapped by mistake; this lesson does not count.',
        end: 'The end was tapped by mistake; the lesson goes on.',
        added: 'The tutor took back the lesson that was added; it does not count.',
      }[what],
    }),
    lessonPage,
  ),
  lesson_added: kind(
    aboutLesson,
    ['請確認補記的課堂', '導師補記了一節沒有打卡的課。你確認後才會計算；如有不符，可提出異議。'],
    [
      'Please confirm a lesson that was added',
      'The tutor has added a lesson that was not clocked in. It counts once you confirm it; if it is wrong, you can dispute it.',
    ],
    lessonPage,
  ),
  lesson_end_forgotten: kind(
    aboutLesson,
    ['課堂忘了打卡結束', '這節課沒有結束打卡，暫以原定時長計算。導師可補回實際時間，家長可確認或提出異議。'],
    [
      'A lesson was not clocked out',
      'Nobody ended this lesson, so its planned length counts for now. The tutor may still give the time; the family may confirm or dispute it.',
    ],
    lessonPage,
  ),
  lesson_confirmed: kind(
    aboutLesson,
    ['課堂紀錄已確認', '這節課的時間和金額已經確定。'],
    ['The lesson is confirmed', 'Its time and amount are settled.'],
    lessonPage,
  ),
  lesson_disputed: kind(
    aboutLesson,
    ['家長對課堂紀錄有異議', '請寫下你的說明，我們會看過雙方的說法再決定。'],
    [
      'A lesson is disputed',
      'The family does not agree with the record. Please give your account; we decide after hearing both.',
    ],
    lessonPage,
  ),
  lesson_dispute_decided: kind(
    aboutLesson.extend({ decision: z.enum(['stands', 'planned', 'void']) }),
    ({ decision }) => ({
      title: '課堂爭議已有決定',
      text: {
        stands: '我們看過雙方的說法：紀錄成立，照原有時間計算。',
        planned: '我們看過雙方的說法：這節課最多以原定時長計算。',
        void: '我們看過雙方的說法：這節課不計算。',
      }[decision],
    }),
    ({ decision }) => ({
      title: 'The dispute is decided',
      text: {
        stands: 'We have heard both sides: the record stands as it is.',
        planned: 'We have heard both sides: of this lesson, the planned length counts at most.',
        void: 'We have heard both sides: this lesson does not count.',
      }[decision],
    }),
    lessonPage,
  ),
  lesson_moved: kind(
    aboutPlan.extend({ starts_at: z.iso.datetime().optional() }),
    ({ planned_at, starts_at }) => ({
      title: '課堂改期',
      text: `原定 ${formatShortTime(planned_at, 'zh-Hant')} 的課堂${starts_at ? `改到 ${formatShortTime(starts_at, 'zh-Hant')}。` : '已改期，請看看新的時間。'}`,
    }),
    ({ planned_at, starts_at }) => ({
      title: 'A lesson was moved',
      text: `The lesson planned for ${formatShortTime(planned_at, 'en')} ${starts_at ? `is now on ${formatShortTime(starts_at, 'en')}.` : 'was moved; please look at the new time.'}`,
    }),
    ({ class: cls, planned_at, starts_at }) => dayPage(cls, starts_at ?? planned_at),
  ),
  lesson_cancelled: kind(
    aboutPlan,
    ({ planned_at }) => ({
      title: '課堂取消',
      text: `原定 ${formatShortTime(planned_at, 'zh-Hant')} 的課堂已取消。`,
    }),
    ({ planned_at }) => ({
      title: 'A lesson was cancelled',
      text: `The lesson planned for ${formatShortTime(planned_at, 'en')} was cancelled.`,
    }),
    ({ class: cls, planned_at }) => dayPage(cls, planned_at),
  ),
  lesson_cancelled_weather: kind(
    aboutStart.extend({ signal: z.enum(['typhoon', 'black_rain']) }),
    ({ starts_at, signal }) => ({
      title: '課堂因天氣取消',
      text: `${signal === 'typhoon' ? '八號或以上熱帶氣旋警告信號' : '黑色暴雨警告'}生效，${formatShortTime(starts_at, 'zh-Hant')} 的課堂取消，不計入任何一方的紀錄。請留在安全的地方。`,
    }),
    ({ starts_at, signal }) => ({
      title: 'A lesson is off because of the weather',
      text: `${signal === 'typhoon' ? 'Typhoon signal 8 or higher' : 'The black rainstorm warning'} is in force: the lesson of ${formatShortTime(starts_at, 'en')} is cancelled, and it counts against nobody. Please stay safe.`,
    }),
    startPage,
  ),
  lesson_soon: kind(
    aboutStart,
    ({ starts_at }) => ({
      title: '課堂快將開始',
      text: `下一節課於 ${formatShortTime(starts_at, 'zh-Hant')} 開始。`,
    }),
    ({ starts_at }) => ({
      title: 'A lesson begins soon',
      text: `Your next lesson begins on ${formatShortTime(starts_at, 'en')}.`,
    }),
    startPage,
  ),
  statement_ready: kind(
    aboutMonth,
    ({ month }) => ({
      title: '月結單已備妥',
      text: `${formatMonth(month, 'zh-Hant')}的課堂、時數和學費已經列好，可以查看和下載。`,
    }),
    ({ month }) => ({
      title: 'The monthly statement is ready',
      text: `The lessons, hours and tuition of ${formatMonth(month, 'en')} are listed, to look at and to download.`,
    }),
    feesPage('both'),
  ),
  fee_paid: kind(
    aboutMonth,
    ({ month }) => ({
      title: '家長已付學費',
      text: `家長標示已付 ${formatMonth(month, 'zh-Hant')}的學費。收到後，請按「已收到」。`,
    }),
    ({ month }) => ({
      title: 'The family has paid',
      text: `The tuition of ${formatMonth(month, 'en')} is marked as paid. Once it has arrived, please tap “Received”.`,
    }),
    feesPage('tutor'),
  ),
  fee_received: kind(
    aboutMonth,
    ({ month }) => ({
      title: '導師已收到學費',
      text: `導師已收到 ${formatMonth(month, 'zh-Hant')}的學費。`,
    }),
    ({ month }) => ({
      title: 'Your payment has arrived',
      text: `The tutor has received the tuition of ${formatMonth(month, 'en')}.`,
    }),
    feesPage('family'),
  ),
  fee_unpaid: kind(
    aboutMonth,
    ({ month }) => ({
      title: '溫馨提示：學費',
      text: `${formatMonth(month, 'zh-Hant')}的學費還未標示已付。如已付款，請按一下「已付款」；如有疑問，歡迎先與導師談談。`,
    }),
    ({ month }) => ({
      title: 'A gentle reminder about tuition',
      text: `The tuition of ${formatMonth(month, 'en')} is not marked as paid yet. If you have paid it, a tap on “Paid” is all it takes; if anything is unclear, have a word with the tutor first.`,
    }),
    feesPage('family'),
  ),
  safety_overdue: kind(
    aboutLesson,
    ['課堂已過預定結束時間', '請打卡結束，或在安全計時延長時間。你分享的連結現正顯示「逾時」。'],
    [
      'Your lesson has run over',
      'Please clock out, or put the end of the safety timer later. The link you shared now shows that it is overdue.',
    ],
    ({ class: cls }) => `/clock-in?class=${cls}`,
  ),
  review_open: kind(
    aboutReview,
    ({ occasion, lessons }) => ({
      title: '歡迎寫下評價',
      text: `${occasion === 'third' ? `你們已上了${heldZh(lessons)}。` : '這個課堂已經結束。'}14 日內可寫評價；雙方的評價會同時公開，之前互相看不到。`,
    }),
    ({ occasion, lessons }) => ({
      title: 'You may write a review',
      text: `${occasion === 'third' ? `You have had ${heldEn(lessons)}.` : 'This class has ended.'} You have 14 days. Both reviews are shown at the same time; neither of you sees the other's before.`,
    }),
    reviewPage,
  ),
  reviews_published: kind(
    aboutReview,
    ['評價已公開', '你現在可以看到對方的評價，並可以回應。'],
    ['The reviews are published', 'You can now see what was written about you, and reply to it.'],
    reviewPage,
  ),
  review_reported_decided: kind(
    z.object({ class: z.int().nullable(), decision: z.enum(['kept', 'removed', 'reply_removed']) }),
    ({ decision }) => ({
      title: '評價舉報已有決定',
      text: { kept: '評價維持公開。', removed: '評價已移除。', reply_removed: '回應已移除。' }[decision],
    }),
    ({ decision }) => ({
      title: 'A report about a review is decided',
      text: {
        kept: 'The review stays.',
        removed: 'The review was taken off the page.',
        reply_removed: 'The reply was taken off the page.',
      }[decision],
    }),
    ({ class: cls }) => (cls === null ? '/me/reports' : `/me/review/${cls}`),
  ),
  reliability_decided: kind(
    aboutPlan.extend({ excused: z.boolean() }),
    ({ excused }) => ({
      title: '上訴已有決定',
      text: excused ? '這節課不會計入你的準時紀錄。' : '這節課的準時紀錄維持不變。',
    }),
    ({ excused }) => ({
      title: 'Your appeal is decided',
      text: excused
        ? 'This lesson does not count in your record of reliability.'
        : 'The record of this lesson stands.',
    }),
    ({ class: cls, planned_at }) => dayPage(cls, planned_at),
  ),
};
