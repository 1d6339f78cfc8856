import { z } from 'zod';
import { kind } from './notice-kind.ts';

const pagesOf = (count: number) => (count === 1 ? 'One page' : `${count} pages`);

/** Notices about papers, shared exercises and referral links. */
export const eraserNotices = {
  paper_ready: kind(
    z.object({ task: z.int(), record: z.int(), done: z.int(), failed: z.int() }),
    ({ done, failed }) =>
      done === 0
        ? { title: '試卷未能擦除', text: `${failed} 頁未能擦除，沒有扣除頁數。你可以打開試卷再試。` }
        : {
            title: '試卷已擦除好',
            text: `${done} 頁可以查看和下載。${failed > 0 ? `另有 ${failed} 頁未能擦除，沒有扣除頁數。` : ''}`,
          },
    ({ done, failed }) =>
      done === 0
        ? {
            title: 'Your paper could not be erased',
            text: `${pagesOf(failed)} could not be erased and cost nothing. You may open the paper and try again.`,
          }
        : {
            title: 'Your paper is ready',
            text: `${pagesOf(done)} can be seen and downloaded.${failed > 0 ? ` ${pagesOf(failed)} could not be erased and cost nothing.` : ''}`,
          },
    ({ task }) => `/erase/erase-1-${task}`,
  ),
  shared_record_reported_decided: kind(
    z.object({ is_kept: z.boolean() }),
    ({ is_kept }) => ({
      title: '你舉報的練習已有結果',
      text: is_kept
        ? '我們看過後，認為這份練習可以繼續共享。感謝你的提醒。'
        : '這份練習已停止共享。感謝你的提醒。',
    }),
    ({ is_kept }) => ({
      title: 'Your report was decided',
      text: is_kept
        ? 'We looked at the exercise and found that it may stay shared. Thank you for telling us.'
        : 'The exercise is shared no more. Thank you for telling us.',
    }),
    '/me/reports',
  ),
  shared_record_decided: kind(
    z.object({ record: z.int(), is_kept: z.boolean() }),
    ({ is_kept }) => ({
      title: is_kept ? '你共享的練習經查核後維持公開' : '你共享的練習已停止共享',
      text: is_kept
        ? '有人對你共享的一份練習提出意見，我們看過後決定維持公開。'
        : '營運人員停止了你一份練習的共享，它仍在你的試卷庫內。如有疑問請聯絡我們。',
    }),
    ({ is_kept }) => ({
      title: is_kept ? 'Your shared exercise stays shared' : 'Your exercise is shared no more',
      text: is_kept
        ? 'Somebody objected to an exercise that you share. We looked at it, and it stays.'
        : 'An operator ended the sharing of one of your exercises. It is still in your library. Please ask us with any question.',
    }),
    ({ record }) => `/test-paper/${record}`,
  ),
  promotion_rewarded: kind(
    z.object({ pages: z.int(), is_newcomer: z.boolean() }),
    ({ pages, is_newcomer }) => ({
      title: `你獲得 ${pages} 頁試卷`,
      text: is_newcomer
        ? `歡迎！你經朋友的連結加入，獲得 ${pages} 頁試卷擦除。`
        : `有新朋友經你的連結加入，你獲得 ${pages} 頁試卷擦除。`,
    }),
    ({ pages, is_newcomer }) => ({
      title: `You have been given ${pages} pages`,
      text: is_newcomer
        ? `Welcome! You came by a friend’s link and have ${pages} pages of the paper eraser.`
        : `Somebody new came by your link: you have ${pages} more pages of the paper eraser.`,
    }),
    '/erase',
  ),
};
