import { lazyPart } from '#web/ground/routing/lazy-part.ts';

// Few answers have a plot or a quiz. A browser loads these cards when one is to be shown; the server renders
// whole answers, so it loads them at the start.

export const PlotCard = import.meta.env.SSR
  ? (await import('../plot/plot-card.tsx')).PlotCard
  : lazyPart(async () => ({ default: (await import('../plot/plot-card.tsx')).PlotCard }));

export const QuizCard = import.meta.env.SSR
  ? (await import('./quiz.tsx')).QuizCard
  : lazyPart(async () => ({ default: (await import('./quiz.tsx')).QuizCard }));
