import { z } from 'zod';
import type { WaitingKind } from '#server/domains/waiting/kinds.ts';
import { isNamed } from '#shared/rules/unnamed-child.ts';
import { readDraft } from './drafts.ts';

/** A case that was begun and not posted. */
export const caseDraft: WaitingKind = {
  needsAnswer: false,
  find: async ({ db, userId, identity }) => {
    const draft = identity === 2 ? null : await readDraft(db, userId);
    return draft
      ? [{ kind: 'case_draft', path: '/me/case/new', caseId: null, about: aboutOf(draft.form) }]
      : [];
  },
};

const ids = z.array(z.int()).catch([]);
const DraftedChild = z.object({
  nickname: z.string().catch(''),
  grade: z.int().nullable().catch(null),
  major_subject: ids,
  other_subject: ids,
});

/** What has been filled in so far: a draft is kept as the browser sent it, so any part may be missing. */
function aboutOf({ child_info, tutoring_region }: Record<string, unknown>) {
  const children = z.array(DraftedChild).catch([]).parse(child_info);
  return {
    children: children.map(({ nickname }) => nickname).filter(isNamed),
    grade: children.flatMap(({ grade }) => grade ?? []),
    major_subject: children.flatMap(({ major_subject }) => major_subject),
    other_subject: children.flatMap(({ other_subject }) => other_subject),
    tutoring_region: z.int().nullable().catch(null).parse(tutoring_region),
  };
}
