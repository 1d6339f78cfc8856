import { z } from 'zod';
import { kind } from './notice-kind.ts';

/** What the notice is about, so that a page can lead there. */
const aboutInterest = z.object({ interest: z.int(), case: z.int() });
const aboutMatch = z.object({ match: z.int(), case: z.int() });

/** What the two sides hear of each other, without a name in it. */
export const interestNotices = {
  interest_applied: kind({
    params: aboutInterest,
    words: {
      'zh-Hant': () => ({ title: '有導師應徵', text: '一位導師應徵了您的個案，請看看對方的條件並回覆。' }),
      en: () => ({
        title: 'A tutor applied',
        text: 'A tutor applied to your case. Please look at the offer and answer.',
      }),
    },
  }),
  interest_invited: kind({
    params: aboutInterest,
    words: {
      'zh-Hant': () => ({ title: '有家長邀請您', text: '一位家長邀請您任教，請看看個案內容並回覆。' }),
      en: () => ({
        title: 'A family invited you',
        text: 'A family invites you to teach. Please look at the case and answer.',
      }),
    },
  }),
  interest_declined: kind({
    params: aboutInterest,
    words: {
      'zh-Hant': () => ({ title: '對方婉拒了', text: '對方這次未能接受，還有其他選擇等著您。' }),
      en: () => ({ title: 'Not this time', text: 'The other side could not accept. Others are waiting.' }),
    },
  }),
  interest_withdrawn: kind({
    params: aboutInterest,
    words: {
      'zh-Hant': () => ({ title: '對方已收回', text: '對方收回了應徵或邀請，您無須再回覆。' }),
      en: () => ({
        title: 'Taken back',
        text: 'The other side took the application or invitation back. Nothing is left to answer.',
      }),
    },
  }),
  interest_closed: kind({
    params: aboutInterest,
    words: {
      'zh-Hant': () => ({
        title: '這次配對已結束',
        text: '這個應徵或邀請已經結束，與您的條件無關。多謝您的心意。',
      }),
      en: () => ({
        title: 'No longer open',
        text: 'This application or invitation has closed, through no fault of yours. Thank you for your interest.',
      }),
    },
  }),
  match_made: kind({
    params: aboutMatch,
    words: {
      'zh-Hant': () => ({ title: '配對成功', text: '雙方都同意了！先上一堂試堂，看看是否合適。' }),
      en: () => ({ title: 'It is a match', text: 'Both of you said yes. It begins with a trial lesson.' }),
    },
  }),
  trial_passed: kind({
    params: aboutMatch,
    words: {
      'zh-Hant': () => ({ title: '試堂合適', text: '家長確認試堂合適，可以繼續上課。' }),
      en: () => ({
        title: 'The trial went well',
        text: 'The family confirmed the trial lesson. Lessons go on.',
      }),
    },
  }),
  trial_failed: kind({
    params: aboutMatch,
    words: {
      'zh-Hant': () => ({
        title: '試堂後未有繼續',
        text: '家長決定另覓導師，您的時間已經空出。多謝您的用心。',
      }),
      en: () => ({
        title: 'It ends with the trial',
        text: 'The family will look further, and your times are free again. Thank you for your effort.',
      }),
    },
  }),
  match_ended: kind({
    params: aboutMatch,
    words: {
      'zh-Hant': () => ({ title: '配對已結束', text: '這個配對已經結束。家長可以一按重新公開個案。' }),
      en: () => ({
        title: 'The match has ended',
        text: 'This match is over. The family can put the case online again with one tap.',
      }),
    },
  }),
  contact_asked: kind({
    params: aboutMatch,
    words: {
      'zh-Hant': () => ({ title: '對方願意交換聯絡方法', text: '您同意後，雙方便會看到對方的電話號碼。' }),
      en: () => ({
        title: 'Exchange numbers?',
        text: "The other side agrees to. Once you agree too, each sees the other's number.",
      }),
    },
  }),
  contact_agreed: kind({
    params: aboutMatch,
    words: {
      'zh-Hant': () => ({ title: '可以直接聯絡了', text: '雙方都同意交換，電話號碼就在配對頁。' }),
      en: () => ({
        title: 'You can now talk directly',
        text: 'Both of you agreed. The number is on the page of the match.',
      }),
    },
  }),
};
