/** A card whose title link covers the whole card. */
export const cardClass =
  'relative flex flex-col rounded-card border border-line bg-sheet p-4 transition-colors hover:border-ink-2 lg:p-5';
export const titleLinkClass = 'font-sans after:absolute after:inset-0 after:rounded-card';

/** A card that a link lands on: below the header, and marked, so that the eye finds it among its neighbours. */
export const landingClass =
  'scroll-mt-20 target:outline-2 target:outline-ink-2 focus:outline-2 focus:outline-ink-2 outline-offset-2';

const pill = 'inline-block max-w-full shrink-0 rounded-full px-3 py-1 text-xs';
/** The styles of ui/chip.tsx, as classes. */
export const chipClass = {
  neutral: `${pill} bg-paper-2 text-ink-2`,
  jade: `${pill} bg-jade-soft text-[color-mix(in_srgb,var(--color-jade)_85%,var(--color-ink))]`,
  amber: `${pill} outline outline-amber/40 -outline-offset-1 bg-amber-soft text-[color-mix(in_srgb,var(--color-amber)_85%,var(--color-ink))]`,
} as const;

/** Cards side by side where there is room. */
export const gridClass = 'grid grid-cols-1 gap-4 lg:grid-cols-2';
export const wideGridClass = 'grid grid-cols-1 gap-4 lg:grid-cols-3';
