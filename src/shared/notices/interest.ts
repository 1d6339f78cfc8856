import { z } from 'zod';
import { formatShortTime } from '../hong-kong.ts';
import type { Locale } from '../locale.ts';
import { kind, matchPage, type NoticeLinks, talkPage } from './notice-kind.ts';

/** The rows that a notice is about, so that it can link to their page and name the case. */
const aboutInterest = z.object({ interest: z.int(), case: z.int() });
const aboutMatch = z.object({ match: z.int(), case: z.int(), interest: z.int().optional() });
const aboutTrial = aboutMatch.extend({ starts_at: z.iso.datetime() });
const at = (starts_at: string, locale: Locale) => formatShortTime(starts_at, locale);
const weeklyPage = (params: unknown, links: NoticeLinks) =>
  links.class === null ? talkPage(params, links) : `/clock-in?class=${links.class}`;

/** Notices between the two sides; their words contain no names. */
export const interestNotices = {
  case_found: kind(
    z.object({ case: z.int(), search: z.int() }),
    ['有新個案合乎你儲存的搜尋', '家長剛發佈了這個個案，你可以看看並應徵。'],
    [
      'A new case that you look for',
      'A family has just posted a case that your saved search finds. Have a look, and apply if it suits you.',
    ],
    ({ case: id }) => `/case/${id}`,
  ),
  interest_applied: kind(
    aboutInterest,
    ['有導師應徵', '一位導師應徵了你的個案，請看看對方的條件並回覆。'],
    ['A tutor applied', 'A tutor applied to your case. Please look at the offer and answer.'],
    talkPage,
  ),
  interest_invited: kind(
    aboutInterest,
    ['有家長邀請你', '一位家長邀請你任教，請看看個案內容並回覆。'],
    ['A family invited you', 'A family invites you to teach. Please look at the case and answer.'],
    talkPage,
  ),
  interest_declined: kind(
    aboutInterest,
    ['對方婉拒了', '對方這次未能接受，還有其他選擇等着你。'],
    ['Not this time', 'The other side could not say yes this time. Others here may suit you well.'],
    talkPage,
  ),
  interest_withdrawn: kind(
    aboutInterest,
    ['應徵或邀請已收回', '對方收回了應徵或邀請，你無須再回覆。'],
    ['An application or invitation was taken back', 'The other side took it back, so you need not answer.'],
    talkPage,
  ),
  interest_closed: kind(
    aboutInterest.extend({ because: z.enum(['matched', 'offline']).optional() }),
    ({ because }) => ({
      title: '這次未能配對',
      text: `${because === 'matched' ? '這個個案已選定另一位導師' : because === 'offline' ? '家長已把這個個案下架' : '這個應徵或邀請已經結束'}，與你的條件無關。多謝你的心意。`,
    }),
    ({ because }) => ({
      title: 'Not this time',
      text: `${because === 'matched' ? 'The family has chosen another tutor for this case' : because === 'offline' ? 'The family took this case offline' : 'This application or invitation has closed'}, through no fault of yours. Thank you for your interest.`,
    }),
    talkPage,
  ),
  match_made: kind(
    aboutMatch.extend({
      others: z.int().optional().describe('tutors who were told that another was chosen'),
    }),
    ({ others = 0 }) => ({
      title: '配對成功',
      text: `雙方都同意了！下一步是商定試堂的日子。${others > 0 ? `其他 ${others} 位導師已收到婉拒通知。` : ''}`,
    }),
    ({ others = 0 }) => ({
      title: 'It is a match',
      text: `Both of you said yes. The next step is a day for the trial lesson.${others > 0 ? ` ${others === 1 ? 'One other tutor has' : `${others} other tutors have`} been told.` : ''}`,
    }),
    talkPage,
  ),
  trial_proposed: kind(
    aboutTrial,
    ({ starts_at }) => ({
      title: '對方提議了試堂時間',
      text: `${at(starts_at, 'zh-Hant')}。你可以接受，或提議另一個時間。`,
    }),
    ({ starts_at }) => ({
      title: 'A time for the trial lesson is proposed',
      text: `${at(starts_at, 'en')}. You may accept it or propose another.`,
    }),
    talkPage,
  ),
  trial_agreed: kind(
    aboutTrial,
    ({ starts_at }) => ({
      title: '試堂時間已定',
      text: `試堂在 ${at(starts_at, 'zh-Hant')}，已加到雙方的日曆。`,
    }),
    ({ starts_at }) => ({
      title: 'The trial lesson is set',
      text: `It is on ${at(starts_at, 'en')} and stands in both calendars.`,
    }),
    talkPage,
  ),
  trial_moved: kind(
    aboutTrial,
    ({ starts_at }) => ({
      title: '試堂已改期',
      text: `雙方同意改在 ${at(starts_at, 'zh-Hant')}，日曆已經更新。`,
    }),
    ({ starts_at }) => ({
      title: 'The trial lesson was moved',
      text: `Both of you agreed on ${at(starts_at, 'en')}; the calendars show the new time.`,
    }),
    talkPage,
  ),
  trial_declined: kind(
    aboutTrial,
    ({ starts_at }) => ({
      title: '試堂時間不合適',
      text: `對方未能在 ${at(starts_at, 'zh-Hant')} 試堂，請提議另一個時間。`,
    }),
    ({ starts_at }) => ({
      title: 'That time does not suit',
      text: `${at(starts_at, 'en')} does not suit the other side; please propose another time.`,
    }),
    talkPage,
  ),
  trial_cancelled: kind(
    aboutTrial.extend({ was_agreed: z.boolean() }),
    ({ starts_at, was_agreed }) => ({
      title: was_agreed ? '試堂已取消' : '對方收回了試堂提議',
      text: `${at(starts_at, 'zh-Hant')} ${was_agreed ? '的試堂已取消' : '的提議已收回'}，可以再提議另一個時間。`,
    }),
    ({ starts_at, was_agreed }) => ({
      title: was_agreed ? 'The trial lesson is cancelled' : 'The proposed time was taken back',
      text: `${was_agreed ? 'The trial lesson of' : 'The proposal for'} ${at(starts_at, 'en')} is off; another time can be proposed.`,
    }),
    talkPage,
  ),
  trial_over: kind(
    aboutMatch,
    ['試堂合適嗎？', '試堂已經完結。合適的話，每週的課堂便會開始；不合適，可以重新公開個案。'],
    [
      'Did the trial lesson suit you?',
      'It is over. If it suited, the weekly lessons begin; if not, you can put the case online again.',
    ],
    talkPage,
  ),
  trial_passed: kind(
    aboutMatch,
    ['試堂合適', '家長確認試堂合適，課堂繼續，每週的時間已加到雙方的日曆。'],
    [
      'The trial went well',
      'The family confirmed the trial lesson. Lessons go on, and the weekly times stand in both calendars.',
    ],
    weeklyPage,
  ),
  trial_failed: kind(
    aboutMatch,
    ['試堂後未有繼續', '家長決定另覓導師，你的時間已經空出。多謝你的用心。'],
    [
      'It ends with the trial',
      'The family will look further, and your times are free again. Thank you for your effort.',
    ],
    matchPage,
  ),
  match_ended: kind(
    aboutMatch,
    ['配對已結束', '這個配對已經結束，過往的課堂紀錄仍會保留。家長可以重新公開個案，另覓導師。'],
    [
      'The match has ended',
      'This match is over; the record of past lessons stays. The family can put the case online again and find another tutor.',
    ],
    matchPage,
  ),
  contact_asked: kind(
    aboutMatch,
    ['對方想與你交換電話', '你同意後，雙方便會看到對方的姓名和電話。'],
    [
      'Share numbers?',
      "The other side would like to. Once you agree too, each sees the other's name and number.",
    ],
    talkPage,
  ),
  contact_agreed: kind(
    aboutMatch,
    ['可以直接聯絡了', '雙方已交換電話，號碼就在「我的補習」和對話中。'],
    [
      'You can now talk directly',
      'You have shared your numbers. The number is in My tutoring and in the conversation.',
    ],
    talkPage,
  ),
};
