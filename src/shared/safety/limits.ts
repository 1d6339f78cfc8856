// Separate from the schemas, so that a page that needs only these does not load zod.

export const causes = ['child_safety', 'identity', 'conduct', 'fees', 'misuse', 'other'] as const;

/** The longest suspension; beyond it, a ban. */
export const mostSuspendedDays = 365;
