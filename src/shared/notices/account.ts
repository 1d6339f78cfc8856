import { z } from 'zod';
import { kind } from './notice-kind.ts';

/** Notices about what happened in the account itself while its owner was elsewhere. */
export const accountNotices = {
  new_device: kind(
    z.object({
      browser: z.string().max(60).describe('the name of a browser and of a system, from our lists'),
    }),
    ({ browser }) => ({
      title: '新裝置登入了你的帳戶',
      text: `${browser || '一部裝置'} 剛登入了你的帳戶。如果不是你本人，請立即在「登入裝置」結束它，並聯絡我們。`,
    }),
    ({ browser }) => ({
      title: 'A new device logged in',
      text: `${browser || 'A device'} has just logged in to your account. If that was not you, end it at once under “Devices”, and contact us.`,
    }),
    '/me/sessions',
  ),
  answer_ready: kind(
    z.object({ thread: z.int() }),
    ['AI 導師已回答', '你離開時提出的問題已經有答案。'],
    ['The AI tutor has answered', 'The question that you asked before you left has its answer.'],
    ({ thread }) => `/aitutor/${thread}`,
  ),
};
