import { z } from 'zod';
import { formatDay } from '../hong-kong.ts';
import { kind, matchPage, tutoringPage } from './notice-kind.ts';

const badgeNames = {
  student_card: { 'zh-Hant': '學生證已核實', en: 'student card verified' },
  exam_results: { 'zh-Hant': '公開試成績已核實', en: 'exam results verified' },
  transcript: { 'zh-Hant': '學歷已核實', en: 'education verified' },
  certificate: { 'zh-Hant': '證書已核實', en: 'certificate verified' },
  teacher_registration: { 'zh-Hant': '註冊教師', en: 'registered teacher' },
  other: { 'zh-Hant': '文件已核實', en: 'document verified' },
  police_check: { 'zh-Hant': '警方查核', en: 'police check' },
} as const;
const BadgeName = z.enum(Object.keys(badgeNames) as (keyof typeof badgeNames)[]);

const reasons = {
  not_genuine: { 'zh-Hant': '文件未能證實屬實', en: 'it could not be shown to be genuine' },
  out_of_date: { 'zh-Hant': '資料已經過時', en: 'it is out of date' },
  mistaken: { 'zh-Hant': '當初核實有誤', en: 'it was given by mistake' },
  asked_for: { 'zh-Hant': '應你的要求', en: 'you asked for it' },
  other: { 'zh-Hant': '其他原因，可向我們查詢', en: 'for another reason; please ask us' },
} as const;
const Reason = z.enum(Object.keys(reasons) as (keyof typeof reasons)[]);

const aboutMatch = z.object({ match: z.int(), case: z.int() });

/** Notices about badges and police checks. None of them reveals the result of a check, or why it ended. */
export const trustNotices = {
  badge_expiring: kind(
    z.object({ badge: BadgeName, until: z.iso.date() }),
    ({ badge, until }) => ({
      title: '徽章即將到期',
      text: `「${badgeNames[badge]['zh-Hant']}」有效至 ${formatDay(until, 'zh-Hant')}。${
        badge === 'police_check' ? '向警方續期後，可與家長再次查核。' : '請上載新的文件，讓徽章不會中斷。'
      }`,
    }),
    ({ badge, until }) => ({
      title: 'A badge ends soon',
      text: `The badge “${badgeNames[badge].en}” holds until ${formatDay(until, 'en')}. ${
        badge === 'police_check'
          ? 'Once the police have renewed it, it can be checked again with a family.'
          : 'Please upload a new document, so that there is no gap.'
      }`,
    }),
    '/me/tutor',
  ),
  badge_expired: kind(
    z.object({ badge: BadgeName }),
    ({ badge }) => ({
      title: '徽章已到期',
      text: `「${badgeNames[badge]['zh-Hant']}」已到期，不再顯示。重新核實後便會再次顯示。`,
    }),
    ({ badge }) => ({
      title: 'A badge has ended',
      text: `The badge “${badgeNames[badge].en}” has ended and is shown no more. It comes back once it is verified again.`,
    }),
    '/me/tutor',
  ),
  badge_revoked: kind(
    z.object({ badge: BadgeName, reason: Reason }),
    ({ badge, reason }) => ({
      title: '徽章已移除',
      text: `營運人員移除了「${badgeNames[badge]['zh-Hant']}」：${reasons[reason]['zh-Hant']}。你可以重新提交核實。`,
    }),
    ({ badge, reason }) => ({
      title: 'A badge was taken back',
      text: `An operator took “${badgeNames[badge].en}” back: ${reasons[reason].en}. You may have it verified again.`,
    }),
    '/me/tutor',
  ),
  confirmed_badge_revoked: kind(
    // Those from before name no match.
    aboutMatch.partial(),
    [
      '導師的警方查核徽章已移除',
      '你曾確認的這個警方查核徽章，已由營運人員移除。如有需要，可再次向導師提出查核。',
    ],
    [
      'A tutor’s police check badge was taken back',
      'An operator took back the badge that you had confirmed. If need be, you may ask the tutor for a check again.',
    ],
    ({ match }) => (match === undefined ? tutoringPage : matchPage({ match })),
  ),
  police_check_asked: kind(
    aboutMatch,
    [
      '家長希望進行警方查核',
      '一位已配對的家長請你分享「性罪行定罪紀錄查核」的查詢密碼。是否分享由你決定，詳情在「我的補習」的配對內。',
    ],
    [
      'A family asks for a police check',
      'A family you are matched with asks you to share the checking code of your Sexual Conviction Record Check. It is up to you; the match in My tutoring says how.',
    ],
    matchPage,
  ),
  police_check_shared: kind(
    aboutMatch,
    [
      '可以進行警方查核了',
      '導師分享了查詢密碼，請在「我的補習」的配對內查看，並致電警方聽取結果。密碼只顯示給你，14 天後移除。',
    ],
    [
      'You can make the police check now',
      'The tutor shared the checking code. Find it at the match in My tutoring and call the police line. Only you see it, for 14 days.',
    ],
    matchPage,
  ),
  police_check_ended: kind(
    aboutMatch,
    [
      '一次警方查核已結束',
      '這次查核已結束，沒有留下任何結果，如有查詢密碼亦已刪除。查核屬自願性質，結束可以有很多原因。',
    ],
    [
      'A police check is over',
      'This check is over. No result was kept, and a code, if there was one, is deleted. Checks are voluntary and end for many reasons.',
    ],
    matchPage,
  ),
  police_check_confirmed: kind(
    aboutMatch.extend({ until: z.iso.date() }),
    ({ until }) => ({
      title: '已獲警方查核徽章',
      text: `家長確認已完成查核。你的檔案會顯示「警方查核」至 ${formatDay(until, 'zh-Hant')}；查詢密碼已刪除，我們沒有儲存查核結果。`,
    }),
    ({ until }) => ({
      title: 'You have the police check badge',
      text: `The family confirmed the check. Your profile shows “police check” until ${formatDay(until, 'en')}. The code is deleted, and we stored no result.`,
    }),
    matchPage,
  ),
};
