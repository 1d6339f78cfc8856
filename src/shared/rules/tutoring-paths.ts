/** The ids of the cards on the page of one's tutoring, so that a link lands on the very one it speaks of. */
export const requestAnchor = (interestId: number) => `request-${interestId}`;
export const matchAnchor = (matchId: number) => `match-${matchId}`;

export const requestPath = (interestId: number) => `/my-tutoring#${requestAnchor(interestId)}`;
export const matchPath = (matchId: number) => `/my-tutoring#${matchAnchor(matchId)}`;
