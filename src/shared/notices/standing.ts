import { z } from 'zod';
import { formatDay } from '../hong-kong.ts';
import { kind, matchPage, talkPage } from './notice-kind.ts';

const aboutMatch = z.object({ match: z.int(), case: z.int() });

/** Where a family or a tutor turns when a child may be at risk. */
const whereToTurn = {
  'zh-Hant':
    '如孩子曾經受到傷害或令你擔心，可致電防止虐待兒童會 2755 1122 或社會福利署熱線 2343 2255；有即時危險請致電 999。',
  en: 'If a child was hurt, or you are worried, call Against Child Abuse 2755 1122 or the Social Welfare Department 2343 2255; in immediate danger call 999.',
};

/** Warnings, suspensions and bans: to the person, and in neutral words to the other side of a match. */
export const standingNotices = {
  ban_lifted: kind(
    z.object({}),
    [
      '帳戶已恢復',
      '你的號碼已可再次登入；原本公開的個案和導師檔案會重新顯示。已終止的配對和課堂、已取消的課節不會恢復。',
    ],
    [
      'Your account is back',
      'Your number may log in again, and cases and listings that were public are shown again. Matches and classes that ended, and lessons that were cancelled, do not come back.',
    ],
    '/me/standing',
  ),
  warned: kind(
    z.object({ measure: z.int() }),
    ['你收到一次警告', '我們的營運人員向你發出警告，請看看原因。'],
    ['You have been warned', 'Our operators have given you a warning. Please read the reason.'],
    '/me/standing',
  ),
  suspension_over: kind(
    z.object({ measure: z.int() }),
    [
      '帳戶已恢復使用',
      '暫停期已完結。原本公開的個案和導師檔案會重新顯示，暫停的課堂可以繼續；期間取消的課節和應徵不會恢復。',
    ],
    [
      'Your account works again',
      'The suspension is over. Cases and listings that were public are shown again, and classes go on. Lessons and applications that were cancelled meanwhile do not come back.',
    ],
    '/me/standing',
  ),
  suspension_appeal_decided: kind(
    z.object({ measure: z.int(), is_lifted: z.boolean() }),
    ({ is_lifted }) => ({
      title: '上訴已有決定',
      text: is_lifted ? '我們看過你的上訴，已解除暫停。' : '我們看過你的上訴，暫停維持不變。',
    }),
    ({ is_lifted }) => ({
      title: 'Your appeal is decided',
      text: is_lifted
        ? 'We have looked at your appeal, and the suspension is lifted.'
        : 'We have looked at your appeal, and the suspension stays.',
    }),
    '/me/standing',
  ),
  match_rests: kind(
    aboutMatch.extend({ until: z.iso.date(), is_child_safety: z.boolean() }),
    ({ until, is_child_safety }) =>
      is_child_safety
        ? {
            title: '請勿再安排上課',
            text: `平台已暫停這個配對，已安排的課節全部取消。請勿再安排上課，亦不要私下見面。${whereToTurn['zh-Hant']}`,
          }
        : {
            title: '課堂暫停',
            text: `這個配對暫停至 ${formatDay(until, 'zh-Hant')}，期間的課節已取消，暫時不能傳送訊息。你無須做任何事；如想另覓，可以結束配對。`,
          },
    ({ until, is_child_safety }) =>
      is_child_safety
        ? {
            title: 'Please arrange no more lessons',
            text: `We have paused this match, and every planned lesson is cancelled. Please arrange no more lessons and do not meet in private. ${whereToTurn.en}`,
          }
        : {
            title: 'Your class rests',
            text: `This match rests until ${formatDay(until, 'en')}. Lessons up to then are cancelled, and nothing can be sent. You need not do anything; to look elsewhere, you may end the match.`,
          },
    matchPage,
  ),
  match_resumes: kind(
    aboutMatch,
    ['課堂可以繼續', '這個配對已恢復，可以再傳送訊息和上課。暫停期間取消的課節不會補回，請與對方重新安排。'],
    [
      'Your class goes on',
      'This match is open again for messages and lessons. Lessons that were cancelled do not come back; please arrange them anew.',
    ],
    talkPage,
  ),
  match_closed: kind(
    aboutMatch.extend({ is_child_safety: z.boolean() }),
    ({ is_child_safety }) =>
      is_child_safety
        ? {
            title: '請勿再安排上課',
            text: `平台已終止這個配對，已安排的課節全部取消。請勿再安排上課，亦不要私下見面。${whereToTurn['zh-Hant']}`,
          }
        : {
            title: '配對已終止',
            text: '平台已終止這個配對，已安排的課節不會再上，過往的課堂紀錄仍會保留。家長可以重新公開個案，另覓導師。',
          },
    ({ is_child_safety }) =>
      is_child_safety
        ? {
            title: 'Please arrange no more lessons',
            text: `We have ended this match, and every planned lesson is cancelled. Please arrange no more lessons and do not meet in private. ${whereToTurn.en}`,
          }
        : {
            title: 'The match was ended',
            text: 'We have ended this match. Planned lessons will not take place; the record of past lessons stays. The family can put the case online again and find another tutor.',
          },
    matchPage,
  ),
};
