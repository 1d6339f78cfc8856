import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';

/** Stars out of five, with a label for screen readers. */
export function Stars({ stars, label }: { stars: number; label: string }) {
  return (
    <span role="img" aria-label={label} className="whitespace-nowrap text-amber tracking-wide">
      {'★'.repeat(Math.round(stars))}
      <span className="text-ink-2/50">{'★'.repeat(5 - Math.round(stars))}</span>
    </span>
  );
}

export function useStarWords() {
  const t = useTranslate();
  return (stars: number) => t('reviews.stars', { stars });
}
