/** The least size of what a finger must hit, also where the root font is small. */
export const target = 'min-h-[max(2.75rem,44px)] min-w-[max(2.75rem,44px)]';
