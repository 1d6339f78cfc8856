import { entry } from './entry.ts';
import * as number from './numbers.ts';

/** Cases, applications and invitations, police checks and badges. */
export const marketCodes = {
  caseClosed: entry(
    number.caseClosed,
    409,
    '個案已配對或已完結，內容不能再修改',
    'This case is matched or ended and can no longer be changed',
  ),
  childInUse: entry(
    number.childInUse,
    409,
    '這位子女仍在公開或已配對的個案中，請先將個案下架',
    'This child is in an online or matched case; please take the case offline first',
  ),
  alreadyPosted: entry(
    number.alreadyPosted,
    409,
    '這份資料之前已經提交，請在已提交的內容上修改',
    'This has been posted already; please change what was posted',
  ),
  caseNotOnline: entry(
    number.caseNotOnline,
    409,
    '這個個案目前沒有公開',
    'This case is not online at the moment',
  ),
  caseTaken: entry(number.caseTaken, 409, '這個個案剛剛已配對', 'This case has just been matched'),
  slotTaken: entry(
    number.slotTaken,
    409,
    '導師在所選時間已有安排，請另選時間',
    'The tutor is taken at the chosen times; please choose others',
  ),
  interestClosed: entry(
    number.interestClosed,
    409,
    '這個應徵或邀請已經結束',
    'This application or invitation is no longer open',
  ),
  ownCase: entry(number.ownCase, 409, '不能與自己配對', 'You cannot be matched with yourself'),
  listingNeeded: entry(
    number.listingNeeded,
    409,
    '請先建立並公開你的導師檔案',
    'Please make your tutor listing and show it first',
  ),
  otherAskedFirst: entry(
    number.otherAskedFirst,
    409,
    '對方已先提出，條件不同；請看看對方的條件再回覆',
    'The other side asked first, on other terms; please look at them and answer',
  ),
  askedTooOften: entry(
    number.askedTooOften,
    429,
    '你已問過對方，請過一段時間再試',
    'You have asked already; please give it some time',
  ),
  matchOver: entry(
    number.matchOver,
    409,
    '配對已到下一步，不能再這樣做',
    'The match has moved on; this is no longer possible',
  ),
  contactShared: entry(
    number.contactShared,
    409,
    '雙方已同意交換，不能收回',
    'Both of you agreed already; it cannot be taken back',
  ),
  slotsNotOffered: entry(
    number.slotsNotOffered,
    409,
    '所選時間不在對方可上課的時間內',
    'The chosen times are outside those the other side offers',
  ),
  answerAwaited: entry(
    number.answerAwaited,
    409,
    '對方回覆之前，最多可傳送 10 則訊息；請等對方回覆',
    'You can send up to 10 messages before the other side answers; please wait for an answer',
  ),
  matchRests: entry(
    number.matchRests,
    409,
    '這個配對暫停中，暫時不能這樣做',
    'This match rests; this is not possible for now',
  ),
  trialNotOver: entry(
    number.trialNotOver,
    409,
    '試堂完結後才可以決定；想現在停止，可以結束配對',
    'You can decide once the trial lesson is over; to stop now, end the match',
  ),
  trialTimeWrong: entry(
    number.trialTimeWrong,
    409,
    '試堂須在 07:00 至 22:30 之間，並在未來 60 日內',
    'A trial lesson lies between 07:00 and 22:30, within the next 60 days',
  ),
  trialByProposal: entry(
    number.trialByProposal,
    409,
    '試堂的時間由雙方商定，請在「我的補習」改期或取消',
    'Both of you agree on the time of the trial lesson; please change it in My tutoring',
  ),
  trialChanged: entry(
    number.trialChanged,
    409,
    '試堂的時間剛剛有變，請看看現在的提議',
    'The time of the trial lesson has just changed; please look at it again',
  ),
  policeCheckOver: entry(number.policeCheckOver, 409, '這次查核已經結束', 'This check is over'),
  policeCheckAsked: entry(
    number.policeCheckAsked,
    429,
    '你在過去 30 天內已向這位導師提出過查核，請遲些再試',
    'You asked this tutor for a check within the last 30 days; please wait a while',
  ),
  badgeOver: entry(number.badgeOver, 409, '這個徽章已經失效', 'This badge no longer holds'),
};
