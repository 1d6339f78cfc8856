import { dayOf } from '../hong-kong.ts';

/** The ids of the cards on the page of one's tutoring, so that a link lands on the very one it speaks of. */
export const requestAnchor = (interestId: number) => `request-${interestId}`;
export const matchAnchor = (matchId: number) => `match-${matchId}`;

const proposalAnchor = (proposalId: number) => `proposal-${proposalId}`;

export const requestPath = (interestId: number) => `/my-tutoring#${requestAnchor(interestId)}`;
export const matchPath = (matchId: number) => `/my-tutoring#${matchAnchor(matchId)}`;

/** Where a proposal for the timetable is answered: on the day of its lesson, or with the class. */
export const proposalPath = (classId: number, id: number, at: string | null | undefined) =>
  `/clock-in?class=${classId}${at ? `&day=${dayOf(at)}` : ''}#${proposalAnchor(id)}`;
