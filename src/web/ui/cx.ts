/** Joins class names, leaving out empty ones. */
export const cx = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(' ');

/** The minimum size of a touch target, also where the root font is small. */
export const target = 'min-h-[max(2.75rem,44px)] min-w-[max(2.75rem,44px)]';
