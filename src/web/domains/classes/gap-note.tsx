import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { gapWords } from './format.ts';

/** Shown where a clock-in arrived later than it happened. */
export function GapNote({ seconds, what }: { seconds: number | null; what: 'start' | 'end' }) {
  const t = useTranslate();
  const gap = gapWords(t, seconds);
  if (!gap) return null;
  return (
    <p className="text-sm text-[color-mix(in_srgb,var(--color-amber)_85%,var(--color-ink))]">
      {t(what === 'start' ? 'classes.gapStart' : 'classes.gapEnd', { gap })}
    </p>
  );
}
