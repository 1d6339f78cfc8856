import { dayOf, type Month } from '../hong-kong.ts';

/** The ids of the cards on the pages of one's tutoring and classes, so that a link lands on the very one it speaks of. */
export const requestAnchor = (interestId: number) => `request-${interestId}`;
export const matchAnchor = (matchId: number) => `match-${matchId}`;
export const proposalAnchor = (proposalId: number) => `proposal-${proposalId}`;

export const requestPath = (interestId: number) => `/my-tutoring#${requestAnchor(interestId)}`;
export const matchPath = (matchId: number) => `/my-tutoring#${matchAnchor(matchId)}`;

type AnsweredAt = { at?: string | null | undefined; lesson?: number | null | undefined };

/** Where a proposal is answered: on the page of its lesson, on the day of a planned one, or with the class. */
export function proposalPath(classId: number, id: number, { at, lesson }: AnsweredAt) {
  const page = lesson ? `/clock-in/${lesson}` : `/clock-in?class=${classId}${at ? `&day=${dayOf(at)}` : ''}`;
  return `${page}#${proposalAnchor(id)}`;
}

type FeesAt = { side?: 'family' | 'tutor' | undefined; classId?: number | undefined };

/** The fees of a month as one of one's two sides, the account of a class first. */
export const feesPath = (month: Month, { side, classId }: FeesAt = {}) =>
  `/me/fees?month=${month}${side ? `&side=${side}` : ''}${classId ? `&class=${classId}` : ''}`;
