import { z } from 'zod';
import { kind } from './notice-kind.ts';

/** `number` leads to the page of the number. */
const aboutNumber = z.object({ number: z.literal(true).default(true) });

/** Notices about moving an account to another number. None of them names a number. */
export const numberNotices = {
  number_changed: kind(
    aboutNumber,
    ['手機號碼已更改', '你的帳戶已改用新的手機號碼登入，其他裝置已登出。如非你本人更改，請立即聯絡我們。'],
    [
      'Your number has changed',
      'Your account now uses a new mobile number, and other devices are logged out. If that was not you, contact us at once.',
    ],
    '/me/number',
  ),
  number_move_granted: kind(
    aboutNumber,
    [
      '你的帳戶將改用另一個號碼',
      '有人以新號碼申請取回你的帳戶，我們已批准，72 小時後生效。如非你本人，請在「手機號碼」停止。',
    ],
    [
      'Your account is about to move',
      'Somebody with a new number asked for your account, and we agreed. It moves after 72 hours. If that was not you, stop it under “Mobile number”.',
    ],
    '/me/number',
  ),
  number_move_refused: kind(
    aboutNumber,
    ['一項更改號碼的申請沒有獲批', '有人以另一個號碼申請取回你的帳戶，我們沒有批准。你的帳戶沒有任何改變。'],
    [
      'A request for your account was refused',
      'Somebody with another number asked for your account. We refused, and nothing has changed.',
    ],
    '/me/number',
  ),
};
