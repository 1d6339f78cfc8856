import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';

/** Tells two people of one surname apart, as their pages do. */
export function TutorNumber({ id }: { id: number | null }) {
  const t = useTranslate();
  if (id === null) return null;
  return (
    <span className="ml-2 whitespace-nowrap font-normal font-sans text-ink-2 text-xs">
      {t('ui.numbered', { id })}
    </span>
  );
}
