import { z } from 'zod';
import { kind } from './notice-kind.ts';

/** Tells a reporter that there is an answer; its words are on the page of the own reports. */
export const reportNotices = {
  report_decided: kind(
    z.object({ report: z.int(), decision: z.enum(['acted', 'no_breach']) }),
    ({ decision }) => ({
      title: '你的舉報已有回覆',
      text:
        decision === 'acted'
          ? '我們看過後已作出跟進，感謝你告訴我們。回覆在「我的舉報」。'
          : '我們看過後未見違規，感謝你告訴我們。回覆在「我的舉報」。',
    }),
    ({ decision }) => ({
      title: 'Your report has an answer',
      text:
        decision === 'acted'
          ? 'We looked into it and have acted. Thank you for telling us. The answer is under My reports.'
          : 'We looked into it and found no breach. Thank you for telling us. The answer is under My reports.',
    }),
    '/me/reports',
  ),
};
