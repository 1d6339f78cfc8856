import { z } from 'zod';
import { kind } from './notice-kind.ts';

/** The rows that a notice is about, so that it can link to their page. */
const aboutInterest = z.object({ interest: z.int(), case: z.int() });
const aboutMatch = z.object({ match: z.int(), case: z.int() });

/** Notices between the two sides; they contain no names. */
export const interestNotices = {
  interest_applied: kind(
    aboutInterest,
    ['有導師應徵', '一位導師應徵了您的個案，請看看對方的條件並回覆。'],
    ['A tutor applied', 'A tutor applied to your case. Please look at the offer and answer.'],
  ),
  interest_invited: kind(
    aboutInterest,
    ['有家長邀請您', '一位家長邀請您任教，請看看個案內容並回覆。'],
    ['A family invited you', 'A family invites you to teach. Please look at the case and answer.'],
  ),
  interest_declined: kind(
    aboutInterest,
    ['對方婉拒了', '對方這次未能接受，還有其他選擇等著您。'],
    ['Not this time', 'The other side could not accept. Others are waiting.'],
  ),
  interest_withdrawn: kind(
    aboutInterest,
    ['對方已收回', '對方收回了應徵或邀請，您無須再回覆。'],
    ['Taken back', 'The other side took the application or invitation back. Nothing is left to answer.'],
  ),
  interest_closed: kind(
    aboutInterest,
    ['這次配對已結束', '這個應徵或邀請已經結束，與您的條件無關。多謝您的心意。'],
    [
      'No longer open',
      'This application or invitation has closed, through no fault of yours. Thank you for your interest.',
    ],
  ),
  match_made: kind(
    aboutMatch,
    ['配對成功', '雙方都同意了！先上一堂試堂，看看是否合適。'],
    ['It is a match', 'Both of you said yes. It begins with a trial lesson.'],
  ),
  trial_passed: kind(
    aboutMatch,
    ['試堂合適', '家長確認試堂合適，可以繼續上課。'],
    ['The trial went well', 'The family confirmed the trial lesson. Lessons go on.'],
  ),
  trial_failed: kind(
    aboutMatch,
    ['試堂後未有繼續', '家長決定另覓導師，您的時間已經空出。多謝您的用心。'],
    [
      'It ends with the trial',
      'The family will look further, and your times are free again. Thank you for your effort.',
    ],
  ),
  match_ended: kind(
    aboutMatch,
    ['配對已結束', '這個配對已經結束。家長可以一按重新公開個案。'],
    ['The match has ended', 'This match is over. The family can put the case online again with one tap.'],
  ),
  contact_asked: kind(
    aboutMatch,
    ['對方願意交換聯絡方法', '您同意後，雙方便會看到對方的電話號碼。'],
    ['Exchange numbers?', "The other side agrees to. Once you agree too, each sees the other's number."],
  ),
  contact_agreed: kind(
    aboutMatch,
    ['可以直接聯絡了', '雙方都同意交換，電話號碼就在配對頁。'],
    ['You can now talk directly', 'Both of you agreed. The number is on the page of the match.'],
  ),
};
