// Separate from the schemas, so that a page that needs only these does not load zod.

export const causes = ['child_safety', 'identity', 'conduct', 'fees', 'misuse', 'other'] as const;

/** The longest suspension; beyond it, a ban. */
export const mostSuspendedDays = 365;

/** What somebody who is banned may ask for. */
export const banWishes = ['appeal', 'copy', 'delete'] as const;
export const longestBanWords = 2000;
/** How long the copy of somebody's data can be downloaded after an operator granted it. */
export const copyDays = 30;
