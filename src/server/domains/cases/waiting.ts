import type { WaitingKind } from '#server/domains/waiting/kinds.ts';
import { readDraft } from './drafts.ts';

/** A case that was begun and not posted. */
export const caseDraft: WaitingKind = {
  needsAnswer: false,
  find: async ({ db, userId, identity }) =>
    identity !== 2 && (await readDraft(db, userId))
      ? [{ kind: 'case_draft', path: '/me/case/new', caseId: null }]
      : [],
};
