/** Joins class names, leaving out what is not there. */
export const cx = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(' ');

/** The least size of what a finger must hit, also where the root font is small. */
export const target = 'min-h-[max(2.75rem,44px)] min-w-[max(2.75rem,44px)]';
