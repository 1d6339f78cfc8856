import type { WaitingKind } from '#server/domains/waiting/kinds.ts';
import { listConversations } from './conversations.ts';

/** Unread messages have a number of their own at the link to the messages. */
export const unreadConversations: WaitingKind = {
  needsAnswer: false,
  find: async ({ db, userId }) => {
    const { list } = await listConversations(db, userId, { page: 1, page_size: 50 });
    return list
      .filter(({ unread_count }) => unread_count > 0)
      .map(({ id, case_id, unread_count, my_side, tutor_name, last }) => ({
        kind: 'message',
        path: `/message/${id}`,
        caseId: case_id,
        count: unread_count,
        text: last?.text ?? null,
        tutor_name: my_side === 'family' ? tutor_name : null,
      }));
  },
};
