import { lazyPart } from '#web/ground/routing/lazy-part.ts';

// Most answers have neither. A browser fetches them when one is to be shown; the server draws answers whole, so it has them
// from the start.

export const PlotCard = import.meta.env.SSR
  ? (await import('../plot/plot-card.tsx')).PlotCard
  : lazyPart(async () => ({ default: (await import('../plot/plot-card.tsx')).PlotCard }));

export const QuizCard = import.meta.env.SSR
  ? (await import('./quiz.tsx')).QuizCard
  : lazyPart(async () => ({ default: (await import('./quiz.tsx')).QuizCard }));
